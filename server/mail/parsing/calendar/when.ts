// When an event is: instants of its time zone, whole days, or floating times.
import ICAL from 'ical.js'
import { isTimeZone } from '../../../../core/filters/moment.ts'
import { instantIn } from '../../../../core/message/calendar/wall-time.ts'
import { windowsZone } from '../../../../core/message/calendar/windows-zones.ts'
import { instantBy, type Observance } from '../../../../core/message/calendar/zone-rules.ts'
import { type Component, parameterOf, textOf, type Value, valueOf, valuesOf } from './tree.ts'

/** `written`: an instant, a date, or without `Z` what a clock shows. */
export interface CalendarTime {
  written: string
  isDate: boolean
  zone: string | null
}

export interface When {
  start: CalendarTime | null
  end: string | null
}

/** Null where the mail says a time that there is not. */
export function whenOf(event: Component, calendar: Component): When | null {
  const from = valueOf(event, 'dtstart')
  if (!from) return { start: null, end: null }
  const start = momentOf(from, calendar)
  if (!start) return null
  const to = valueOf(event, 'dtend')
  const end = to ? momentOf(to, calendar) : afterSpan(from, textOf(event, 'duration'), calendar)
  // What a clock shows and an instant cannot be compared.
  const isAlike = end && end.isDate === start.isDate && end.written.endsWith('Z') === start.written.endsWith('Z')
  return { start, end: isAlike && end.written >= start.written ? end.written : start.written }
}

export function momentOf(value: Value, calendar: Component): CalendarTime | null {
  const written = value.text.replace(/Z$/, '')
  const wallMs = wallOf(written)
  if (wallMs === null) return null
  if (written.length === 10) return { written, isDate: true, zone: null }
  if (value.text.endsWith('Z')) return { written: value.text, isDate: false, zone: 'UTC' }
  const name = parameterOf(value, 'tzid').slice(0, longestName)
  if (name === '') return { written, isDate: false, zone: null }
  const zone = zoneNamed(name, calendar)
  const at = zone ? instantIn(wallMs, zone) : instantBy(rulesOf(name, calendar), wallMs)
  return { written: at === null ? written : iso(at), isDate: false, zone: zone ?? name }
}

const longestName = 100
const firstMs = Date.UTC(1970, 0, 1)
const lastMs = Date.UTC(2200, 0, 1)

/** A day or a time of it, to the letter: 31 February is none. */
function wallOf(written: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$/.test(written)) return null
  const at = Date.parse(written.length === 10 ? written : `${written}Z`)
  if (Number.isNaN(at) || at < firstMs || at > lastMs) return null
  return new Date(at).toISOString().startsWith(written) ? at : null
}

const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** As IANA names it, or Windows; some programs put a path of their own before it. */
function zoneNamed(name: string, calendar: Component): string | null {
  const told = calendar.components.find(one => one.name === 'vtimezone' && textOf(one, 'tzid') === name)
  const path = /^\/.*?\/((?:[A-Z][\w+-]*\/){1,2}[A-Z][\w+-]*)$/i.exec(name)?.[1]
  const names = [name, path, windowsZone(name), told ? textOf(told, 'x-lic-location') : null]
  return names.find(one => typeof one === 'string' && one.length <= longestName && isTimeZone(one)) ?? null
}

/** The rules that the mail brings along for a zone of its own. */
function rulesOf(name: string, calendar: Component): Observance[] {
  const told = calendar.components.find(one => one.name === 'vtimezone' && textOf(one, 'tzid') === name)
  return (told?.components ?? []).flatMap(one => {
    const onset = wallAt(textOf(one, 'dtstart') ?? '')
    const [from, to] = ['tzoffsetfrom', 'tzoffsetto'].map(each => minutesOf(textOf(one, each) ?? ''))
    if (onset === null || from == null || to == null) return []
    const dates = valuesOf(one, 'rdate').flatMap(({ text }) => wallAt(text) ?? [])
    return [{ onsetMs: onset, from, to, dates, rule: textOf(one, 'x-rrule') }]
  })
}

/** Rules begin as early as they like. */
function wallAt(written: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(written) ? Date.parse(`${written}Z`) : NaN
  return Number.isNaN(at) ? null : at
}

function minutesOf(offset: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d):([0-5]\d)(?::\d\d)?$/.exec(offset) ?? []
  if (hours === undefined || Number(hours) > 18) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const dayMs = 86_400_000
const longestSpanMs = 3660 * dayMs

/** Days of a span are days of the calendar, hours those of a clock that never jumps (RFC 5545 §3.3.6); without one a date is a day long. */
function afterSpan(from: Value, span: string | null, calendar: Component): CalendarTime | null {
  const wall = wallOf(from.text.replace(/Z$/, ''))
  if (wall === null) return null
  const isDate = from.text.length === 10
  const { days, ms } = span === null ? { days: isDate ? 1 : 0, ms: 0 } : spanOf(span)
  if (days * dayMs + ms > longestSpanMs || days < 0 || ms < 0) return null
  const late = new Date(wall + days * dayMs + (isDate ? ms : 0)).toISOString()
  const zone = from.text.endsWith('Z') ? 'Z' : ''
  const end = momentOf({ ...from, text: isDate ? late.slice(0, 10) : `${late.slice(0, 19)}${zone}` }, calendar)
  if (!end || ms === 0 || isDate) return end
  const moved = Date.parse(end.written.endsWith('Z') ? end.written : `${end.written}Z`) + ms
  return { ...end, written: end.written.endsWith('Z') ? iso(moved) : iso(moved).slice(0, 19) }
}

function spanOf(written: string): { days: number; ms: number } {
  if (!/^P(?=.)(?:\d{1,4}W|(?:\d{1,4}D)?(?:T(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,8}S)?)?)$/.test(written)) return { days: 0, ms: 0 }
  const { weeks, days, hours, minutes, seconds } = ICAL.Duration.fromString(written)
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}
