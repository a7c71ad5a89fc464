// Reads the card of an invitation, update, cancellation or answer from a message's calendar (RFC 5546, RFC 6047).
import type { Attachment, Email } from 'postal-mime'
import { stripLinkTrackers } from '../../../../core/message/blocks/links.ts'
import type { EventCard, Partstat } from '../../../../core/message/calendar/shapes.ts'
import { Partstat as PartstatShape } from '../../../../core/message/calendar/shapes.ts'
import type { MailView } from '../../../../core/message/view.ts'
import { isCalendarFile } from './kinds.ts'
import { calendarChars, calendarLines } from './lines.ts'
import { type CalendarComponent, readCalendar, readParameter, readText, readValue, readValues, type Value } from './tree.ts'
import { readTime, readWhen } from './when.ts'

type Method = EventCard['method']
const methods: Record<string, Method> = { REQUEST: 'request', CANCEL: 'cancel', REPLY: 'reply', COUNTER: 'counter' }

const maxParts = 4
const maxAttendees = 20

/** Null when the email has no calendar, or an ambiguous one. */
export function readEventCard(email: Email, view: Pick<MailView, 'to' | 'cc' | 'deliveredTo'>): EventCard | null {
  const parts = email.attachments.filter(part => isCalendarFile(part.mimeType, part.filename ?? ''))
  for (const part of parts.slice(0, maxParts)) {
    const lines = calendarLines(decodeText(part))
    const calendar = lines === null ? null : readCalendar(lines)
    const card = calendar ? readEvent(calendar, part.method ?? '') : null
    if (card) return sortAddresseesFirst(card, view)
  }
  return null
}

function decodeText({ content }: Attachment): string {
  if (typeof content === 'string') return content
  const bytes = new Uint8Array(content)
  return bytes.byteLength > 3 * calendarChars ? '' : new TextDecoder().decode(bytes)
}

function readEvent(calendar: CalendarComponent, declaredMethod: string): EventCard | null {
  const method = methods[(readText(calendar, 'method') ?? declaredMethod).trim().toUpperCase()]
  const events = calendar.components.filter(one => one.name === 'vevent')
  const [uid, ...otherUids] = new Set(events.map(one => readText(one, 'uid') ?? ''))
  const event = events.find(one => readValue(one, 'recurrence-id') === null) ?? events[0]
  // One email concerns a single event (RFC 5546 §3.2).
  if (calendar.name !== 'vcalendar' || !method || !event || !uid || uid.length > maxUidChars || otherUids.length > 0) return null
  const when = readWhen(event, calendar)
  if (!when || (method === 'request' && !when.start)) return null
  const attendees = readValues(event, 'attendee').flatMap(toAttendees)
  // A reply comes from one attendee.
  if (method === 'reply' && attendees.length !== 1) return null
  const instance = readValue(event, 'recurrence-id')
  return {
    kind: 'event',
    method,
    uid,
    sequence: Math.max(0, Math.trunc(Number(readText(event, 'sequence') ?? 0)) || 0),
    recurrenceId: instance && (readTime(instance, calendar)?.written ?? null),
    title: truncate(readText(event, 'summary') ?? '', 300),
    ...{ start: when.start?.written ?? null, end: when.end },
    ...{ isAllDay: when.start?.isDate ?? false, timeZone: when.start?.zone ?? null },
    where: truncate(readText(event, 'location') ?? '', 400) || null,
    link: readLink(event),
    organizer: toPerson(readValue(event, 'organizer')),
    recurrence: truncate(readText(event, 'x-rrule') ?? '', 400) || null,
    status: readStatus(readText(event, 'status')),
    attendees,
    others: events.length - 1,
  }
}

const maxUidChars = 500

/** Lists the email's addressees first, as one of them is reading it. */
function sortAddresseesFirst(card: EventCard, { to, cc, deliveredTo }: Pick<MailView, 'to' | 'cc' | 'deliveredTo'>): EventCard {
  const readers = new Set([...deliveredTo, ...[...to, ...cc].map(person => person.address)])
  const isReader = ({ address }: { address: string }) => readers.has(address)
  const sorted = [...card.attendees.filter(isReader), ...card.attendees.filter(one => !isReader(one))]
  return { ...card, attendees: sorted.slice(0, maxAttendees) }
}

function toAttendees(value: Value): EventCard['attendees'] {
  const person = toPerson(value)
  if (!person) return []
  const read = PartstatShape.safeParse(readParameter(value, 'partstat').toLowerCase())
  const partstat: Partstat = read.success ? read.data : 'needs-action'
  return [{ ...person, partstat }]
}

/** Null without an email address (RFC 5545 §3.3.3). */
function toPerson(value: Value | null): { name: string; address: string } | null {
  const address = /^mailto:([^\s?<>"]{1,300}@[^\s?<>"@]{1,255})$/i.exec(value?.text.trim() ?? '')?.[1]
  if (!value || address === undefined) return null
  const name = truncate(readParameter(value, 'cn').replace(/^["']|["']$/g, ''), 100)
  return { name, address: decoded(address).toLowerCase() }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const statuses: Record<string, EventCard['status']> = { CONFIRMED: 'confirmed', TENTATIVE: 'tentative', CANCELLED: 'cancelled' }
const readStatus = (written: string | null): EventCard['status'] => statuses[written?.trim().toUpperCase() ?? ''] ?? null

/** Where meeting programs put their link (RFC 7986 §5.11, and proprietary names before it). */
function readLink(event: CalendarComponent): string | null {
  const written = ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl'].flatMap(name => readText(event, name) ?? [])
  return written.flatMap(one => stripLinkTrackers(one)?.href ?? []).find(href => href.length <= 1000) ?? null
}

const truncate = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed()
