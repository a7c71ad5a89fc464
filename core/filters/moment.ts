// The time of a mail's arrival as the clock on the person's wall showed it.
import type { Arrival } from '../message/arrival.ts'
import type { Weekday } from './tree.ts'

export interface LocalMoment {
  /** `2026-11-21` */
  day: string
  weekday: Weekday
  /** `23:40` */
  time: string
}

const formatters = new Map<string, Intl.DateTimeFormat>()
const mostFormatters = 1000
const weekdays: Record<string, Weekday> = { Mon: 'mon', Tue: 'tue', Wed: 'wed', Thu: 'thu', Fri: 'fri', Sat: 'sat', Sun: 'sun' }

type When = Pick<Arrival, 'arrivedAt' | 'timeZone'>

/** Read once, however many tests ask: to read a clock takes longer than most of them. */
const known = new WeakMap<When, LocalMoment>()

/** A zone that this machine does not know is read as UTC. */
export function momentOf(arrival: When): LocalMoment {
  const before = known.get(arrival)
  if (before) return before
  const moment = readMoment(arrival)
  known.set(arrival, moment)
  return moment
}

function readMoment({ arrivedAt, timeZone }: When): LocalMoment {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(new Date(arrivedAt))
      .map(part => [part.type, part.value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', weekday = '' } = parts
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, weekday: weekdays[weekday] ?? 'mon', time: `${hour}:${minute}` }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const before = formatters.get(timeZone)
  if (before) return before
  const made = newFormatter(timeZone)
  if (formatters.size >= mostFormatters) formatters.clear()
  formatters.set(timeZone, made)
  return made
}

/** By its name: an offset alone would not know of summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function newFormatter(timeZone: string): Intl.DateTimeFormat {
  const shape = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' })
  }
}
