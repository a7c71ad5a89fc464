// Tests that one person's queries wait for each other, and nobody else's for them.
import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

test('one person has a few queries at once, others wait in order, and too many are refused', async () => {
  const inTurn = openTurns({ atOnce: 2, maxWaiting: 3 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const query = (n: number, person = 'anna') =>
    inTurn(person, async () => {
      begun.push(n)
      await new Promise<void>(done => ends.push(done))
      if (n === 1) throw new Error('planted')
      return n
    })
  const results = [0, 1, 2, 3, 4, 5].map(n => query(n).catch((error: unknown) => Object(error).status ?? 'failed'))
  const other = query(9, 'ben')
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 9])
  expect(await results[5]).toBe(429)
  for (let at = 0; at < ends.length; at++) {
    ends[at]?.()
    await new Promise(done => setImmediate(done))
  }
  expect(await Promise.all(results)).toEqual([0, 'failed', 2, 3, 4, 429])
  expect(await other).toBe(9)
  expect(begun).toEqual([0, 1, 9, 2, 3, 4])
  // Whoever waited for all of them begins anew.
  const again = query(7)
  await Promise.resolve()
  ends.at(-1)?.()
  expect(await again).toBe(7)
})
