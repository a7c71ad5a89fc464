// Decides when an email may be sent to a phone, based on its filters and the user's settings: now, later, or in a digest.
import { z } from 'zod/mini'
import { type DigestSchedule, QuietHours } from '../filters/action.ts'
import type { DeliveryPreferences } from '../filters/delivery-preferences.ts'
import type { DigestReason, Reservation } from '../plans/allowance.ts'
import { isWithin, nextHour, nextOccurrence } from './wall-clock.ts'

/** The user's settings for all emails; a filter's own preferences come first. */
export interface DeliveryDefaults {
  timeZone: string
  quiet: QuietHours | null
  /** When daily and weekly digests without a time of their own are sent. */
  digestAt: string
}

export const initialDeliveryDefaults: DeliveryDefaults = { timeZone: 'UTC', quiet: null, digestAt: '08:00' }

/** Fills in whatever the user has not set. */
export const parseDeliveryDefaults = (row: { time_zone: string | null; quiet: unknown; digest_at: string | null }): DeliveryDefaults => ({
  timeZone: row.time_zone ?? initialDeliveryDefaults.timeZone,
  quiet: z.catch(z.nullable(QuietHours), null).parse(row.quiet),
  digestAt: row.digest_at ?? initialDeliveryDefaults.digestAt,
})

export type WaitReason = 'quiet' | 'digest' | 'folded' | DigestReason

/** `urgent` never waits. `waitUntil` null: as soon as the lane allows. `forDigest`: combined with whatever else is due then. */
export interface DeliverySchedule {
  urgent: boolean
  waitUntil: Date | null
  waitReason: WaitReason | null
  forDigest: boolean
}

/** `isCode`: it contains a one-time code, which is useless later. */
export interface EmailToSchedule {
  filterId: string
  destinationId: string
  preferences: DeliveryPreferences
  isCode?: boolean
}

/** By filter and phone, the times at which emails were or will be sent individually. */
export type RecentSends = ReadonlyMap<string, readonly Date[]>
export const sendKey = (filterId: string, destinationId: string): string => `${filterId} ${destinationId}`

export const hourMs = 60 * 60_000
const urgently: DeliverySchedule = { urgent: true, waitUntil: null, waitReason: null, forDigest: false }
/** In its lane's order, as soon as the lane allows. */
export const immediately: DeliverySchedule = { ...urgently, urgent: false }

/** In the order of `emails`; each counts toward the hourly limit of those after it. `recent`: what rate-limited filters sent before. */
export function scheduleAll(
  emails: readonly EmailToSchedule[],
  defaults: DeliveryDefaults,
  recent: RecentSends,
  now: Date,
): DeliverySchedule[] {
  const sends = new Map(recent)
  return emails.map(({ filterId, destinationId, preferences, isCode }) => {
    const key = sendKey(filterId, destinationId)
    const schedule = isCode ? urgently : scheduleEmail(preferences, defaults, sends.get(key) ?? [], now)
    if (preferences.perHour !== null && !schedule.forDigest) sends.set(key, [...(sends.get(key) ?? []), schedule.waitUntil ?? now])
    return schedule
  })
}

/** The filters whose recent sends must be read. */
export const rateLimitedFilters = (emails: readonly EmailToSchedule[]): string[] => [
  ...new Set(emails.filter(({ preferences }) => preferences.perHour !== null).map(({ filterId }) => filterId)),
]

/**
 * Urgent email is never put into a digest and passes quiet hours that allow it. `sent` are the times at which this filter sends
 * individual emails to this phone.
 */
export function scheduleEmail(
  { isUrgent, digest, perHour, ...preferences }: DeliveryPreferences,
  defaults: DeliveryDefaults,
  sent: readonly Date[],
  now: Date,
): DeliverySchedule {
  const quiet = preferences.quiet ?? defaults.quiet
  const digestDue = digest && !isUrgent ? { at: digestTime(digest, defaults, now), reason: 'digest' as const } : null
  const due = afterQuiet(digestDue?.at ?? now, quiet, defaults, isUrgent)
  const isForDigest = digestDue !== null || (due.isLater && quiet?.then === 'digest' && !isUrgent)
  if (!isForDigest && isLimitReached(sent, perHour, due.at)) return collectUntilAllowed(due, quiet, defaults, now)
  const waitReason = digestDue?.reason ?? (due.isLater ? 'quiet' : null)
  return { urgent: isUrgent && waitReason === null, waitUntil: waitReason && due.at, waitReason, forDigest: isForDigest }
}

/** `usageMonth`: the month that it counts in. Without allowance it is null, and `planned` is when it would have gone. */
export type CountedSchedule = DeliverySchedule & { usageMonth: string | null; planned: DeliverySchedule | null }

/** Deliveries without allowance come in the user's daily digest, whatever their filters say, and don't count. */
export function withinAllowance(
  schedules: readonly DeliverySchedule[],
  { month, granted, held }: Reservation,
  defaults: DeliveryDefaults,
  now: Date,
): CountedSchedule[] {
  return schedules.map((schedule, i) =>
    i < granted
      ? { ...schedule, usageMonth: month, planned: null }
      : { ...scheduleForDigest(held ?? 'allowance_used', defaults, now), usageMonth: null, planned: schedule },
  )
}

function scheduleForDigest(reason: DigestReason, defaults: DeliveryDefaults, now: Date): DeliverySchedule {
  const { at } = afterQuiet(digestTime({ every: 'day' }, defaults, now), defaults.quiet, defaults, false)
  return { urgent: false, waitUntil: at, waitReason: reason, forDigest: true }
}

/** There is allowance again: as planned, but never in the quiet hours of the user. */
export function resumeSchedule(planned: DeliverySchedule, defaults: DeliveryDefaults, now: Date): DeliverySchedule {
  if (planned.waitUntil && planned.waitUntil > now) return planned
  const { urgent: isUrgent, forDigest } = planned
  const schedule = scheduleEmail({ isUrgent, digest: null, quiet: null, perHour: null }, defaults, [], now)
  return { ...schedule, forDigest: forDigest || schedule.forDigest }
}

interface Due {
  at: Date
  isLater: boolean
}

/** The filter's hourly limit is used up: collects emails for a digest until the next full hour, or until quiet hours end. */
function collectUntilAllowed(due: Due, quiet: QuietHours | null, defaults: DeliveryDefaults, now: Date): DeliverySchedule {
  const { at } = due.isLater ? due : afterQuiet(nextHour(now, defaults.timeZone), quiet, defaults, false)
  return { urgent: false, waitUntil: at, waitReason: due.isLater ? 'quiet' : 'folded', forDigest: true }
}

function afterQuiet(at: Date, quiet: QuietHours | null, { timeZone }: DeliveryDefaults, isUrgent: boolean): Due {
  if (!quiet || (isUrgent && quiet.then === 'urgent_only') || !isWithin(at, quiet, timeZone)) return { at, isLater: false }
  return { at: nextOccurrence(at, quiet.to, timeZone), isLater: true }
}

function digestTime({ every, at, on = 'mon' }: DigestSchedule, { timeZone, digestAt }: DeliveryDefaults, now: Date): Date {
  if (every === 'hour') return nextHour(now, timeZone)
  return nextOccurrence(now, at ?? digestAt, timeZone, every === 'week' ? on : undefined)
}

const isLimitReached = (sent: readonly Date[], perHour: number | null, at: Date): boolean =>
  perHour !== null && sent.filter(time => time <= at && at.getTime() - time.getTime() < hourMs).length >= perHour
