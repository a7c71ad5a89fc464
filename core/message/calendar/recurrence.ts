// Reads a rule of recurrence (RFC 5545 §3.3.10) where it is of a kind that a person says in a sentence; nothing is expanded.

export interface Recurrence {
  every: 'day' | 'week' | 'month' | 'year'
  interval: number
  /** From Sunday, 0; `ordinal` is which of them in the month, -1 the last. */
  weekdays: { day: number; ordinal: number | null }[]
  monthDay: number | null
  count: number | null
  /** A date or an instant (ISO 8601). */
  until: string | null
}

const frequencies: Record<string, Recurrence['every']> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }
const days = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
/** What says no more than the rest does. */
const idle = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS', ''])

/** Null where the rule is more than a sentence says. */
export function recurrenceOf(rule: string): Recurrence | null {
  const parts = new Map(rule.split(';').map(part => [part.split('=')[0]?.toUpperCase() ?? '', part.split('=')[1]?.toUpperCase() ?? '']))
  const every = frequencies[parts.get('FREQ') ?? '']
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : null
  const until = parts.has('UNTIL') ? isoOf(parts.get('UNTIL') ?? '') : null
  const weekdays = weekdaysIn(parts.get('BYDAY'), parts.get('BYSETPOS'))
  const monthDay = parts.has('BYMONTHDAY') ? Number(parts.get('BYMONTHDAY')) : null
  if (!every || !isCount(interval) || (count !== null && !isCount(count)) || !weekdays) return null
  if (parts.has('UNTIL') && until === null) return null
  // A year's months and days say again when it began.
  const isYearly = every === 'year'
  const rest = Array.from(parts.keys()).filter(name => !idle.has(name) && !(isYearly && name === 'BYMONTH' && weekdays.length === 0))
  if (rest.length > 0 || !fits(every, weekdays, monthDay)) return null
  return { every, interval, weekdays, monthDay: isYearly ? null : monthDay, count, until }
}

const isCount = (number: number): boolean => Number.isInteger(number) && number > 0 && number < 10_000

/** Of a month one day is named, and which of them it is; of a week its days. */
function fits(every: Recurrence['every'], weekdays: Recurrence['weekdays'], monthDay: number | null): boolean {
  const isMonthDay = monthDay === null || (Number.isInteger(monthDay) && monthDay >= -1 && monthDay <= 31 && monthDay !== 0)
  if (every === 'month') return isMonthDay && (weekdays.length === 0 || (monthDay === null && weekdays.length === 1 && isOrdered(weekdays)))
  if (every === 'year') return isMonthDay && weekdays.length === 0
  return monthDay === null && weekdays.every(one => one.ordinal === null)
}

const isOrdered = (weekdays: Recurrence['weekdays']): boolean => weekdays.every(one => one.ordinal !== null)

/** BYSETPOS with one weekday is another way to say which of them. */
function weekdaysIn(written: string | undefined, position: string | undefined): Recurrence['weekdays'] | null {
  if (written === undefined) return position === undefined ? [] : null
  const found = written.split(',').map(one => /^([+-]?[1-5])?(SU|MO|TU|WE|TH|FR|SA)$/.exec(one))
  if (found.length > 7 || !found.every(one => one !== null)) return null
  const weekdays = found.map(one => ({ day: days.indexOf(one[2] ?? ''), ordinal: one[1] === undefined ? null : Number(one[1]) }))
  if (position === undefined) return weekdays.every(one => one.ordinal === null || one.ordinal >= -1) ? weekdays : null
  const [only, ...others] = weekdays
  return only?.ordinal === null && others.length === 0 && /^(?:-1|[1-5])$/.test(position) ? [{ ...only, ordinal: Number(position) }] : null
}

function isoOf(written: string): string | null {
  const [, year, month, day, hour, minute, second, zone = ''] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(written) ?? []
  if (year === undefined) return null
  const iso = hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
  const at = Date.parse(iso.slice(0, 10))
  // 31 February is read as a day in March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(iso.slice(0, 10))) return null
  return Number.isNaN(Date.parse(iso)) ? null : iso
}
