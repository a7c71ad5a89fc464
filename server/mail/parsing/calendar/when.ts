// Reads when an event takes place: instants in a time zone, whole days, or floating times.
import ICAL from 'ical.js'
import { isTimeZone } from '../../../../core/filters/moment.ts'
import { wallTimeToInstant } from '../../../../core/message/calendar/wall-time.ts'
import { windowsZone } from '../../../../core/message/calendar/windows-zones.ts'
import { applyZoneRules, type Observance } from '../../../../core/message/calendar/zone-rules.ts'
import { type CalendarComponent, readParameter, readText, readValue, readValues, type Value } from './tree.ts'

/** `written`: an instant, a date, or without `Z` a local time. */
export interface CalendarTime {
  written: string
  isDate: boolean
  zone: string | null
}

export interface EventTime {
  start: CalendarTime | null
  end: string | null
}

/** Null for an invalid time. */
export function readWhen(event: CalendarComponent, calendar: CalendarComponent): EventTime | null {
  const from = readValue(event, 'dtstart')
  if (!from) return { start: null, end: null }
  const start = readTime(from, calendar)
  if (!start) return null
  const to = readValue(event, 'dtend')
  const end = to ? readTime(to, calendar) : addDuration(from, readText(event, 'duration'), calendar)
  // A local time and an instant can't be compared.
  const isComparable = end && end.isDate === start.isDate && end.written.endsWith('Z') === start.written.endsWith('Z')
  return { start, end: isComparable && end.written >= start.written ? end.written : start.written }
}

export function readTime(value: Value, calendar: CalendarComponent): CalendarTime | null {
  const written = value.text.replace(/Z$/, '')
  const wallMs = parseWallTime(written)
  if (wallMs === null) return null
  if (written.length === 10) return { written, isDate: true, zone: null }
  if (value.text.endsWith('Z')) return { written: value.text, isDate: false, zone: 'UTC' }
  const name = readParameter(value, 'tzid').slice(0, maxNameChars)
  if (name === '') return { written, isDate: false, zone: null }
  const zone = findZone(name, calendar)
  const at = zone ? wallTimeToInstant(wallMs, zone) : applyZoneRules(readZoneRules(name, calendar), wallMs)
  return { written: at === null ? written : iso(at), isDate: false, zone: zone ?? name }
}

const maxNameChars = 100
const firstMs = Date.UTC(1970, 0, 1)
const lastMs = Date.UTC(2200, 0, 1)

/** A date or local time, strictly validated: 31 February is rejected. */
function parseWallTime(written: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$/.test(written)) return null
  const at = Date.parse(written.length === 10 ? written : `${written}Z`)
  if (Number.isNaN(at) || at < firstMs || at > lastMs) return null
  return new Date(at).toISOString().startsWith(written) ? at : null
}

const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** The IANA or Windows name of a zone; some programs prefix it with a path. */
function findZone(name: string, calendar: CalendarComponent): string | null {
  const definition = calendar.components.find(one => one.name === 'vtimezone' && readText(one, 'tzid') === name)
  const path = /^\/.*?\/((?:[A-Z][\w+-]*\/){1,2}[A-Z][\w+-]*)$/i.exec(name)?.[1]
  const names = [name, path, windowsZone(name), definition ? readText(definition, 'x-lic-location') : null]
  return names.find(one => typeof one === 'string' && one.length <= maxNameChars && isTimeZone(one)) ?? null
}

/** The rules that the email defines for its own zone. */
function readZoneRules(name: string, calendar: CalendarComponent): Observance[] {
  const definition = calendar.components.find(one => one.name === 'vtimezone' && readText(one, 'tzid') === name)
  return (definition?.components ?? []).flatMap(one => {
    const onset = parseRuleStart(readText(one, 'dtstart') ?? '')
    const [from, to] = ['tzoffsetfrom', 'tzoffsetto'].map(each => parseOffset(readText(one, each) ?? ''))
    if (onset === null || from == null || to == null) return []
    const dates = readValues(one, 'rdate').flatMap(({ text }) => parseRuleStart(text) ?? [])
    return [{ onsetMs: onset, from, to, dates, rule: readText(one, 'x-rrule') }]
  })
}

/** Like `parseWallTime`, but rules may begin at any date. */
function parseRuleStart(written: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(written) ? Date.parse(`${written}Z`) : NaN
  return Number.isNaN(at) ? null : at
}

function parseOffset(offset: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d):([0-5]\d)(?::\d\d)?$/.exec(offset) ?? []
  if (hours === undefined || Number(hours) > 18) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const dayMs = 86_400_000
const maxDurationMs = 3660 * dayMs

/** Days of a duration are calendar days, hours are exact (RFC 5545 §3.3.6); without a duration, a date lasts one day. */
function addDuration(from: Value, duration: string | null, calendar: CalendarComponent): CalendarTime | null {
  const wall = parseWallTime(from.text.replace(/Z$/, ''))
  if (wall === null) return null
  const isDate = from.text.length === 10
  const { days, ms } = duration === null ? { days: isDate ? 1 : 0, ms: 0 } : parseDuration(duration)
  if (days * dayMs + ms > maxDurationMs || days < 0 || ms < 0) return null
  const late = new Date(wall + days * dayMs + (isDate ? ms : 0)).toISOString()
  const zone = from.text.endsWith('Z') ? 'Z' : ''
  const end = readTime({ ...from, text: isDate ? late.slice(0, 10) : `${late.slice(0, 19)}${zone}` }, calendar)
  if (!end || ms === 0 || isDate) return end
  const moved = Date.parse(end.written.endsWith('Z') ? end.written : `${end.written}Z`) + ms
  return { ...end, written: end.written.endsWith('Z') ? iso(moved) : iso(moved).slice(0, 19) }
}

function parseDuration(written: string): { days: number; ms: number } {
  if (!/^P(?=.)(?:\d{1,4}W|(?:\d{1,4}D)?(?:T(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,8}S)?)?)$/.test(written)) return { days: 0, ms: 0 }
  const { weeks, days, hours, minutes, seconds } = ICAL.Duration.fromString(written)
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}
