// How often an event comes back, in a sentence.
import { type Recurrence, recurrenceOf } from '../../../core/message/calendar/recurrence.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import type { Translate, Words } from '../../../core/words/words.ts'
import { dayIn, instantOf, zoneOf } from './event-time.ts'

/** `zone` is where its reader is. */
export function recurrenceText(words: Words, card: EventCard, zone: string): string {
  const t = words.of('calendar')
  const rule = recurrenceOf(card.recurrence ?? '')
  if (!rule) return t('repeats.somehow')
  const on = onText(t, words.language, rule)
  return t('repeats', {
    every: t(`every.${rule.every}`, { interval: rule.interval }),
    ...{ hasOn: on === null ? 'no' : 'yes', on: on ?? '' },
    ends: rule.until !== null ? 'until' : rule.count !== null ? 'count' : 'no',
    date: rule.until === null ? '' : untilText(words.language, rule.until, zone),
    count: rule.count ?? 0,
    place: on !== null && isOtherDay(card, zone) ? (zoneOf(card)?.split('/').at(-1)?.replaceAll('_', ' ') ?? 'none') : 'none',
  })
}

/** Its days are those of its own zone. */
function isOtherDay(card: EventCard, zone: string): boolean {
  const own = zoneOf(card)
  const at = card.start?.endsWith('Z') ? instantOf(card.start) : null
  return own !== null && at !== null && dayIn(at, own) !== dayIn(at, zone)
}

function onText(t: Translate<'calendar'>, language: string, { every, weekdays, monthDay }: Recurrence): string | null {
  const [first] = weekdays
  if (monthDay === -1) return t('on.lastDay')
  if (monthDay !== null) return t('on.date', { day: monthDay })
  if (!first) return null
  if (every === 'month') return t('on.nth', { ordinal: first.ordinal ?? 1, day: weekdayText(language, first.day) })
  const days = [...new Set(weekdays.map(one => one.day))].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  if (days.join() === '1,2,3,4,5') return t('on.workdays', { first: weekdayText(language, 1), last: weekdayText(language, 5) })
  return t('on.days', { days: new Intl.ListFormat(language).format(days.map(day => weekdayText(language, day))) })
}

/** From Sunday, 0: 4 January 1970 was one. */
const weekdayText = (language: string, day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + day))

const untilText = (language: string, until: string, zone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: until.endsWith('Z') ? zone : 'UTC' }).format(instantOf(until))
