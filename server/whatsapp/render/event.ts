// Renders a calendar event above its email, and how often it repeats: an invitation, a change, a cancellation, or an attendee's answer.
import { isTimeZone } from '../../../core/filters/moment.ts'
import { type Recurrence, recurrenceOf } from '../../../core/message/calendar/recurrence.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Translate, Words } from '../../../core/words/words.ts'
import { bold, neutral, oneLine } from '../markup.ts'
import { dayIn, dayText, instantOf, spanText, zoneOf } from './event-time.ts'

/** Who reads it: `timeZone` where it is known; `sender` is the address that the mail is from. */
export interface EventReader {
  timeZone: string | null
  sender: string | null
}

const titleMost = 150
const whereMost = 200
const nameMost = 80
/** One that is longer is nobody's meeting. */
const linkMost = 500

export function eventLines(words: Words, card: EventCard, { timeZone, sender }: EventReader): string[] {
  const t = words.of('calendar')
  const { sign, state, by } = stateOf(card)
  const title = neutral(oneLine(card.title, titleMost))
  const known = bold(t(`state.${state}`))
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : null
  const where = card.where === null ? '' : neutral(oneLine(card.where, whereMost))
  return [
    `${sign} ${title === '' ? known : t('head', { state: known, title })}`,
    ...whenLines(words, card, zone),
    ...(where === '' ? [] : [`📍 ${where}`]),
    ...(card.link === null || card.link.length > linkMost || card.where?.includes(card.link) ? [] : [card.link]),
    ...(by === null ? [] : [t('by', { name: named(by, sender) })]),
  ]
}

type State = WordKey<'calendar'> extends infer K ? (K extends `state.${infer S}` ? S : never) : never

/** What has happened, and through whom. */
function stateOf({ method, status, sequence, organizer, attendees }: EventCard): { sign: string; state: State; by: Person | null } {
  const [who = null] = attendees
  if (method === 'reply') {
    const partstat = who?.partstat ?? 'needs-action'
    const signs: Record<string, string> = { accepted: '✅', declined: '❌' }
    return { sign: signs[partstat] ?? '📅', state: partstat === 'needs-action' ? 'unanswered' : partstat, by: who }
  }
  if (method === 'counter') return { sign: '📅', state: 'counter', by: attendees.length === 1 ? who : null }
  if (method === 'cancel' || status === 'cancelled') return { sign: '🚫', state: 'cancelled', by: organizer }
  return { sign: '📅', state: sequence > 0 ? 'changed' : 'invitation', by: organizer }
}

interface Person {
  name: string
  address: string
}

/** Whoever is not the sender stands there with their address: a name can be anybody's. */
function named({ name, address }: Person, sender: string | null): string {
  const plain = neutral(oneLine(name, nameMost))
  if (plain === '' || plain === address) return neutral(oneLine(address, nameMost))
  const isolated = /[\u0590-\u08ff]/.test(plain) ? `${plain}\u200e` : plain
  return address === sender ? isolated : `${isolated} <${neutral(oneLine(address, nameMost))}>`
}

function whenLines(words: Words, card: EventCard, zone: string | null): string[] {
  const t = words.of('calendar')
  const { start, end, recurrence, recurrenceId, others } = card
  if (start === null || end === null) return seriesLines(t, words.language, card, zone)
  const own = zoneOf(card)
  const shown = zone ?? own ?? 'UTC'
  const there = own !== null && zone !== null && own !== zone ? spanText(words.language, card, own, shown) : null
  const time = spanText(words.language, card, shown)
  // A time without a zone means nothing; where it is the reader's own, they know it.
  const place = start.endsWith('Z') ? (zone === null || zone === 'UTC' ? cityOf(shown) : null) : card.timeZone
  return [
    place === null || card.isAllDay ? time : t('in', { time, place: neutral(oneLine(place, nameMost)) }),
    ...(there === null || own === null ? [] : [`(${t('in', { time: there, place: cityOf(own) })})`]),
    ...(recurrence === null ? [] : [recurrenceText(words, card, shown)]),
    ...seriesLines(t, words.language, { ...card, recurrenceId, others }, zone),
  ]
}

function seriesLines(t: Translate<'calendar'>, language: string, card: EventCard, zone: string | null): string[] {
  const { recurrenceId, start, others } = card
  const before = recurrenceId === null || recurrenceId === start ? null : dayText(language, recurrenceId, zone ?? zoneOf(card) ?? 'UTC')
  return [
    ...(recurrenceId === null ? [] : [before === null ? t('once') : t('moved', { date: before })]),
    ...(others > 0 ? [t('others', { count: others })] : []),
  ]
}

/** `America/Argentina/Buenos_Aires`: Buenos Aires. */
const cityOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** How often it repeats, as a sentence; `zone` is the reader's. */
function recurrenceText(words: Words, card: EventCard, zone: string): string {
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
    place: on !== null && isOtherDay(card, zone) ? cityOf(zoneOf(card) ?? 'none') : 'none',
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
