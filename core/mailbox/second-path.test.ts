// Tests when the second connection checks and what the result means.
import { expect, test } from 'vitest'
import { evaluateSecondPath, nextCheckAt, type SecondPathState, secondPathTimes as times } from './second-path.ts'

const minute = (n: number) => new Date(n * 60_000)
const gap = (minutes: number) => minutes * 60_000
const calm: SecondPathState = {
  connectedAt: minute(0),
  lastMailAt: null,
  gapMs: null,
  checkedAt: minute(10),
  hasFailed: false,
  doubtfulSince: null,
}

test.each<[string, Partial<SecondPathState>, number | null]>([
  ['the watch is not connected', { connectedAt: null }, null],
  ['it was never looked at', { checkedAt: null }, 0],
  ['the watch was connected anew', { connectedAt: minute(20) }, 20],
  ['all is calm', {}, 40],
  ['mail usually comes every two minutes and the last came just now', { lastMailAt: minute(10), gapMs: gap(2) }, 16],
  ['mail usually comes every second', { lastMailAt: minute(10), gapMs: 1000 }, 15],
  ['it was quiet and has been looked at since', { lastMailAt: minute(2), gapMs: gap(2) }, 40],
  ['mail comes twice a day', { lastMailAt: minute(10), gapMs: gap(720) }, 40],
  ['the last look came to nothing', { hasFailed: true }, 15],
  ['the last look saw more than the watch', { doubtfulSince: minute(10) }, 11],
])('when %s', (_, change, at) => {
  expect(nextCheckAt({ ...calm, ...change }, times)).toEqual(at === null ? null : minute(at))
})

test('a watch is deaf after a minute of mail that it has not heard of, and not before', () => {
  expect(evaluateSecondPath(false, minute(1), minute(5), times)).toEqual({ kind: 'agrees' })
  expect(evaluateSecondPath(true, null, minute(5), times)).toEqual({ kind: 'doubtful', since: minute(5) })
  expect(evaluateSecondPath(true, minute(5), minute(5.5), times)).toEqual({ kind: 'doubtful', since: minute(5) })
  expect(evaluateSecondPath(true, minute(5), minute(6), times)).toEqual({ kind: 'deaf' })
})
