// An invitation, its change, its end, or somebody's answer, in the lines that stand above the mail.
import { isTimeZone } from '../../../core/filters/moment.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import type { Key } from '../../../core/words/rooms.ts'
import type { Translate, Words } from '../../../core/words/words.ts'
import { bold, neutral, oneLine } from '../markup.ts'
import { dayText, spanText, zoneOf } from './event-time.ts'
import { recurrenceText } from './recurrence.ts'

/** Who reads it: `timeZone` where it is known; `sender` is the address that the mail is from. */
export interface Reader {
  timeZone: string | null
  sender: string | null
}

const titleMost = 150
const whereMost = 200
const nameMost = 80
/** One that is longer is nobody's meeting. */
const linkMost = 500

export function eventLines(words: Words, card: EventCard, { timeZone, sender }: Reader): string[] {
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

type State = Key<'calendar'> extends infer K ? (K extends `state.${infer S}` ? S : never) : never

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
  const place = start.endsWith('Z') ? (zone === null || zone === 'UTC' ? placeOf(shown) : null) : card.timeZone
  return [
    place === null || card.isAllDay ? time : t('in', { time, place: neutral(oneLine(place, nameMost)) }),
    ...(there === null || own === null ? [] : [`(${t('in', { time: there, place: placeOf(own) })})`]),
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
const placeOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
