// Reads the parts of dates in an email (RFC 5260 §4).

import { readZoneOffset } from '../../text/time-zone.ts'
import { type FilterInput, headersNamed } from '../fields.ts'
import { pickNth } from './headers.ts'
import { parseSentDate, type SentDate } from './sent-date.ts'
import type { DatePart, ExactRead } from './test.ts'

type DateRead = Extract<ExactRead, { kind: 'date' }>

export function readDates(read: DateRead, input: FilterInput): string[] {
  return findDates(read, input).map(date => formatPart(read.part, date.at, zoneOffset(read.zone, date, input)))
}

function findDates({ header, nth }: DateRead, { view, arrival }: FilterInput): SentDate[] {
  if (header === null) return [{ at: Date.parse(arrival.arrivedAt), offsetMinutes: 0 }]
  // Without an index the first header is read, as in Pigeonhole. A Received header has its time after the last semicolon (RFC 5322 §3.6.7).
  return pickNth(headersNamed(header, view), nth ?? 1).flatMap(value => parseSentDate(value.slice(value.lastIndexOf(';') + 1)) ?? [])
}

function zoneOffset(zone: DateRead['zone'], date: SentDate, { arrival }: FilterInput): number {
  if (zone === 'own') return readZoneOffset(date.at, arrival.timeZone)
  if (zone === 'original') return date.offsetMinutes
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5))
  return zone.startsWith('-') ? -minutes : minutes
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dayMs = 24 * 60 * 60 * 1000
/** The Modified Julian Day of 1970-01-01, as used by RFC 5260. */
const julianEpoch = 40_587

function formatPart(part: DatePart, at: number, offsetMinutes: number): string {
  const local = new Date(at + offsetMinutes * 60_000)
  const iso = local.toISOString()
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)]
  const zone = formatZone(offsetMinutes)
  const dateText = `${weekdays[local.getUTCDay()]}, ${iso.slice(8, 10)} ${months[local.getUTCMonth()]} ${iso.slice(0, 4)}`
  const values: Record<DatePart, string> = {
    year: iso.slice(0, 4),
    month: iso.slice(5, 7),
    day: iso.slice(8, 10),
    date: day,
    julian: String(Math.floor(local.getTime() / dayMs) + julianEpoch),
    hour: iso.slice(11, 13),
    minute: iso.slice(14, 16),
    second: iso.slice(17, 19),
    time,
    iso8601: `${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`,
    std11: `${dateText} ${time} ${zone}`,
    zone,
    weekday: String(local.getUTCDay()),
  }
  return values[part]
}

function formatZone(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`
}
