// A write shows before the server answers, goes back with a sentence when it refuses, and can be undone once it is kept.
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Toasts } from '../ui/Toasts.tsx'
import { useOptimistic } from './optimistic.ts'
import { stageScreen } from './stage-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

interface Wish {
  on: boolean
}

function Lamp({ write }: { write(wish: Wish): Promise<void> }) {
  const { data } = useQuery({ queryKey: ['lamp'], queryFn: () => kept })
  const turn = useOptimistic<Wish, Wish, void>({
    key: ['lamp'],
    write,
    apply: (_, wish) => wish,
    said: ({ on }) => `turned ${on ? 'on' : 'off'}`,
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

let kept: Wish = { on: false }

async function open(write: (wish: Wish) => Promise<void>) {
  kept = { on: false }
  await stageScreen({ rooms: [], at: '/', routes: { '/': <Lamp write={write} /> }, answers: {} })
  await expect.element(page.getByText('dark')).toBeVisible()
  await page.getByRole('button', { name: 'turn on' }).click()
}

test('it shows before the answer, stays with it, and Undo writes the other way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const written: Wish[] = []
  await open(async wish => {
    written.push(wish)
    await promise
    kept = wish
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
