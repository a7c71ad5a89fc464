// Parses recurrence rules (RFC 5545 §3.3.10) that fit in one sentence; occurrences are not expanded.

export interface Recurrence {
  every: 'day' | 'week' | 'month' | 'year'
  interval: number
  /** Sunday is 0; `ordinal` is its position in the month, -1 for the last. */
  weekdays: { day: number; ordinal: number | null }[]
  monthDay: number | null
  count: number | null
  /** A date or an instant (ISO 8601). */
  until: string | null
}

const frequencies: Record<string, Recurrence['every']> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }
const days = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const handledKeys = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS', ''])

/** Null if the rule is too complex for a sentence. */
export function parseRecurrence(rule: string): Recurrence | null {
  const parts = new Map(rule.split(';').map(part => [part.split('=')[0]?.toUpperCase() ?? '', part.split('=')[1]?.toUpperCase() ?? '']))
  const every = frequencies[parts.get('FREQ') ?? '']
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : null
  const until = parts.has('UNTIL') ? toIso(parts.get('UNTIL') ?? '') : null
  const weekdays = parseWeekdays(parts.get('BYDAY'), parts.get('BYSETPOS'))
  const monthDay = parts.has('BYMONTHDAY') ? Number(parts.get('BYMONTHDAY')) : null
  if (!every || !isCount(interval) || (count !== null && !isCount(count)) || !weekdays) return null
  if (parts.has('UNTIL') && until === null) return null
  // For a yearly rule they only repeat the start date.
  const isYearly = every === 'year'
  const rest = Array.from(parts.keys()).filter(name => !handledKeys.has(name) && !(isYearly && name === 'BYMONTH' && weekdays.length === 0))
  if (rest.length > 0 || !isSpeakable(every, weekdays, monthDay)) return null
  return { every, interval, weekdays, monthDay: isYearly ? null : monthDay, count, until }
}

const isCount = (number: number): boolean => Number.isInteger(number) && number > 0 && number < 10_000

/** Monthly rules name one day, by number or by weekday and position; weekly rules name weekdays. */
function isSpeakable(every: Recurrence['every'], weekdays: Recurrence['weekdays'], monthDay: number | null): boolean {
  const isMonthDay = monthDay === null || (Number.isInteger(monthDay) && monthDay >= -1 && monthDay <= 31 && monthDay !== 0)
  if (every === 'month')
    return isMonthDay && (weekdays.length === 0 || (monthDay === null && weekdays.length === 1 && haveOrdinals(weekdays)))
  if (every === 'year') return isMonthDay && weekdays.length === 0
  return monthDay === null && weekdays.every(one => one.ordinal === null)
}

const haveOrdinals = (weekdays: Recurrence['weekdays']): boolean => weekdays.every(one => one.ordinal !== null)

/** BYSETPOS with a single weekday is another notation for its ordinal. */
function parseWeekdays(text: string | undefined, position: string | undefined): Recurrence['weekdays'] | null {
  if (text === undefined) return position === undefined ? [] : null
  const found = text.split(',').map(one => /^([+-]?[1-5])?(SU|MO|TU|WE|TH|FR|SA)$/.exec(one))
  if (found.length > 7 || !found.every(one => one !== null)) return null
  const weekdays = found.map(one => ({ day: days.indexOf(one[2] ?? ''), ordinal: one[1] === undefined ? null : Number(one[1]) }))
  if (position === undefined) return weekdays.every(one => one.ordinal === null || one.ordinal >= -1) ? weekdays : null
  const [only, ...others] = weekdays
  return only?.ordinal === null && others.length === 0 && /^(?:-1|[1-5])$/.test(position) ? [{ ...only, ordinal: Number(position) }] : null
}

function toIso(text: string): string | null {
  const [, year, month, day, hour, minute, second, zone = ''] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text) ?? []
  if (year === undefined) return null
  const iso = hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
  const at = Date.parse(iso.slice(0, 10))
  // Date.parse reads 31 February as a day in March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(iso.slice(0, 10))) return null
  return Number.isNaN(Date.parse(iso)) ? null : iso
}
