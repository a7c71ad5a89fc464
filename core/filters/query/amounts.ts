// Parses sizes, amounts of money, days, hours and weekdays as people type them; null if invalid.
import { AmountTest, Weekday } from '../tree.ts'

const size = /^(\d{1,12})(?:\.(\d{1,3}))?(k|m|g)?b?$/i
const factors = { k: 1e3, m: 1e6, g: 1e9 }

/** `2M` is 2,000,000 bytes. */
export function readBytes(text: string): number | null {
  const found = size.exec(text)
  if (!found) return null
  const unit = (found[3] ?? '').toLowerCase()
  const factor = unit === 'k' || unit === 'm' || unit === 'g' ? factors[unit] : 1
  const bytes = Math.round(Number(`${found[1]}.${found[2] ?? '0'}`) * factor)
  return bytes >= 1 && Number.isSafeInteger(bytes) ? bytes : null
}

export function printBytes(bytes: number): string {
  if (bytes % 1e9 === 0) return `${bytes / 1e9}G`
  if (bytes % 1e6 === 0) return `${bytes / 1e6}M`
  return bytes % 1e3 === 0 ? `${bytes / 1e3}K` : String(bytes)
}

const money = '(\\d{1,13}(?:\\.\\d{1,3})?)'
const code = '\\s?([a-z]{3})?'
const bound = new RegExp(`^(>=?|<=?)\\s?${money}${code}$`, 'i')
const span = new RegExp(`^${money}(?:\\.\\.|-|–)${money}${code}$`, 'i')
const signs = { '>': 'over', '>=': 'at_least', '<': 'under', '<=': 'at_most' } as const

/** `>500`, `>=500EUR`, `100..250USD`; a decimal has a point. */
export function readAmount(text: string): AmountTest | null {
  const [, sign = '', amount, boundCode] = bound.exec(text) ?? []
  const [, from, to, spanCode] = span.exec(text) ?? []
  const currency = (boundCode ?? spanCode)?.toUpperCase()
  const operator = sign === '>' || sign === '>=' || sign === '<' || sign === '<=' ? signs[sign] : 'between'
  const numbers = operator === 'between' ? { from: Number(from), to: Number(to) } : { amount: Number(amount) }
  return AmountTest.safeParse({ field: 'amount', operator, ...numbers, ...(currency && { currency }) }).data ?? null
}

export function printAmount(test: AmountTest): string {
  if (test.operator === 'between') return `${test.from}..${test.to}${test.currency ?? ''}`
  return `${{ over: '>', at_least: '>=', under: '<', at_most: '<=' }[test.operator]}${test.amount}${test.currency ?? ''}`
}

const day = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The year first: `2026-11-20`, `2026/11/20`. */
export function readDay(text: string): string | null {
  const found = day.exec(text)
  if (!found) return null
  const [year = 0, month = 0, date = 0] = found.slice(1).map(Number)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lastDay = month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0)
  if (date < 1 || date > lastDay) return null
  return `${found[1]}-${twoDigits(month)}-${twoDigits(date)}`
}

const hours = /^(\d{1,2})(?::(\d{2}))?(?:\.\.|-|–)(\d{1,2})(?::(\d{2}))?$/

/** `22:00..06:00`, `22-6`; 24:00 is midnight. */
export function readHours(text: string): { from: string; to: string } | null {
  const found = hours.exec(text)
  const from = found && toTime(found[1], found[2])
  const to = found && toTime(found[3], found[4])
  return from && to ? { from, to } : null
}

function toTime(hour = '', minute = '0'): string | null {
  const isMidnight = Number(hour) === 24 && Number(minute) === 0
  if (isMidnight) return '00:00'
  return Number(hour) < 24 && Number(minute) < 60 ? `${twoDigits(Number(hour))}:${twoDigits(Number(minute))}` : null
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** `mon,wed`, `mon-fri`, `Saturday`; in the order of the week. */
export function readWeekdays(text: string): Weekday[] | null {
  const ranges = text.split(',').map(readRange)
  const chosen = ranges.flatMap(range => range ?? [])
  return ranges.includes(null) ? null : Weekday.options.filter(one => chosen.includes(one))
}

function readRange(text: string): Weekday[] | null {
  const [first, last, ...more] = text.split(/[-–]/).map(readWeekday)
  if (first === undefined || first === -1 || last === -1 || more.length > 0) return null
  const count = last === undefined ? 1 : ((last - first + 7) % 7) + 1
  return Array.from({ length: count }, (_, i) => Weekday.options[(first + i) % 7]).filter(one => one !== undefined)
}

const longNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const readWeekday = (text: string): number => (text.length < 3 ? -1 : longNames.findIndex(name => name.startsWith(text.toLowerCase())))
