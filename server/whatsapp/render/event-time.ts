// Formats the start and end of an event in the language of its reader.

import { isTimeZone } from '../../../core/filters/moment.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import { offsetAt } from '../../../core/text/time-zone.ts'

/** The zone that the mail names, where this machine knows it. */
export const zoneOf = ({ timeZone }: EventCard): string | null => (timeZone !== null && isTimeZone(timeZone) ? timeZone : null)

const date = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const dayMs = 86_400_000

/**
 * From when to when in that zone. With `beside` the day is left out where it is the same in both zones; null where the clocks of both
 * show the same.
 */
export function spanText(language: string, card: EventCard, zone: string): string
export function spanText(language: string, card: EventCard, zone: string, beside: string): string | null
export function spanText(language: string, { start, end, isAllDay }: EventCard, zone: string, beside?: string): string | null {
  const [from, to] = [instantOf(start ?? ''), instantOf(end ?? '')]
  if (isAllDay) return range(language, { ...date, timeZone: 'UTC' }, from, Math.max(from, to - dayMs))
  // What a clock shows is shown as it is.
  const isWall = !start?.endsWith('Z')
  if (beside === undefined || isWall)
    return beside !== undefined ? null : range(language, { ...date, ...time, timeZone: isWall ? 'UTC' : zone }, from, to)
  if (offsetAt(from, zone) === offsetAt(from, beside)) return null
  const isSameDay = [from, to].every(at => dayIn(at, zone) === dayIn(from, zone) && dayIn(at, beside) === dayIn(from, zone))
  return range(language, { ...(isSameDay ? {} : date), ...time, timeZone: zone }, from, to)
}

/** The day, and the time where one is meant. */
export function dayText(language: string, written: string, zone: string): string {
  const isDate = written.length === 10
  const timeZone = written.endsWith('Z') ? zone : 'UTC'
  return tidy(new Intl.DateTimeFormat(language, { ...date, ...(isDate ? {} : time), timeZone }).format(instantOf(written)))
}

export const instantOf = (written: string): number => Date.parse(/Z$|^\d{4}-\d\d-\d\d$/.test(written) ? written : `${written}Z`)

const range = (language: string, shape: Intl.DateTimeFormatOptions, from: number, to: number): string => {
  const format = new Intl.DateTimeFormat(language, shape)
  return tidy(from === to ? format.format(from) : format.formatRange(from, to))
}

/** Narrow blanks are a reader's of books. */
const tidy = (text: string): string => text.replace(/[\u2000-\u200a\u202f]/g, ' ')

export const dayIn = (at: number, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
