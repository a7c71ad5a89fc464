// Tests the session clock with a table of moments and random days.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advanceClock, beginClock, type ClockEvent, remainingMs, type SessionClock } from './clock.ts'
import { inactivityMs, maxAgeMs, rotationMs, warningMs } from './limits.ts'

const minute = 60_000
const hour = 60 * minute
const begun = beginClock(0)
const end = (reason: string) => ({ kind: 'end', reason })

describe('a single moment', () => {
  test.each<[string, Partial<SessionClock>, ClockEvent, number, unknown]>([
    ['nothing happens before 15:00', {}, 'tick', 15 * minute - 1, null],
    ['the session ends after 15:00 without activity', {}, 'tick', 15 * minute, end('inactivity')],
    ['activity at 15:00 is too late', {}, 'activity', 15 * minute, end('inactivity')],
    ['so does the button', {}, 'continue', 15 * minute, end('inactivity')],
    ['at 14:59 the button still works', {}, 'continue', 15 * minute - 1000, { kind: 'extended' }],
    ['the button extends from 13:00 on', {}, 'continue', 13 * minute, { kind: 'extended' }],
    ['before that there is nothing to extend', {}, 'continue', 13 * minute - 1, null],
    ['a second before 8 h', { activeAt: 8 * hour - 1 }, 'check', 8 * hour - 1000, { kind: 'rotate' }],
    ['8 h after sign-in', { activeAt: 8 * hour - 1 }, 'check', 8 * hour, end('max_session_time')],
    ['the age is tested only by checks', { activeAt: 8 * hour - 1 }, 'tick', 8 * hour, null],
    ['waking after both limits reports the first: inactivity', { activeAt: 0 }, 'check', 20 * hour, end('inactivity')],
    ['waking after both limits reports the first: age', { activeAt: 7.9 * hour }, 'check', 20 * hour, end('max_session_time')],
    ['an hour since the last rotation', { activeAt: hour, rotatedAt: 0 }, 'check', hour, { kind: 'rotate' }],
    ['a second less than an hour', { activeAt: hour, rotatedAt: 1000 }, 'check', hour, null],
    ['rotation waits for a check', { activeAt: hour, rotatedAt: 0 }, 'tick', hour, null],
    ['an ended session stays ended', { endedFor: 'sign_out' }, 'check', 20 * hour, null],
  ])('%s', (_name, change, event, now, effect) => {
    expect(advanceClock({ ...begun, ...change }, event, now).effect).toEqual(effect)
  })

  test('activity counts until 12:59, and no longer from 13:00 on', () => {
    expect(advanceClock(begun, 'activity', 13 * minute - 1).clock.activeAt).toBe(13 * minute - 1)
    expect(advanceClock(begun, 'activity', 13 * minute).clock.activeAt).toBe(0)
  })

  test('a rotation is claimed at once, so that no other tab rotates too', () => {
    const { clock } = advanceClock({ ...begun, activeAt: hour }, 'check', hour)
    expect(advanceClock(clock, 'check', hour).effect).toBeNull()
  })

  test('the countdown starts at two minutes and ends at zero', () => {
    const at = [13 * minute - 1, 13 * minute, 14 * minute, 15 * minute]
    expect(at.map(now => remainingMs(begun, now))).toEqual([null, warningMs, minute, 0])
  })

  test('setting the machine’s clock back neither shortens nor extends the session', () => {
    const { clock } = advanceClock({ ...begun, signedInAt: 9 * hour, activeAt: 9 * hour, rotatedAt: 9 * hour }, 'tick', hour)
    expect(clock).toMatchObject({ signedInAt: hour, activeAt: hour, rotatedAt: hour, endedFor: null })
    expect(advanceClock(clock, 'tick', hour + inactivityMs).effect).toEqual(end('inactivity'))
  })
})

test('whatever a user does and when, the limits hold', () => {
  const deed = fc.record({ event: fc.constantFrom<ClockEvent>('activity', 'continue'), waitMs: fc.integer({ min: 0, max: 16 * minute }) })
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 60 }), deeds => {
      let clock = begun
      let now = 0
      let rotations = 0
      const happen = (event: ClockEvent) => {
        const wasDue = remainingMs(clock, now)
        const before = clock
        const { clock: after, effect } = advanceClock(clock, event, now)
        if (event === 'activity' && wasDue !== null) expect(after.activeAt).toBe(before.activeAt)
        if (effect?.kind === 'rotate') rotations++
        if (before.endedFor) expect({ after, effect }).toEqual({ after: before, effect: null })
        clock = after
      }
      for (const { event, waitMs } of deeds) {
        // The checks of a page that is awake.
        for (const until = now + waitMs; now < until; now += minute) happen('check')
        happen(event)
        if (clock.endedFor) continue
        expect(now - clock.activeAt).toBeLessThan(inactivityMs)
        expect(now - clock.signedInAt).toBeLessThan(maxAgeMs + minute)
        expect(rotations).toBeLessThanOrEqual(Math.floor(now / rotationMs))
        expect(now - clock.rotatedAt).toBeLessThan(rotationMs + minute)
      }
    }),
  )
})
