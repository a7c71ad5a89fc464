// Maps matched rules about hours, days and dates to sentence pieces.
import { dayAfter, firstDay } from '../parts/dates.ts'
import { formatTime, formatTimeRange } from '../parts/times.ts'
import type { ConditionDraft, DatePhrase, SentencePiece } from '../pieces.ts'
import { askPiece, type Meanings, type PhraseContext, testPiece } from './pieces.ts'

export const nightFrom = '22:00'
export const nightTo = '07:00'

export const timeMeanings: Meanings = {
  weekday: ({ days }) => [testPiece([{ field: 'weekday', operator: 'in', days: days?.[0] ?? [] }], 'weekday')],
  weekdayexcept: ({ days }) => [{ ...testPiece([{ field: 'weekday', operator: 'in', days: days?.[0] ?? [] }], 'weekday'), isNot: true }],
  hours: ({ time, clock }) => {
    const [from, to] = clock?.[0] ?? time ?? []
    return from && to ? [hours(...formatTimeRange(from, to, false))] : []
  },
  hoursafter: ({ time }) => (time?.[0] ? [hours(formatTime(time[0]), '00:00')] : []),
  hoursbefore: ({ time }) => (time?.[0] ? [hours('00:00', formatTime(time[0]))] : []),
  moment: ({ time }) => (time?.[0] ? [{ is: 'moment', at: formatTime(time[0]) }] : []),
  night: () => [hours(nightFrom, nightTo)],
  since: ({ date }, context) => dateTest(date, context, ([first], year) => [onDay('on_or_after', firstDay(first, year))]),
  after: ({ date }, context) => dateTest(date, context, ([first], year) => [onDay('on_or_after', dayAfter(first, year))]),
  until: ({ date }, context) => dateTest(date, context, ([first], year) => [onDay('before', dayAfter(first, year))]),
  before: ({ date }, context) => dateTest(date, context, ([first], year) => [onDay('before', firstDay(first, year))]),
  onday: ({ date }, context) =>
    dateTest(date, context, ([first], year) =>
      first.day === null
        ? [onDay('on_or_after', firstDay(first, year)), onDay('before', dayAfter(first, year))]
        : [onDay('on', firstDay(first, year))],
    ),
  dates: ({ date }, context) =>
    dateTest(date, context, ([first, second], year) => [
      onDay('on_or_after', firstDay(first, year)),
      onDay('before', dayAfter(second ?? first, year)),
    ]),
  daysof: ({ number, date }, context) =>
    dateTest(date, context, ([last], year) => [
      onDay('on_or_after', firstDay({ ...last, day: Math.max(1, Math.min(31, Math.round(number?.[0] ?? 1))) }, year)),
      onDay('before', dayAfter(last, year)),
    ]),
  hourask: () => [askPiece('hours', 'hour', [{ hole: 'hours' }])],
  dateask: () => [askPiece('days', 'date', [{ hole: 'days' }])],
}

const hours = (from: string, to: string): SentencePiece => testPiece([{ field: 'hour', operator: 'between', from, to }], 'hour')

const onDay = (operator: 'before' | 'on' | 'on_or_after', day: string): ConditionDraft => ({ field: 'date', operator, day })

/** A date without a year is in the year of `today`; if that is unknown, the user is asked. */
function dateTest(
  dates: DatePhrase[] | undefined,
  { today }: PhraseContext,
  make: (dates: [DatePhrase, DatePhrase?], year: number) => ConditionDraft[],
): SentencePiece[] {
  const [first, second] = dates ?? []
  const year = [first?.year, second?.year, today === null ? null : Number(today.slice(0, 4))].find(each => typeof each === 'number')
  if (!first || typeof year !== 'number') return [askPiece('days', 'date', [{ hole: 'days' }])]
  return [{ ...testPiece(make(second ? [first, second] : [first], year), 'date'), isBoth: true }]
}
