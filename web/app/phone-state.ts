// The state of a phone as shown on screen, and how its dates are worded.
import type { Destination } from '../../core/api/delivery.ts'
import { dayText } from '../ui/text/Ago.tsx'

/** closed: the 24-hour service window after the person's last message has ended. resting: paused by the person. */
export type PhoneState = 'linked' | 'closed' | 'resting' | 'pending' | 'stopped' | 'unreachable'

export function phoneStateOf(phone: Destination, now: Date): PhoneState {
  if (phone.state !== 'linked') return phone.state
  if (isAhead(phone.pausedUntil, now)) return 'resting'
  return isAhead(phone.windowOpenUntil, now) ? 'linked' : 'closed'
}

const isAhead = (at: string | null, now: Date): boolean => at !== null && new Date(at) > now

/** "Fri 20 November, 14:08"; today's and tomorrow's moments too. */
export function momentText(at: string | Date, now: Date, language: string): string {
  const then = new Date(at)
  return `${dayText(then, now, language)}, ${then.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

export type Rest = 'hour' | 'morning' | 'day' | 'week'

export function restEnd(rest: Rest, now: Date): Date {
  if (rest === 'morning') return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
  return new Date(now.getTime() + { hour: 1, day: 24, week: 7 * 24 }[rest] * 3_600_000)
}
