// Tests that a change shows at once, is rolled back with a message if it fails, and can be undone once saved.
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Toasts } from '../../ui/overlays/Toasts.tsx'
import { stageScreen } from '../stage-screen.fixture.tsx'
import { useOptimistic } from './optimistic.ts'

afterEach(() => vi.unstubAllGlobals())

interface Change {
  on: boolean
}

function Lamp({ write }: { write(change: Change): Promise<void> }) {
  const { data } = useQuery({ queryKey: ['lamp'], queryFn: () => kept })
  const turn = useOptimistic<Change, Change, void>({
    key: ['lamp'],
    write,
    apply: (_, change) => change,
    savedText: ({ on }) => `turned ${on ? 'on' : 'off'}`,
    undo:
      ({ on }) =>
      () =>
        turn.mutate({ on: !on }),
  })
  return (
    <>
      <p>{data?.on ? 'lit' : 'dark'}</p>
      <button type="button" onClick={() => turn.mutate({ on: true })}>
        turn on
      </button>
      <Toasts />
    </>
  )
}

let kept: Change = { on: false }

async function open(write: (change: Change) => Promise<void>) {
  kept = { on: false }
  await stageScreen({ catalogs: [], at: '/', routes: { '/': <Lamp write={write} /> }, answers: {} })
  await expect.element(page.getByText('dark')).toBeVisible()
  await page.getByRole('button', { name: 'turn on' }).click()
}

test('it shows before the answer, stays with it, and Undo writes the other way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const written: Change[] = []
  await open(async change => {
    written.push(change)
    await promise
    kept = change
  })
  await expect.element(page.getByText('lit')).toBeVisible()
  await expect.element(page.getByText('turned on')).not.toBeInTheDocument()
  resolve()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('dark')).toBeVisible()
  expect(written).toEqual([{ on: true }, { on: false }])
})

test('what is refused goes back, and says why', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  await open(() => promise)
  await expect.element(page.getByText('lit')).toBeVisible()
  reject(new Error('planted'))
  await expect.element(page.getByText('dark')).toBeVisible()
  await expect.element(page.getByText('That did not work. Try again.')).toBeVisible()
})
