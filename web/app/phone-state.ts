// The state of a phone as shown on screen, and its dates as text.
import type { Destination } from '../../core/api/delivery.ts'
import { formatDay } from '../ui/text/Ago.tsx'

/** closed: the 24-hour service window after the person's last message has ended. resting: paused by the person. */
export type PhoneState = 'linked' | 'closed' | 'resting' | 'pending' | 'stopped' | 'unreachable'

export function findPhoneState(phone: Destination, now: Date): PhoneState {
  if (phone.state !== 'linked') return phone.state
  if (isFuture(phone.pausedUntil, now)) return 'resting'
  return isFuture(phone.windowOpenUntil, now) ? 'linked' : 'closed'
}

const isFuture = (at: string | null, now: Date): boolean => at !== null && new Date(at) > now

/** "Fri 20 November, 14:08"; today's and tomorrow's moments too. */
export function formatMoment(at: string | Date, now: Date, language: string): string {
  const date = new Date(at)
  return `${formatDay(date, now, language)}, ${date.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

export type PauseLength = 'hour' | 'morning' | 'day' | 'week'

export function findPauseEnd(length: PauseLength, now: Date): Date {
  if (length === 'morning') return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
  return new Date(now.getTime() + { hour: 1, day: 24, week: 7 * 24 }[length] * 3_600_000)
}
