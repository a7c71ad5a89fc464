// Writes the iCalendar reply to an invitation (iMIP, RFC 6047; REPLY, RFC 5546 §3.2.3).
import type { InvitationAnswer } from './answers.ts'
import type { EventCard } from './shapes.ts'

export interface InvitationReply {
  answer: InvitationAnswer
  /** The attendee that the user was invited as. */
  attendee: { name: string; address: string }
  /** When the answer was given: the organizer's calendar keeps the latest. */
  now: Date
  comment?: string
}

/** Null if the invitation names no organizer. To be sent as `text/calendar; method=REPLY; charset=UTF-8` to the organizer. */
export function writeReplyCalendar(card: EventCard, { answer, attendee, now, comment }: InvitationReply): string | null {
  const { organizer, uid, sequence, recurrenceId, start, end, isAllDay, title } = card
  if (!organizer || !isMailbox(organizer.address) || !isMailbox(attendee.address)) return null
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mailferry//Answers//EN',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${compact(now.toISOString())}`,
    `ORGANIZER${writeCommonName(organizer.name)}:mailto:${organizer.address}`,
    `ATTENDEE;PARTSTAT=${answer.toUpperCase()}${writeCommonName(attendee.name)}:mailto:${attendee.address}`,
    ...(recurrenceId === null ? [] : [writeTime('RECURRENCE-ID', recurrenceId)]),
    ...(start === null ? [] : [writeTime('DTSTART', start)]),
    ...(end === null || (end === start && !isAllDay) ? [] : [writeTime('DTEND', end)]),
    ...(title === '' ? [] : [`SUMMARY:${escapeText(title)}`]),
    ...(comment ? [`COMMENT:${escapeText(comment)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(foldLine).join('\r\n') + '\r\n'
}

/** Contains nothing that could end the line or the property. */
const isMailbox = (address: string): boolean => /^[^\s\p{Cc}<>()",;:@]+@[^\s\p{Cc}<>()",;:@]+$/u.test(address)

/** A date, an instant or a floating time, which needs no time zone (RFC 5545 §3.3.5). */
function writeTime(name: string, iso: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(iso) ? `${name};VALUE=DATE:${compact(iso)}` : `${name}:${compact(iso)}`
}

/** `2026-04-14T08:00:00.000Z` as `20260414T080000Z`. */
const compact = (iso: string): string => iso.replace(/\.\d+/, '').replace(/[-:]/g, '')

const escapeText = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A quoted value must not contain quotes (RFC 5545 §3.2). */
const writeCommonName = (name: string): string => {
  const plain = name
    .toWellFormed()
    .replace(/["\p{Cc}]/gu, ' ')
    .trim()
  return plain === '' ? '' : `;CN="${plain}"`
}

const countUtf8Bytes = (character: string): number => {
  const point = character.codePointAt(0) ?? 0
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

/** At most 75 octets per line (RFC 5545 §3.1), without splitting a character. */
function foldLine(line: string): string {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const size = countUtf8Bytes(character)
    if (octets + size > 75) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += size
  }
  return lines.join('\r\n')
}
