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
  ['it was never checked', { checkedAt: null }, 0],
  ['the watch reconnected', { connectedAt: minute(20) }, 20],
  ['nothing unusual', {}, 40],
  ['email usually arrives every two minutes, and the last arrived just now', { lastMailAt: minute(10), gapMs: gap(2) }, 16],
  ['email usually arrives every second', { lastMailAt: minute(10), gapMs: 1000 }, 15],
  ['it was quiet and has been checked since', { lastMailAt: minute(2), gapMs: gap(2) }, 40],
  ['email arrives twice a day', { lastMailAt: minute(10), gapMs: gap(720) }, 40],
  ['the last check failed', { hasFailed: true }, 15],
  ['the last check saw more than the watch', { doubtfulSince: minute(10) }, 11],
])('when %s', (_, change, at) => {
  expect(nextCheckAt({ ...calm, ...change }, times)).toEqual(at === null ? null : minute(at))
})

test('a watch is deaf when it has not reported existing email for a minute, and not before', () => {
  expect(evaluateSecondPath(false, minute(1), minute(5), times)).toEqual({ kind: 'agrees' })
  expect(evaluateSecondPath(true, null, minute(5), times)).toEqual({ kind: 'doubtful', since: minute(5) })
  expect(evaluateSecondPath(true, minute(5), minute(5.5), times)).toEqual({ kind: 'doubtful', since: minute(5) })
  expect(evaluateSecondPath(true, minute(5), minute(6), times)).toEqual({ kind: 'deaf' })
})
