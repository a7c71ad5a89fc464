// Tests when an email may be sent: a table of preferences, and properties of every schedule.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuietHours } from '../filters/action.ts'
import type { DeliveryPreferences } from '../filters/delivery-preferences.ts'
import { plainPreferences } from '../filters/testing/plain-message.fixture.ts'
import {
  type DeliveryDefaults,
  type DeliverySchedule,
  immediately,
  initialDeliveryDefaults,
  resumeSchedule,
  scheduleEmail,
  withinAllowance,
} from './schedule.ts'
import { isWithin } from './wall-clock.ts'

const utc = (at: string) => new Date(`${at}Z`)
const now = utc('2026-11-22T21:20:00')
const berlin: DeliveryDefaults = { ...initialDeliveryDefaults, timeZone: 'Europe/Berlin' }
const night: QuietHours = { from: '22:00', to: '07:00', then: 'hold' }
const morning = utc('2026-11-23T06:00:00')
const sentAt = (...times: string[]) => times.map(time => utc(`2026-11-22T${time}`))

test.each<[string, Partial<DeliveryPreferences>, Partial<DeliveryDefaults>, Date[], string]>([
  ['there are no preferences', {}, {}, [], 'now'],
  ['it is urgent', { isUrgent: true }, {}, [], 'now urgent'],
  ['a digest is sent every hour', { digest: { every: 'hour' } }, {}, [], '11-22T22:00 digest forDigest'],
  ['a digest is sent every day', { digest: { every: 'day', at: '21:00' } }, {}, [], '11-23T20:00 digest forDigest'],
  ['a digest has no time of its own', { digest: { every: 'day' } }, { digestAt: '06:30' }, [], '11-23T05:30 digest forDigest'],
  ['a digest is sent on Sundays', { digest: { every: 'week', at: '23:00', on: 'sun' } }, {}, [], '11-22T22:00 digest forDigest'],
  ['a digest is sent every week', { digest: { every: 'week' } }, {}, [], '11-23T07:00 digest forDigest'],
  ['it is urgent, with a digest preference', { isUrgent: true, digest: { every: 'hour' } }, {}, [], 'now urgent'],
  ['it is night', { quiet: night }, {}, [], '11-23T06:00 quiet'],
  ['it is night in the user’s settings', {}, { quiet: night }, [], '11-23T06:00 quiet'],
  ['the filter has other hours', { quiet: { ...night, from: '23:00' } }, { quiet: night }, [], 'now'],
  ['email is collected at night', { quiet: { ...night, then: 'digest' } }, {}, [], '11-23T06:00 quiet forDigest'],
  ['it is night, and it is urgent', { isUrgent: true, quiet: night }, {}, [], '11-23T06:00 quiet'],
  ['urgent email is not collected', { isUrgent: true, quiet: { ...night, then: 'digest' } }, {}, [], '11-23T06:00 quiet'],
  ['urgent email may ring at night', { isUrgent: true, quiet: { ...night, then: 'urgent_only' } }, {}, [], 'now urgent'],
  ['other email may not', { quiet: { ...night, then: 'urgent_only' } }, {}, [], '11-23T06:00 quiet'],
  ['the digest would be due at night', { digest: { every: 'day', at: '03:00' } }, { quiet: night }, [], '11-23T06:00 digest forDigest'],
  ['two of three allowed were sent', { perHour: 3 }, {}, sentAt('20:30:00', '20:50:00'), 'now'],
  ['two of two allowed were sent', { perHour: 2 }, {}, sentAt('20:30:00', '20:50:00'), '11-22T22:00 folded forDigest'],
  ['one of them was sent an hour ago', { perHour: 2 }, {}, sentAt('20:20:00', '20:50:00'), 'now'],
  ['an urgent email is over the limit', { isUrgent: true, perHour: 1 }, {}, sentAt('21:00:00'), '11-22T22:00 folded forDigest'],
  [
    'the next full hour is at night',
    { perHour: 1 },
    { quiet: { ...night, from: '23:00' } },
    sentAt('21:00:00'),
    '11-23T06:00 folded forDigest',
  ],
  ['the limit is used up when the night ends', { perHour: 1, quiet: night }, {}, [morning], '11-23T06:00 quiet forDigest'],
  ['other emails of the night are in a digest', { perHour: 1, quiet: night }, {}, sentAt('21:00:00'), '11-23T06:00 quiet'],
])('when %s', (_, preferences, habits, times, expected) => {
  expect(said(scheduleEmail({ ...plainPreferences, ...preferences }, { ...berlin, ...habits }, times, now))).toBe(expected)
})

const said = ({ waitUntil, waitReason, urgent, forDigest }: DeliverySchedule) =>
  [waitUntil?.toISOString().slice(5, 16) ?? 'now', waitReason, urgent && 'urgent', forDigest && 'forDigest'].filter(Boolean).join(' ')

const two = (n: number) => String(n).padStart(2, '0')
const time = fc.integer({ min: 0, max: 95 }).map(n => `${two(Math.floor(n / 4))}:${two((n % 4) * 15)}`)
const quiet = fc
  .record({ from: time, to: time, then: fc.constantFrom('hold' as const, 'digest' as const, 'urgent_only' as const) })
  .filter(({ from, to }) => from !== to)
