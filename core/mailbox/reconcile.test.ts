// Tests comparing the server's messages with the ledger.
import { expect, test } from 'vitest'
import { compareUids, nextReconcileMs, stillOnServer } from './reconcile.ts'

test('emails on the server that are not in the ledger are found; those no longer on the server do not count', () => {
  expect(compareUids([1, 5, 9, 9], [1, 3, 5, 8])).toEqual({ held: 6, kept: 4, missing: [4, 4, 9, 9] })
  expect(compareUids([], [1, 8])).toEqual({ held: 0, kept: 0, missing: [] })
  expect(stillOnServer([1, 3, 5, 8], [2, 6])).toEqual([2, 3, 5, 6])
})

test('the next comparison is in about a day, or in ten minutes while emails are missing', () => {
  expect([0, 0.5].map(random => nextReconcileMs(0, random) / 3_600_000)).toEqual([21.6, 24])
  expect(nextReconcileMs(1, 0.5)).toBe(600_000)
})
