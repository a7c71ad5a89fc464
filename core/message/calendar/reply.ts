// The calendar that answers an invitation by mail (iMIP: RFC 6047; the REPLY of RFC 5546 §3.2.3).
import type { InvitationAnswer } from './answers.ts'
import type { EventCard } from './shapes.ts'

export interface InvitationReply {
  answer: InvitationAnswer
  /** As whom the person was invited. */
  attendee: { name: string; address: string }
  /** When the answer was given: of two answers the organizer believes the later. */
  now: Date
  comment?: string
}

/** Null where the invitation names nobody to answer. To be sent as `text/calendar; method=REPLY; charset=UTF-8` to the organizer. */
export function replyCalendar(card: EventCard, { answer, attendee, now, comment }: InvitationReply): string | null {
  const { organizer, uid, sequence, recurrenceId, start, end, isAllDay, title } = card
  if (!organizer || !isMailbox(organizer.address) || !isMailbox(attendee.address)) return null
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mailferry//Answers//EN',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${text(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${compact(now.toISOString())}`,
    `ORGANIZER${named(organizer.name)}:mailto:${organizer.address}`,
    `ATTENDEE;PARTSTAT=${answer.toUpperCase()}${named(attendee.name)}:mailto:${attendee.address}`,
    ...(recurrenceId === null ? [] : [moment('RECURRENCE-ID', recurrenceId)]),
    ...(start === null ? [] : [moment('DTSTART', start)]),
    ...(end === null || (end === start && !isAllDay) ? [] : [moment('DTEND', end)]),
    ...(title === '' ? [] : [`SUMMARY:${text(title)}`]),
    ...(comment ? [`COMMENT:${text(comment)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(folded).join('\r\n') + '\r\n'
}

/** Nothing in it may end the line or the property. */
const isMailbox = (address: string): boolean => /^[^\s\p{Cc}<>()",;:@]+@[^\s\p{Cc}<>()",;:@]+$/u.test(address)

/** A date, an instant, or what a clock shows: a value that is no instant needs no zone of ours (RFC 5545 §3.3.5). */
function moment(name: string, written: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(written) ? `${name};VALUE=DATE:${compact(written)}` : `${name}:${compact(written)}`
}

/** `2026-04-14T08:00:00.000Z` as `20260414T080000Z`. */
const compact = (iso: string): string => iso.replace(/\.\d+/, '').replace(/[-:]/g, '')

const text = (letters: string): string =>
  letters
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A value in quotes holds no quotes (RFC 5545 §3.2). */
const named = (name: string): string => {
  const plain = name
    .toWellFormed()
    .replace(/["\p{Cc}]/gu, ' ')
    .trim()
  return plain === '' ? '' : `;CN="${plain}"`
}

/** Of a letter in UTF-8. */
const octetsOf = (letter: string): number => {
  const point = letter.codePointAt(0) ?? 0
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

/** At most 75 octets a line (RFC 5545 §3.1), no letter cut in two. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const letter of line) {
    const size = octetsOf(letter)
    if (octets + size > 75) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += letter
    octets += size
  }
  return lines.join('\r\n')
}
