// Reads the parts of dates in an email (RFC 5260 §4).
import { readZoneOffset } from '../../text/time-zone.ts'
import { type FilterInput, headersNamed } from '../fields.ts'
import { pickNth } from './headers.ts'
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

interface SentDate {
  at: number
  offsetMinutes: number
}

const headerShape =
  /^\s*(?:[a-z]{3,9}\s*,)?\s*(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{2,4})\s+(\d{1,2})\s*:\s*(\d{1,2})(?:\s*:\s*(\d{1,2}))?(?:\s+([+-]\d{4}|[a-z]{1,5}))?/i
const headerMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const hoursOfZone: Record<string, number> = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 }

/** Parses a date header (RFC 5322 §3.3, including the obsolete zones of §4.3); null if the text is not a date. */
export function parseSentDate(text: string): SentDate | null {
  const found = headerShape.exec(text.slice(0, 500).replace(/\([^()]*\)/g, ' '))
  if (!found) return null
  const [, day = '', month = '', yearText = '', hour = '', minute = '', second = '0', zone = ''] = found
  const monthIndex = headerMonths.indexOf(month.toLowerCase())
  if (monthIndex < 0 || Number(day) > 31 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const offsetMinutes = parseZoneOffset(zone)
  const at = Date.UTC(fullYear(yearText), monthIndex, Number(day), Number(hour), Number(minute), Number(second)) - offsetMinutes * 60_000
  return { at, offsetMinutes }
}

// RFC 5322 §4.3.
function fullYear(yearText: string): number {
  const year = Number(yearText)
  if (yearText.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return yearText.length === 3 ? 1900 + year : year
}

function parseZoneOffset(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return (hoursOfZone[zone.toUpperCase()] ?? 0) * 60
}
