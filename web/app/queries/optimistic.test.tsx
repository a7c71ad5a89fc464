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
  const { data } = useQuery({ queryKey: ['lamp'], queryFn: () => stored })
  const toggle = useOptimistic<Change, Change, void>({
    key: ['lamp'],
    write,
    apply: (_, change) => change,
    savedText: ({ on }) => `turned ${on ? 'on' : 'off'}`,
    undo:
      ({ on }) =>
      () =>
        toggle.mutate({ on: !on }),
  })
  return (
    <>
      <p>{data?.on ? 'lit' : 'dark'}</p>
      <button type="button" onClick={() => toggle.mutate({ on: true })}>
        turn on
      </button>
      <Toasts />
    </>
  )
}

let stored: Change = { on: false }

async function open(write: (change: Change) => Promise<void>) {
  stored = { on: false }
  await stageScreen({ catalogs: [], at: '/', routes: { '/': <Lamp write={write} /> }, responses: {} })
  await expect.element(page.getByText('dark')).toBeVisible()
  await page.getByRole('button', { name: 'turn on' }).click()
}

test('a change shows before the response, stays after it, and Undo writes the reverse', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const written: Change[] = []
  await open(async change => {
    written.push(change)
    await promise
    stored = change
  })
  await expect.element(page.getByText('lit')).toBeVisible()
  await expect.element(page.getByText('turned on')).not.toBeInTheDocument()
  resolve()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('dark')).toBeVisible()
  expect(written).toEqual([{ on: true }, { on: false }])
})

test('a refused change is rolled back with the reason', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  await open(() => promise)
  await expect.element(page.getByText('lit')).toBeVisible()
  reject(new Error('planted'))
  await expect.element(page.getByText('dark')).toBeVisible()
  await expect.element(page.getByText('That didn’t work. Try again.')).toBeVisible()
})
