// Converts wall-clock time in a time zone that the email itself defines (VTIMEZONE, RFC 5545 §3.6.5).

/** `from` and `to` are minutes east of UTC; times are wall-clock times before the change, as if they were UTC. */
export interface Observance {
  onsetMs: number
  from: number
  to: number
  dates: number[]
  /** An RRULE (RFC 5545 §3.3.10); null if it happens only once. */
  rule: string | null
}

const minuteMs = 60_000

/** Null if the rules are of an unsupported kind, which no real time zone needs. */
export function applyZoneRules(observances: readonly Observance[], wallMs: number): number | null {
  const [first, ...others] = observances.toSorted((a, b) => a.onsetMs - b.onsetMs)
  if (!first) return null
  let latest = { at: -Infinity, offset: first.from }
  for (const one of [first, ...others]) {
    const at = findLastChange(one, wallMs)
    if (at === undefined) return null
    if (at !== null && at > latest.at) latest = { at, offset: one.to }
  }
  return wallMs - latest.offset * minuteMs
}

/** Null before the first change; undefined if the rule is unsupported. A skipped time counts as before the change. */
function findLastChange({ onsetMs, from, to, dates, rule }: Observance, wallMs: number): number | null | undefined {
  const jump = Math.max(0, to - from) * minuteMs
  const yearly = rule === null ? null : parseYearlyRule(rule)
  if (rule !== null && !yearly) return undefined
  const year = new Date(wallMs).getUTCFullYear()
  const changes = [onsetMs, ...dates, ...(yearly ? [year - 1, year].map(one => findChange(one, yearly, onsetMs)) : [])]
  const until = yearly?.untilMs ?? Infinity
  const past = changes.filter(at => at >= onsetMs && at + jump <= wallMs && (at === onsetMs || at - from * minuteMs <= until))
  return past.length > 0 ? Math.max(...past) : null
}

interface Yearly {
  month: number | null
  weekday: number | null
  ordinal: number | null
  monthDays: number[]
  untilMs: number | null
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const supportedKeys = new Set(['FREQ', 'INTERVAL', 'BYMONTH', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'WKST'])

function parseYearlyRule(rule: string): Yearly | null {
  const parts = new Map(rule.split(';').map(part => [part.split('=')[0]?.toUpperCase() ?? '', part.split('=')[1]?.toUpperCase() ?? '']))
  if (parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1') return null
  if (Array.from(parts.keys()).some(name => name !== '' && !supportedKeys.has(name))) return null
  const day = /^([+-]?[1-5])?(SU|MO|TU|WE|TH|FR|SA)$/.exec(parts.get('BYDAY') ?? '')
  const month = /^(?:[1-9]|1[0-2])$/.exec(parts.get('BYMONTH') ?? '')
  const monthDays = (parts.get('BYMONTHDAY') ?? '').split(',').filter(one => /^[1-9]\d?$/.test(one))
  if ((parts.has('BYDAY') && !day) || (parts.has('BYMONTH') && !month) || (parts.has('BYMONTHDAY') && monthDays.length === 0)) return null
  if (day && day[1] === undefined && monthDays.length === 0) return null
  return {
    month: month ? Number(month[0]) - 1 : null,
    weekday: day ? weekdays.indexOf(day[2] ?? '') : null,
    ordinal: day?.[1] === undefined ? null : Number(day[1]),
    monthDays: monthDays.map(Number),
    untilMs: parseUntil(parts.get('UNTIL')),
  }
}

function parseUntil(text: string | undefined): number | null {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text ?? '')
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour = 23, minute = 59, second = 59] = found.slice(1).map(part => (part ? Number(part) : undefined))
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayMs = 86_400_000

/** When the clock changes in that year; what the rule leaves open is taken from the first change. */
function findChange(year: number, { month, weekday, ordinal, monthDays }: Yearly, onsetMs: number): number {
  const onset = new Date(onsetMs)
  const monthIndex = month ?? onset.getUTCMonth()
  const all = Array.from({ length: new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate() }, (_, at) => at + 1)
  const isFitting = (day: number) =>
    (weekday === null || new Date(Date.UTC(year, monthIndex, day)).getUTCDay() === weekday) &&
    (monthDays.length === 0 || monthDays.includes(day))
  const fitting = weekday === null && monthDays.length === 0 ? [onset.getUTCDate()] : all.filter(isFitting)
  const day = fitting.at(ordinal === null ? 0 : ordinal > 0 ? ordinal - 1 : ordinal) ?? fitting.at(-1) ?? onset.getUTCDate()
  return Date.UTC(year, monthIndex, day) + (((onsetMs % dayMs) + dayMs) % dayMs)
}
