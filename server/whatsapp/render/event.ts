// Renders the calendar event above an email, including how often it repeats.
import { isTimeZone } from '../../../core/filters/moment.ts'
import { parseRecurrence, type Recurrence } from '../../../core/message/calendar/recurrence.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Translate, Words } from '../../../core/words/words.ts'
import { bold, neutral, oneLine } from '../markup.ts'
import { formatDate, formatSpan, knownZone, localDay, toInstant } from './event-time.ts'

/** `sender` is the address that the email is from. */
export interface EventReader {
  timeZone: string | null
  sender: string | null
}

const maxTitle = 150
const maxPlace = 200
const maxName = 80
/** Real meeting links are shorter. */
const maxLink = 500

export function eventLines(words: Words, card: EventCard, { timeZone, sender }: EventReader): string[] {
  const t = words.of('calendar')
  const { sign, state, by } = eventState(card)
  const title = neutral(oneLine(card.title, maxTitle))
  const stateText = bold(t(`state.${state}`))
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : null
  const where = card.where === null ? '' : neutral(oneLine(card.where, maxPlace))
  return [
    `${sign} ${title === '' ? stateText : t('head', { state: stateText, title })}`,
    ...whenLines(words, card, zone),
    ...(where === '' ? [] : [`📍 ${where}`]),
    ...(card.link === null || card.link.length > maxLink || card.where?.includes(card.link) ? [] : [card.link]),
    ...(by === null ? [] : [t('by', { name: formatPerson(by, sender) })]),
  ]
}

type State = WordKey<'calendar'> extends infer K ? (K extends `state.${infer S}` ? S : never) : never

/** What happened, and who caused it. */
function eventState({ method, status, sequence, organizer, attendees }: EventCard): { sign: string; state: State; by: Person | null } {
  const [attendee = null] = attendees
  if (method === 'reply') {
    const partstat = attendee?.partstat ?? 'needs-action'
    const signs: Record<string, string> = { accepted: '✅', declined: '❌' }
    return { sign: signs[partstat] ?? '📅', state: partstat === 'needs-action' ? 'unanswered' : partstat, by: attendee }
  }
  if (method === 'counter') return { sign: '📅', state: 'counter', by: attendees.length === 1 ? attendee : null }
  if (method === 'cancel' || status === 'cancelled') return { sign: '🚫', state: 'cancelled', by: organizer }
  return { sign: '📅', state: sequence > 0 ? 'changed' : 'invitation', by: organizer }
}

interface Person {
  name: string
  address: string
}

/** Adds the address of anybody but the sender, because names can be faked. */
function formatPerson({ name, address }: Person, sender: string | null): string {
  const cleanName = neutral(oneLine(name, maxName))
  if (cleanName === '' || cleanName === address) return neutral(oneLine(address, maxName))
  const isolated = /[\u0590-\u08ff]/.test(cleanName) ? `${cleanName}\u200e` : cleanName
  return address === sender ? isolated : `${isolated} <${neutral(oneLine(address, maxName))}>`
}

function whenLines(words: Words, card: EventCard, zone: string | null): string[] {
  const t = words.of('calendar')
  const { start, end, recurrence, recurrenceId, others } = card
  if (start === null || end === null) return recurringLines(t, words.language, card, zone)
  const eventZone = knownZone(card)
  const displayZone = zone ?? eventZone ?? 'UTC'
  const localTime =
    eventZone !== null && zone !== null && eventZone !== zone ? formatSpan(words.language, card, eventZone, displayZone) : null
  const time = formatSpan(words.language, card, displayZone)
  // A time needs its zone, unless it is the reader's own.
  const place = start.endsWith('Z') ? (zone === null || zone === 'UTC' ? cityName(displayZone) : null) : card.timeZone
  return [
    place === null || card.isAllDay ? time : t('in', { time, place: neutral(oneLine(place, maxName)) }),
    ...(localTime === null || eventZone === null ? [] : [`(${t('in', { time: localTime, place: cityName(eventZone) })})`]),
    ...(recurrence === null ? [] : [formatRecurrence(words, card, displayZone)]),
    ...recurringLines(t, words.language, { ...card, recurrenceId, others }, zone),
  ]
}

function recurringLines(t: Translate<'calendar'>, language: string, card: EventCard, zone: string | null): string[] {
  const { recurrenceId, start, others } = card
  const before =
    recurrenceId === null || recurrenceId === start ? null : formatDate(language, recurrenceId, zone ?? knownZone(card) ?? 'UTC')
  return [
    ...(recurrenceId === null ? [] : [before === null ? t('once') : t('moved', { date: before })]),
    ...(others > 0 ? [t('others', { count: others })] : []),
  ]
}

/** `America/Argentina/Buenos_Aires` → Buenos Aires. */
const cityName = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** How often it repeats, as a sentence; `zone` is the reader's. */
function formatRecurrence(words: Words, card: EventCard, zone: string): string {
  const t = words.of('calendar')
  const rule = parseRecurrence(card.recurrence ?? '')
  if (!rule) return t('repeats.somehow')
  const on = formatDays(t, words.language, rule)
  return t('repeats', {
    every: t(`every.${rule.every}`, { interval: rule.interval }),
    ...{ hasOn: on === null ? 'no' : 'yes', on: on ?? '' },
    ends: rule.until !== null ? 'until' : rule.count !== null ? 'count' : 'no',
    date: rule.until === null ? '' : formatUntil(words.language, rule.until, zone),
    count: rule.count ?? 0,
    place: on !== null && isOtherDay(card, zone) ? cityName(knownZone(card) ?? 'none') : 'none',
  })
}

/** True if the event's day differs between its own zone and the reader's. */
function isOtherDay(card: EventCard, zone: string): boolean {
  const eventZone = knownZone(card)
  const at = card.start?.endsWith('Z') ? toInstant(card.start) : null
  return eventZone !== null && at !== null && localDay(at, eventZone) !== localDay(at, zone)
}

function formatDays(t: Translate<'calendar'>, language: string, { every, weekdays, monthDay }: Recurrence): string | null {
  const [first] = weekdays
  if (monthDay === -1) return t('on.lastDay')
  if (monthDay !== null) return t('on.date', { day: monthDay })
  if (!first) return null
  if (every === 'month') return t('on.nth', { ordinal: first.ordinal ?? 1, day: formatWeekday(language, first.day) })
  const days = [...new Set(weekdays.map(one => one.day))].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  if (days.join() === '1,2,3,4,5') return t('on.workdays', { first: formatWeekday(language, 1), last: formatWeekday(language, 5) })
  return t('on.days', { days: new Intl.ListFormat(language).format(days.map(day => formatWeekday(language, day))) })
}

/** 0 is Sunday; 4 January 1970 was a Sunday. */
const formatWeekday = (language: string, day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + day))

const formatUntil = (language: string, until: string, zone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: until.endsWith('Z') ? zone : 'UTC' }).format(toInstant(until))
