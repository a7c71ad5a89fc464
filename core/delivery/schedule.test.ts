// When a mail may go: a table of what people wish, and what holds of every plan.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuietHours } from '../filters/action.ts'
import type { DeliveryPreferences } from '../filters/delivery-preferences.ts'
import { plainPreferences } from '../filters/testing/plain-message.fixture.ts'
import { type DeliveryHabits, type DeliverySchedule, scheduleOf, usualHabits } from './schedule.ts'
import { isWithin } from './wall-clock.ts'

const utc = (at: string) => new Date(`${at}Z`)
const now = utc('2026-11-22T21:20:00')
const berlin: DeliveryHabits = { ...usualHabits, timeZone: 'Europe/Berlin' }
const night: QuietHours = { from: '22:00', to: '07:00', then: 'hold' }
const morning = utc('2026-11-23T06:00:00')
const gone = (...times: string[]) => times.map(time => utc(`2026-11-22T${time}`))

test.each<[string, Partial<DeliveryPreferences>, Partial<DeliveryHabits>, Date[], string]>([
  ['nothing is wished', {}, {}, [], 'now'],
  ['it is urgent', { isUrgent: true }, {}, [], 'now urgent'],
  ['a digest comes every hour', { digest: { every: 'hour' } }, {}, [], '11-22T22:00 digest folds'],
  ['a digest comes every day', { digest: { every: 'day', at: '21:00' } }, {}, [], '11-23T20:00 digest folds'],
  ['a digest names no time', { digest: { every: 'day' } }, { digestAt: '06:30' }, [], '11-23T05:30 digest folds'],
  ['a digest comes on a Sunday', { digest: { every: 'week', at: '23:00', on: 'sun' } }, {}, [], '11-22T22:00 digest folds'],
  ['a digest comes every week', { digest: { every: 'week' } }, {}, [], '11-23T07:00 digest folds'],
  ['it is urgent, and a digest is wished', { isUrgent: true, digest: { every: 'hour' } }, {}, [], 'now urgent'],
  ['it is night', { quiet: night }, {}, [], '11-23T06:00 quiet'],
  ['it is night for the person', {}, { quiet: night }, [], '11-23T06:00 quiet'],
  ['the filter has other hours', { quiet: { ...night, from: '23:00' } }, { quiet: night }, [], 'now'],
  ['what comes at night is collected', { quiet: { ...night, then: 'digest' } }, {}, [], '11-23T06:00 quiet folds'],
  ['it is night, and it is urgent', { isUrgent: true, quiet: night }, {}, [], '11-23T06:00 quiet'],
  ['urgent mail is not collected', { isUrgent: true, quiet: { ...night, then: 'digest' } }, {}, [], '11-23T06:00 quiet'],
  ['urgent mail may ring at night', { isUrgent: true, quiet: { ...night, then: 'urgent_only' } }, {}, [], 'now urgent'],
  ['other mail may not', { quiet: { ...night, then: 'urgent_only' } }, {}, [], '11-23T06:00 quiet'],
  ['the digest would come at night', { digest: { every: 'day', at: '03:00' } }, { quiet: night }, [], '11-23T06:00 digest folds'],
  ['two went and three may', { perHour: 3 }, {}, gone('20:30:00', '20:50:00'), 'now'],
  ['two went and two may', { perHour: 2 }, {}, gone('20:30:00', '20:50:00'), '11-22T22:00 folded folds'],
  ['one of them went an hour ago', { perHour: 2 }, {}, gone('20:20:00', '20:50:00'), 'now'],
  ['an urgent one is too many', { isUrgent: true, perHour: 1 }, {}, gone('21:00:00'), '11-22T22:00 folded folds'],
  ['the next hour is in the night', { perHour: 1 }, { quiet: { ...night, from: '23:00' } }, gone('21:00:00'), '11-23T06:00 folded folds'],
  ['enough go when the night ends', { perHour: 1, quiet: night }, {}, [morning], '11-23T06:00 quiet folds'],
  ['others of the night are in a digest', { perHour: 1, quiet: night }, {}, gone('21:00:00'), '11-23T06:00 quiet'],
])('when %s', (_, preferences, habits, times, expected) => {
  expect(said(scheduleOf({ ...plainPreferences, ...preferences }, { ...berlin, ...habits }, times, now))).toBe(expected)
})

const said = ({ waitUntil, waitReason, urgent, folds }: DeliverySchedule) =>
  [waitUntil?.toISOString().slice(5, 16) ?? 'now', waitReason, urgent && 'urgent', folds && 'folds'].filter(Boolean).join(' ')

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
const habits: fc.Arbitrary<DeliveryHabits> = fc.record({
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
  quiet: fc.option(quiet),
  digestAt: time,
})
/** Around the night in which Berlin's clock is put back. */
const moment = fc.integer({ min: 0, max: 3 * 24 * 60 }).map(n => new Date(utc('2026-10-24T00:00:07').getTime() + n * 60_000))

test('whatever is wished, a plan keeps to it', () => {
  fc.assert(
    fc.property(preferences, habits, fc.array(moment, { maxLength: 6 }), moment, (wished, own, times, at) => {
      const plan = scheduleOf(wished, own, times, at)
      const { urgent, waitUntil, waitReason, folds } = plan
      const goes = waitUntil ?? at
      const hours = wished.quiet ?? own.quiet
      expect([goes >= at, goes.getTime() - at.getTime() <= 9 * 86_400_000]).toEqual([true, true])
      expect([waitUntil === null, waitReason === null]).toEqual([!waitReason, !waitUntil])
      // What is urgent does not wait, and what folds waits for a time.
      expect([urgent && waitUntil !== null, urgent && !wished.isUrgent, folds && !waitUntil]).toEqual([false, false, false])
      if (hours && isWithin(goes, hours, own.timeZone)) expect([urgent, hours.then]).toEqual([true, 'urgent_only'])
      if (wished.isUrgent && wished.perHour === null && (!hours || hours.then === 'urgent_only')) expect(said(plan)).toBe('now urgent')
      if (wished.digest && !wished.isUrgent) expect([waitReason, folds]).toEqual(['digest', true])
    }),
    { numRuns: 500 },
  )
})

test('of mails that come one after the other, no hour sees more on their own than may', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.option(quiet), habits, moment, minutes, (perHour, hours, own, start, gaps) => {
      const alone: Date[] = []
      let at = start.getTime()
      for (const gap of gaps) {
        at += gap * 60_000
        const plan = scheduleOf({ ...plainPreferences, perHour, quiet: hours }, own, alone, new Date(at))
        if (!plan.folds) alone.push(plan.waitUntil ?? new Date(at))
      }
      for (const one of alone) {
        const before = alone.filter(other => other <= one && one.getTime() - other.getTime() < 60 * 60_000)
        expect(before.length).toBeLessThanOrEqual(perHour)
      }
    }),
    { numRuns: 200 },
  )
})
