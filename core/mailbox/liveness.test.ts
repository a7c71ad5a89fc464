// Tests when a quiet connection is probed and when it counts as dead.
import { expect, test } from 'vitest'
import { liveness } from './liveness.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test.each([
  ['a byte just came', 0, null, 'idle'],
  ['silent for less than 45 s', 44_999, 44_999, 'idle'],
  ['silent for 45 s', 45_000, 45_000, 'noop_due'],
  ['silent for 45 s outside IDLE', 45_000, null, 'noop_due'],
  ['silent for less than 59 s', 58_999, 58_999, 'noop_due'],
  ['silent for 59 s', 59_000, 59_000, 'dead'],
  ['talkative, but idling for 28 min', 1_000, 28 * 60_000, 'noop_due'],
  ['talkative, idling for less', 1_000, 28 * 60_000 - 1, 'idle'],
  ['a clock set back', -5_000, -5_000, 'idle'],
])('%s', (_, silentMs, idleMs, sign) => {
  expect(liveness({ lastByteAt: ago(silentMs), idleSince: idleMs === null ? null : ago(idleMs), now })).toBe(sign)
})
