// Converts an arrival time to the local day, weekday and time of the person.
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

type ArrivalTime = Pick<Arrival, 'arrivedAt' | 'timeZone'>

/** Converted once per message: formatting a time takes longer than most tests. */
const moments = new WeakMap<ArrivalTime, LocalMoment>()

/** A time zone that this machine does not know is treated as UTC. */
export function localMoment(arrival: ArrivalTime): LocalMoment {
  const existing = moments.get(arrival)
  if (existing) return existing
  const moment = readMoment(arrival)
  moments.set(arrival, moment)
  return moment
}

function readMoment({ arrivedAt, timeZone }: ArrivalTime): LocalMoment {
  const parts = Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(new Date(arrivedAt))
      .map(part => [part.type, part.value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', weekday = '' } = parts
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, weekday: weekdays[weekday] ?? 'mon', time: `${hour}:${minute}` }
}

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const existing = formatters.get(timeZone)
  if (existing) return existing
  const formatter = newFormatter(timeZone)
  if (formatters.size >= mostFormatters) formatters.clear()
  formatters.set(timeZone, formatter)
  return formatter
}

/** Only names are accepted: a plain offset would ignore daylight saving time. */
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
  const format = {
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
    return new Intl.DateTimeFormat('en-US', { ...format, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' })
  }
}
