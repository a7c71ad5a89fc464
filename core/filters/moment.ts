// The time of a mail's arrival as the clock on the person's wall showed it.
import type { Weekday } from './tree.ts'

export interface Moment {
  /** `2026-11-21` */
  day: string
  weekday: Weekday
  /** `23:40` */
  time: string
}

const formatters = new Map<string, Intl.DateTimeFormat>()
const mostFormatters = 1000
const weekdays: Record<string, Weekday> = { Mon: 'mon', Tue: 'tue', Wed: 'wed', Thu: 'thu', Fri: 'fri', Sat: 'sat', Sun: 'sun' }

/** A zone that this machine does not know is read as UTC. */
export function momentOf(at: string, timeZone: string): Moment {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(new Date(at))
      .map(part => [part.type, part.value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', weekday = '' } = parts
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, weekday: weekdays[weekday] ?? 'mon', time: `${hour}:${minute}` }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = newFormatter(timeZone)
  if (formatters.size >= mostFormatters) formatters.clear()
  formatters.set(timeZone, made)
  return made
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
