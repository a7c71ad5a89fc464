// Formats the start and end of an event in the language of its reader.

import { isTimeZone } from '../../../core/filters/moment.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import { readZoneOffset } from '../../../core/text/time-zone.ts'

/** The event's zone if this machine knows it. */
export const knownZone = ({ timeZone }: EventCard): string | null => (timeZone !== null && isTimeZone(timeZone) ? timeZone : null)

const date = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const dayMs = 86_400_000

/**
 * The event's time span in `zone`. With `comparedTo`, omits the day if it is the same in both zones; null if both zones have the same
 * time.
 */
export function formatSpan(language: string, card: EventCard, zone: string): string
export function formatSpan(language: string, card: EventCard, zone: string, comparedTo: string): string | null
export function formatSpan(language: string, { start, end, isAllDay }: EventCard, zone: string, comparedTo?: string): string | null {
  const [from, to] = [toInstant(start ?? ''), toInstant(end ?? '')]
  if (isAllDay) return formatRange(language, { ...date, timeZone: 'UTC' }, from, Math.max(from, to - dayMs))
  // Wall times are shown as they are.
  const isWallTime = !start?.endsWith('Z')
  if (comparedTo === undefined || isWallTime)
    return comparedTo !== undefined ? null : formatRange(language, { ...date, ...time, timeZone: isWallTime ? 'UTC' : zone }, from, to)
  if (readZoneOffset(from, zone) === readZoneOffset(from, comparedTo)) return null
  const isSameDay = [from, to].every(at => localDay(at, zone) === localDay(from, zone) && localDay(at, comparedTo) === localDay(from, zone))
  return formatRange(language, { ...(isSameDay ? {} : date), ...time, timeZone: zone }, from, to)
}

/** The day, with the time if there is one. */
export function formatDate(language: string, value: string, zone: string): string {
  const isDate = value.length === 10
  const timeZone = value.endsWith('Z') ? zone : 'UTC'
  return plainSpaces(new Intl.DateTimeFormat(language, { ...date, ...(isDate ? {} : time), timeZone }).format(toInstant(value)))
}

export const toInstant = (value: string): number => Date.parse(/Z$|^\d{4}-\d\d-\d\d$/.test(value) ? value : `${value}Z`)

const formatRange = (language: string, shape: Intl.DateTimeFormatOptions, from: number, to: number): string => {
  const format = new Intl.DateTimeFormat(language, shape)
  return plainSpaces(from === to ? format.format(from) : format.formatRange(from, to))
}

/** Replaces typographic spaces by plain ones. */
const plainSpaces = (text: string): string => text.replace(/[\u2000-\u200a\u202f]/g, ' ')

export const localDay = (at: number, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
