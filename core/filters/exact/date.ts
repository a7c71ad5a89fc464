// The dates of a mail, part by part (RFC 5260 §4).

import { offsetAt } from '../../text/time-zone.ts'
import { headersNamed, type Reading } from '../fields.ts'
import { nthOf } from './headers.ts'
import { readDate, type SentDate } from './sent-date.ts'
import type { DatePart, ExactRead } from './test.ts'

type DateRead = Extract<ExactRead, { kind: 'date' }>

export function datesRead(read: DateRead, reading: Reading): string[] {
  return datesOf(read, reading).map(date => partOf(read.part, date.at, offsetFor(read.zone, date, reading)))
}

function datesOf({ header, nth }: DateRead, { view, arrival }: Reading): SentDate[] {
  if (header === null) return [{ at: Date.parse(arrival.arrivedAt), offsetMinutes: 0 }]
  // A number left out means the first; so Pigeonhole has it. Who received a mail writes the time after all the rest (RFC 5322 §3.6.7).
  return nthOf(headersNamed(header, view), nth ?? 1).flatMap(value => readDate(value.slice(value.lastIndexOf(';') + 1)) ?? [])
}

function offsetFor(zone: DateRead['zone'], date: SentDate, { arrival }: Reading): number {
  if (zone === 'own') return offsetAt(date.at, arrival.timeZone)
  if (zone === 'original') return date.offsetMinutes
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5))
  return zone.startsWith('-') ? -minutes : minutes
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dayMs = 24 * 60 * 60 * 1000
/** 1970-01-01 counted as RFC 5260 counts days. */
const julianEpoch = 40_587

function partOf(part: DatePart, at: number, offsetMinutes: number): string {
  const local = new Date(at + offsetMinutes * 60_000)
  const iso = local.toISOString()
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)]
  const zone = zoneText(offsetMinutes)
  const spoken = `${weekdays[local.getUTCDay()]}, ${iso.slice(8, 10)} ${months[local.getUTCMonth()]} ${iso.slice(0, 4)}`
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
    std11: `${spoken} ${time} ${zone}`,
    zone,
    weekday: String(local.getUTCDay()),
  }
  return values[part]
}

function zoneText(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