const digest = fc.oneof(
  fc.constant({ every: 'hour' as const }),
  fc.record({ every: fc.constant('day' as const), at: time }),
  fc.record({ every: fc.constant('week' as const), at: time, on: fc.constantFrom('mon' as const, 'sat' as const) }),
)
const preferences: fc.Arbitrary<DeliveryPreferences> = fc.record({
  isUrgent: fc.boolean(),
  digest: fc.option(digest),
  quiet: fc.option(quiet),
  perHour: fc.option(fc.integer({ min: 1, max: 4 })),
})
const habits: fc.Arbitrary<DeliveryDefaults> = fc.record({
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
  quiet: fc.option(quiet),
  digestAt: time,
})
/** Times around the night in which Berlin's clocks go back. */
const moment = fc.integer({ min: 0, max: 3 * 24 * 60 }).map(n => new Date(utc('2026-10-24T00:00:07').getTime() + n * 60_000))

test('every schedule respects its preferences', () => {
  fc.assert(
    fc.property(preferences, habits, fc.array(moment, { maxLength: 6 }), moment, (wished, own, times, at) => {
      const plan = scheduleEmail(wished, own, times, at)
      const { urgent, waitUntil, waitReason, forDigest } = plan
      const goes = waitUntil ?? at
      const hours = wished.quiet ?? own.quiet
      expect([goes >= at, goes.getTime() - at.getTime() <= 9 * 86_400_000]).toEqual([true, true])
      expect([waitUntil === null, waitReason === null]).toEqual([!waitReason, !waitUntil])
      // Urgent email does not wait, and email for a digest waits for its time.
      expect([urgent && waitUntil !== null, urgent && !wished.isUrgent, forDigest && !waitUntil]).toEqual([false, false, false])
      if (hours && isWithin(goes, hours, own.timeZone)) expect([urgent, hours.then]).toEqual([true, 'urgent_only'])
      if (wished.isUrgent && wished.perHour === null && (!hours || hours.then === 'urgent_only')) expect(said(plan)).toBe('now urgent')
      if (wished.digest && !wished.isUrgent) expect([waitReason, forDigest]).toEqual(['digest', true])
    }),
    { numRuns: 500 },
  )
})

test('however many emails arrive, no hour exceeds its limit of individual ones', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.option(quiet), habits, moment, minutes, (perHour, hours, own, start, gaps) => {
      const alone: Date[] = []
      let at = start.getTime()
      for (const gap of gaps) {
        at += gap * 60_000
        const plan = scheduleEmail({ ...plainPreferences, perHour, quiet: hours }, own, alone, new Date(at))
        if (!plan.forDigest) alone.push(plan.waitUntil ?? new Date(at))
      }
      for (const one of alone) {
        const before = alone.filter(other => other <= one && one.getTime() - other.getTime() < 60 * 60_000)
        expect(before.length).toBeLessThanOrEqual(perHour)
      }
    }),
    { numRuns: 200 },
  )
})

describe('without allowance', () => {
  const planned: DeliverySchedule[] = [
    immediately,
    { ...immediately, urgent: true },
    { urgent: false, waitUntil: morning, waitReason: 'quiet', forDigest: false },
  ]

  test.each<[string, Partial<DeliveryDefaults>, Date]>([
    ['the next digest', { digestAt: '21:00' }, utc('2026-11-23T20:00:00')],
    ['today’s digest, when it is still to come', { digestAt: '23:00' }, utc('2026-11-22T22:00:00')],
    ['the end of quiet hours, when the digest comes in them', { digestAt: '23:00', quiet: night }, morning],
  ])('an email waits for %s, whatever its filters wanted', (_, defaults, waitUntil) => {
    const reservation = { month: '2026-11', granted: 1, held: 'payment_failed' as const }
    expect(withinAllowance(planned, reservation, { ...berlin, ...defaults }, now)).toEqual([
      { ...immediately, usageMonth: '2026-11', planned: null },
      ...planned
        .slice(1)
        .map(plan => ({ urgent: false, waitUntil, waitReason: 'payment_failed', forDigest: true, usageMonth: null, planned: plan })),
    ])
  })

  test('an email that gets allowance later goes as planned, and never in quiet hours', () => {
    const [, urgent = immediately, quiet = immediately] = planned
    const inNight = { ...berlin, quiet: night }
    expect(resumeSchedule(immediately, berlin, now)).toEqual(immediately)
    expect(resumeSchedule(urgent, berlin, now)).toEqual(urgent)
    expect(resumeSchedule(quiet, berlin, now)).toEqual(quiet)
    expect(resumeSchedule(quiet, berlin, morning)).toEqual(immediately)
    expect(resumeSchedule({ ...quiet, forDigest: true }, berlin, morning)).toEqual({ ...immediately, forDigest: true })
    expect(resumeSchedule(immediately, inNight, utc('2026-11-22T23:00:00'))).toEqual({
      ...{ urgent: false, waitUntil: morning, waitReason: 'quiet', forDigest: false },
    })
    expect(resumeSchedule(urgent, { ...berlin, quiet: { ...night, then: 'urgent_only' } }, utc('2026-11-22T23:00:00'))).toEqual(urgent)
  })
})
