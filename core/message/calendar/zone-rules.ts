// The rules of a time zone that a mail brings along (RFC 5545 §3.6.5): what every year repeats, and single dates; nothing is expanded.

/** `from` and `to` are minutes east of Greenwich; times are what the clock shows before the change, as if in Greenwich. */
export interface Observance {
  onsetMs: number
  from: number
  to: number
  dates: number[]
  /** As RFC 5545 §3.3.10 writes it; null where it happens but once. */
  rule: string | null
}

const minuteMs = 60_000

/** The moment that a clock of this zone means; null where its rules are of a kind that no zone needs. */
export function instantBy(observances: readonly Observance[], wallMs: number): number | null {
  const [first, ...others] = observances.toSorted((a, b) => a.onsetMs - b.onsetMs)
  if (!first) return null
  let latest = { at: -Infinity, offset: first.from }
  for (const one of [first, ...others]) {
    const at = lastChange(one, wallMs)
    if (at === undefined) return null
    if (at !== null && at > latest.at) latest = { at, offset: one.to }
  }
  return wallMs - latest.offset * minuteMs
}

/** Null before the first; undefined where it cannot be told. What the clock jumps over counts as before the jump. */
function lastChange({ onsetMs, from, to, dates, rule }: Observance, wallMs: number): number | null | undefined {
  const jump = Math.max(0, to - from) * minuteMs
  const yearly = rule === null ? null : yearlyRule(rule)
  if (rule !== null && !yearly) return undefined
  const year = new Date(wallMs).getUTCFullYear()
  const changes = [onsetMs, ...dates, ...(yearly ? [year - 1, year].map(one => changeIn(one, yearly, onsetMs)) : [])]
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
const asked = new Set(['FREQ', 'INTERVAL', 'BYMONTH', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'WKST'])

function yearlyRule(rule: string): Yearly | null {
  const parts = new Map(rule.split(';').map(part => [part.split('=')[0]?.toUpperCase() ?? '', part.split('=')[1]?.toUpperCase() ?? '']))
  if (parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1') return null
  if (Array.from(parts.keys()).some(name => name !== '' && !asked.has(name))) return null
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
    untilMs: untilOf(parts.get('UNTIL')),
  }
}

function untilOf(written: string | undefined): number | null {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(written ?? '')
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour = 23, minute = 59, second = 59] = found.slice(1).map(part => (part ? Number(part) : undefined))
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayMs = 86_400_000

/** When the clock changes in that year, by what the rule says and else by the first time that it did. */
function changeIn(year: number, { month, weekday, ordinal, monthDays }: Yearly, onsetMs: number): number {
  const onset = new Date(onsetMs)
  const within = month ?? onset.getUTCMonth()
  const all = Array.from({ length: new Date(Date.UTC(year, within + 1, 0)).getUTCDate() }, (_, at) => at + 1)
  const isFitting = (day: number) =>
    (weekday === null || new Date(Date.UTC(year, within, day)).getUTCDay() === weekday) &&
    (monthDays.length === 0 || monthDays.includes(day))
  const fitting = weekday === null && monthDays.length === 0 ? [onset.getUTCDate()] : all.filter(isFitting)
  const day = fitting.at(ordinal === null ? 0 : ordinal > 0 ? ordinal - 1 : ordinal) ?? fitting.at(-1) ?? onset.getUTCDate()
  return Date.UTC(year, within, day) + (((onsetMs % dayMs) + dayMs) % dayMs)
}
