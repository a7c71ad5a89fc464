// Tests who waits for a refusal, how long, and whose connection is dropped.
import { expect, test } from 'vitest'
import { elapsed } from './clock.ts'
import { openSlowRefusals } from './slow-refusals.ts'

const timed = async (work: () => Promise<boolean>) => {
  const since = elapsed()
  return { isTold: await work(), ms: elapsed() - since }
}

test('the first refusals of a minute are told at once, the next take a while, and another network is not held up', async () => {
  const wait = openSlowRefusals('first', { free: 2, holdMs: 300, maxHeld: { network: 10, all: 10 } })
  for (let i = 0; i < 2; i++) expect((await timed(() => wait('a'))).ms).toBeLessThan(200)
  expect(await timed(() => wait('a'))).toMatchObject({ isTold: true, ms: expect.closeTo(300, -3) })
  expect((await timed(() => wait('a'))).ms).toBeGreaterThan(290)
  expect((await timed(() => wait('b'))).ms).toBeLessThan(200)
})

test('where too many of a network or of all networks wait, the next is dropped at once', async () => {
  const wait = openSlowRefusals('full', { free: 0, holdMs: 300, maxHeld: { network: 2, all: 3 } })
  const held = [wait('a'), wait('a')]
  expect(await timed(() => wait('a'))).toMatchObject({ isTold: false, ms: expect.closeTo(0, -2) })
  held.push(wait('b'))
  expect(await wait('c')).toBe(false)
  expect(await Promise.all(held)).toEqual([true, true, true])
  expect(await wait('a')).toBe(true)
})
