// Tests which mailboxes use IDLE and how often others are polled.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selfHosted } from '../plans/plans.ts'
import { toAbsence } from './backlog.ts'
import { type PollingMode, pollingModeFor } from './polling.ts'

const now = new Date('2026-03-01T12:00:00Z')
const before = (hours: number | null) => (hours === null ? null : new Date(now.getTime() - hours * 3_600_000))
const minute = 60_000

test.each<[string, boolean, boolean, number | null, PollingMode]>([
  ['a plan with IDLE, a server that supports it', true, true, null, { kind: 'listen' }],
  ['a server that refuses IDLE, email this hour', true, false, 0.5, { kind: 'ask', everyMs: 15_000 }],
  ['a server that refuses IDLE, a quiet day', true, false, 20, { kind: 'ask', everyMs: 40_000 }],
  ['a plan without IDLE, email just now', false, true, 0, { kind: 'visit', everyMs: minute }],
  ['a plan without IDLE, email this hour', false, true, 0.9, { kind: 'visit', everyMs: minute }],
  ['a plan without IDLE, half a day quiet', false, false, 12, { kind: 'visit', everyMs: 12 * minute }],
  ['a plan without IDLE, never an email', false, true, null, { kind: 'visit', everyMs: 12 * minute }],
  ['a clock set back', false, true, -3, { kind: 'visit', everyMs: minute }],
])('%s', (_, instant, supportsIdle, hours, way) => {
  expect(pollingModeFor({ instant }, { lastMailAt: before(hours), supportsIdle }, now)).toEqual(way)
})

test('the longer it is quiet, the less often we connect, but at least every twelve minutes', () => {
  const everyMs = (hours: number) => {
    const way = pollingModeFor({ instant: false }, { lastMailAt: before(hours), supportsIdle: true }, now)
    return way.kind === 'visit' ? way.everyMs : Number.NaN
  }
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1000, noNaN: true }), fc.double({ min: 0, max: 1000, noNaN: true }), (a, b) => {
      expect(everyMs(Math.min(a, b))).toBeLessThanOrEqual(everyMs(Math.max(a, b)))
      expect(everyMs(a)).toBeGreaterThanOrEqual(minute)
      expect(everyMs(a)).toBeLessThanOrEqual(12 * minute)
    }),
  )
})

test('an email that arrives between two visits is not a backlog', () => {
  const way = pollingModeFor({ instant: false }, { lastMailAt: null, supportsIdle: true }, now)
  const longestMs = way.kind === 'visit' ? way.everyMs * 1.1 + minute : Number.NaN
  expect(toAbsence(now, new Date(now.getTime() + longestMs))).toBe(null)
})

test('the current plan uses IDLE', () => {
  expect(selfHosted.limits.instant).toBe(true)
})
