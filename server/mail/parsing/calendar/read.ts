// Reads the card of an invitation, update, cancellation or answer from a message's calendar (RFC 5546, RFC 6047).
import type { Attachment, Email } from 'postal-mime'
import { linkOf } from '../../../../core/message/blocks/links.ts'
import type { EventCard, Partstat } from '../../../../core/message/calendar/shapes.ts'
import { Partstat as PartstatShape } from '../../../../core/message/calendar/shapes.ts'
import type { MailView } from '../../../../core/message/view.ts'
import { isCalendarFile } from './kinds.ts'
import { calendarChars, calendarLines } from './lines.ts'
import { type Component, parameterOf, readCalendar, textOf, type Value, valueOf, valuesOf } from './tree.ts'
import { momentOf, whenOf } from './when.ts'

type Method = EventCard['method']
const methods: Record<string, Method> = { REQUEST: 'request', CANCEL: 'cancel', REPLY: 'reply', COUNTER: 'counter' }

const mostParts = 4
const mostAttendees = 20

/** Null where the mail brings none, or one that does not say clearly what it is. */
export function eventOf(email: Email, view: Pick<MailView, 'to' | 'cc' | 'deliveredTo'>): EventCard | null {
  const parts = email.attachments.filter(part => isCalendarFile(part.mimeType, part.filename ?? ''))
  for (const part of parts.slice(0, mostParts)) {
    const lines = calendarLines(lettersOf(part))
    const calendar = lines === null ? null : readCalendar(lines)
    const card = calendar ? eventIn(calendar, part.method ?? '') : null
    if (card) return withFirst(card, view)
  }
  return null
}

function lettersOf({ content }: Attachment): string {
  if (typeof content === 'string') return content
  const bytes = new Uint8Array(content)
  return bytes.byteLength > 3 * calendarChars ? '' : new TextDecoder().decode(bytes)
}

function eventIn(calendar: Component, told: string): EventCard | null {
  const method = methods[(textOf(calendar, 'method') ?? told).trim().toUpperCase()]
  const events = calendar.components.filter(one => one.name === 'vevent')
  const [uid, ...otherUids] = new Set(events.map(one => textOf(one, 'uid') ?? ''))
  const event = events.find(one => valueOf(one, 'recurrence-id') === null) ?? events[0]
  // All that one mail asks is of one event (RFC 5546 §3.2).
  if (calendar.name !== 'vcalendar' || !method || !event || !uid || uid.length > longestUid || otherUids.length > 0) return null
  const when = whenOf(event, calendar)
  if (!when || (method === 'request' && !when.start)) return null
  const attendees = valuesOf(event, 'attendee').flatMap(attendeeOf)
  // An answer is one person's.
  if (method === 'reply' && attendees.length !== 1) return null
  const instance = valueOf(event, 'recurrence-id')
  return {
    kind: 'event',
    method,
    uid,
    sequence: Math.max(0, Math.trunc(Number(textOf(event, 'sequence') ?? 0)) || 0),
    recurrenceId: instance && (momentOf(instance, calendar)?.written ?? null),
    title: cut(textOf(event, 'summary') ?? '', 300),
    ...{ start: when.start?.written ?? null, end: when.end },
    ...{ isAllDay: when.start?.isDate ?? false, timeZone: when.start?.zone ?? null },
    where: cut(textOf(event, 'location') ?? '', 400) || null,
    link: linkIn(event),
    organizer: personOf(valueOf(event, 'organizer')),
    recurrence: cut(textOf(event, 'x-rrule') ?? '', 400) || null,
    status: statusOf(textOf(event, 'status')),
    attendees,
    others: events.length - 1,
  }
}

const longestUid = 500

/** Those to whom the mail was sent come first: one of them reads it. */
function withFirst(card: EventCard, { to, cc, deliveredTo }: Pick<MailView, 'to' | 'cc' | 'deliveredTo'>): EventCard {
  const readers = new Set([...deliveredTo, ...[...to, ...cc].map(person => person.address)])
  const isReader = ({ address }: { address: string }) => readers.has(address)
  const sorted = [...card.attendees.filter(isReader), ...card.attendees.filter(one => !isReader(one))]
  return { ...card, attendees: sorted.slice(0, mostAttendees) }
}

function attendeeOf(value: Value): EventCard['attendees'] {
  const person = personOf(value)
  if (!person) return []
  const read = PartstatShape.safeParse(parameterOf(value, 'partstat').toLowerCase())
  const partstat: Partstat = read.success ? read.data : 'needs-action'
  return [{ ...person, partstat }]
}

/** Null where it is nobody with an address (RFC 5545 §3.3.3). */
function personOf(value: Value | null): { name: string; address: string } | null {
  const address = /^mailto:([^\s?<>"]{1,300}@[^\s?<>"@]{1,255})$/i.exec(value?.text.trim() ?? '')?.[1]
  if (!value || address === undefined) return null
  const name = cut(parameterOf(value, 'cn').replace(/^["']|["']$/g, ''), 100)
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
const statusOf = (written: string | null): EventCard['status'] => statuses[written?.trim().toUpperCase() ?? ''] ?? null

/** Where programs for meetings write their address (RFC 7986 §5.11, and before it names of their own). */
function linkIn(event: Component): string | null {
  const written = ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl'].flatMap(name => textOf(event, name) ?? [])
  return written.flatMap(one => linkOf(one)?.href ?? []).find(href => href.length <= 1000) ?? null
}

const cut = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed()
