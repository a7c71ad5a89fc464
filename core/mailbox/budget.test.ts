// Tests that connection starts per second never exceed a provider's budget.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConnectionBudget, findBudget, nextStart } from './budget.ts'

test.each([
  ['imap.gmail.com', 7],
  ['IMAP.Gmail.com.', 7],
  ['outlook.office365.com', 7],
  ['imap.mail.yahoo.com', 5],
  ['notgmail.com', 5],
  ['mail.example.com', 5],
])('%s gets %i connections per account, fewer than its limit', (host, most) => {
  expect(findBudget(host).perAccount).toBe(most)
})

const starts = (budget: ConnectionBudget, askedAt: number[], random: () => number): number[] => {
  let nextMs = 0
  return askedAt.map(now => {
    const start = nextStart(nextMs, budget, now, random())
    nextMs = start.nextMs
    return start.atMs
  })
}

test('a single connection starts at once', () => {
  expect(starts({ startsPerSecond: 10, perAccount: 5 }, [1000, 1200, 5000], () => 0.9)).toEqual([1000, 1200, 5000])
})

test('a burst is spread: no second exceeds the budget by more than one, and no wait is longer than the queue', () => {
  const asks = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 400 })
  const dice = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(asks, fc.integer({ min: 1, max: 100 }), dice, (at, startsPerSecond, random) => {
      const asked = at.toSorted((a, b) => a - b)
      const begun = starts({ startsPerSecond, perAccount: 5 }, asked, () => random)
      for (const from of begun) expect(begun.filter(ms => ms >= from && ms < from + 1000).length).toBeLessThanOrEqual(startsPerSecond + 1)
      begun.forEach((ms, n) => {
        expect(ms).toBeGreaterThanOrEqual(asked[n] ?? 0)
        expect(ms - (asked[n] ?? 0)).toBeLessThanOrEqual(((n + 2) * 1000) / startsPerSecond)
      })
    }),
    { numRuns: 200 },
  )
})
