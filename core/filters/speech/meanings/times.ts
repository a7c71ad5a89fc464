// What the rules about hours, days and dates mean.
import { dayAfter, firstDay } from '../parts/dates.ts'
import { spellSpan, spellTime } from '../parts/times.ts'
import type { ConditionDraft, DatePhrase, SentencePiece } from '../pieces.ts'
import { ask, type Meanings, type PhraseContext, test } from './pieces.ts'

export const nightFrom = '22:00'
export const nightTo = '07:00'

export const times: Meanings = {
  weekday: ({ days }) => [test([{ field: 'weekday', operator: 'in', days: days?.[0] ?? [] }], 'weekday')],
  hours: ({ time }) => {
    const [from, to] = time ?? []
    return from && to ? [hours(...spellSpan(from, to, false))] : []
  },
  hoursafter: ({ time }) => (time?.[0] ? [hours(spellTime(time[0]), '00:00')] : []),
  hoursbefore: ({ time }) => (time?.[0] ? [hours('00:00', spellTime(time[0]))] : []),
  moment: ({ time }) => (time?.[0] ? [{ is: 'moment', at: spellTime(time[0]) }] : []),
  night: () => [hours(nightFrom, nightTo)],
  since: ({ date }, around) => dated(date, around, ([first], year) => [on('on_or_after', firstDay(first, year))]),
  after: ({ date }, around) => dated(date, around, ([first], year) => [on('on_or_after', dayAfter(first, year))]),
  until: ({ date }, around) => dated(date, around, ([first], year) => [on('before', dayAfter(first, year))]),
  before: ({ date }, around) => dated(date, around, ([first], year) => [on('before', firstDay(first, year))]),
  onday: ({ date }, around) =>
    dated(date, around, ([first], year) =>
      first.day === null
        ? [on('on_or_after', firstDay(first, year)), on('before', dayAfter(first, year))]
        : [on('on', firstDay(first, year))],
    ),
  dates: ({ date }, around) =>
    dated(date, around, ([first, second], year) => [
      on('on_or_after', firstDay(first, year)),
      on('before', dayAfter(second ?? first, year)),
    ]),
  daysof: ({ number, date }, around) =>
    dated(date, around, ([last], year) => [
      on('on_or_after', firstDay({ ...last, day: Math.max(1, Math.min(31, Math.round(number?.[0] ?? 1))) }, year)),
      on('before', dayAfter(last, year)),
    ]),
  hourask: () => [ask('hours', 'hour', [{ hole: 'hours' }])],
  dateask: () => [ask('days', 'date', [{ hole: 'days' }])],
}

const hours = (from: string, to: string): SentencePiece => test([{ field: 'hour', operator: 'between', from, to }], 'hour')

const on = (operator: 'before' | 'on' | 'on_or_after', day: string): ConditionDraft => ({ field: 'date', operator, day })

/** A date without a year is the next or last one around today; without today it is asked for. */
function dated(
  dates: DatePhrase[] | undefined,
  { today }: PhraseContext,
  make: (dates: [DatePhrase, DatePhrase?], year: number) => ConditionDraft[],
): SentencePiece[] {
  const [first, second] = dates ?? []
  const year = [first?.year, second?.year, today === null ? null : Number(today.slice(0, 4))].find(each => typeof each === 'number')
  if (!first || typeof year !== 'number') return [ask('days', 'date', [{ hole: 'days' }])]
  return [{ ...test(make(second ? [first, second] : [first], year), 'date'), isBoth: true }]
}
