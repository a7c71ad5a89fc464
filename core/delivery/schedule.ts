// Decides when a message may go to a phone by its filters and the user's settings: now, later, or in a digest.
import { z } from 'zod/mini'
import { type Digest, QuietHours } from '../filters/action.ts'
import type { DeliveryPreferences } from '../filters/delivery-preferences.ts'
import { isWithin, nextAt, nextHour } from './wall-clock.ts'

/** What a person chose for all mail; a filter that says something else is heard first. */
export interface DeliveryHabits {
  timeZone: string
  quiet: QuietHours | null
  /** When daily and weekly digests come that name no time. */
  digestAt: string
}

export const usualHabits: DeliveryHabits = { timeZone: 'UTC', quiet: null, digestAt: '08:00' }

/** What was kept of them; nothing of a person who chose nothing. */
export const readHabits = (kept: { time_zone: string | null; quiet: unknown; digest_at: string | null }): DeliveryHabits => ({
  timeZone: kept.time_zone ?? usualHabits.timeZone,
  quiet: z.catch(z.nullable(QuietHours), null).parse(kept.quiet),
  digestAt: kept.digest_at ?? usualHabits.digestAt,
})

/** `urgent` never waits. `waitUntil` null: as soon as its lane can. With `folds` it goes in one digest with what else is due then. */
export interface DeliverySchedule {
  urgent: boolean
  waitUntil: Date | null
  waitReason: 'quiet' | 'digest' | 'folded' | null
  folds: boolean
}

/** A mail on its way to a phone. `isCode`: it brings a one-time code, which is worth nothing later. */
export interface ToSchedule {
  filterId: string
  destinationId: string
  preferences: DeliveryPreferences
  isCode?: boolean
}

/** By filter and phone, the hours at which mails went or will go there, each on its own. */
export type RecentSends = ReadonlyMap<string, readonly Date[]>
export const sendKey = (filterId: string, destinationId: string): string => `${filterId} ${destinationId}`

export const hourMs = 60 * 60_000
const atOnce: DeliverySchedule = { urgent: true, waitUntil: null, waitReason: null, folds: false }

/** In the order of `going`, of which each counts for those behind it. `gone`: what went before, of the filters that limit it. */
export function scheduleAll(going: readonly ToSchedule[], habits: DeliveryHabits, gone: RecentSends, now: Date): DeliverySchedule[] {
  const before = new Map(gone)
  return going.map(({ filterId, destinationId, preferences, isCode }) => {
    const way = sendKey(filterId, destinationId)
    const plan = isCode ? atOnce : scheduleOf(preferences, habits, before.get(way) ?? [], now)
    if (preferences.perHour !== null && !plan.folds) before.set(way, [...(before.get(way) ?? []), plan.waitUntil ?? now])
    return plan
  })
}

/** The filters of which it must be known what went before. */
export const limiting = (going: readonly ToSchedule[]): string[] => [
  ...new Set(going.filter(({ preferences }) => preferences.perHour !== null).map(({ filterId }) => filterId)),
]

/**
 * Urgent mail goes into no digest and passes quiet hours that let it; those that hold or collect everything hold it too, each on its
 * own. `gone` are the hours of others of the same filter and phone that go on their own.
 */
export function scheduleOf(
  { isUrgent, digest, perHour, ...preferences }: DeliveryPreferences,
  habits: DeliveryHabits,
  gone: readonly Date[],
  now: Date,
): DeliverySchedule {
  const quiet = preferences.quiet ?? habits.quiet
  const collected = digest && !isUrgent ? { at: digestTime(digest, habits, now), reason: 'digest' as const } : null
  const due = afterQuiet(collected?.at ?? now, quiet, habits, isUrgent)
  const collects = collected !== null || (due.isLater && quiet?.then === 'digest' && !isUrgent)
  if (!collects && isFull(gone, perHour, due.at)) return folded(due, quiet, habits, now)
  const waitReason = collected?.reason ?? (due.isLater ? 'quiet' : null)
  return { urgent: isUrgent && waitReason === null, waitUntil: waitReason && due.at, waitReason, folds: collects }
}

interface Due {
  at: Date
  isLater: boolean
}

/** More than its filter may send on their own: with what else comes until the next full hour, or until the quiet hours end. */
function folded(due: Due, quiet: QuietHours | null, habits: DeliveryHabits, now: Date): DeliverySchedule {
  const { at } = due.isLater ? due : afterQuiet(nextHour(now, habits.timeZone), quiet, habits, false)
  return { urgent: false, waitUntil: at, waitReason: due.isLater ? 'quiet' : 'folded', folds: true }
}

function afterQuiet(at: Date, quiet: QuietHours | null, { timeZone }: DeliveryHabits, isUrgent: boolean): Due {
  if (!quiet || (isUrgent && quiet.then === 'urgent_only') || !isWithin(at, quiet, timeZone)) return { at, isLater: false }
  return { at: nextAt(at, quiet.to, timeZone), isLater: true }
}

function digestTime({ every, at, on = 'mon' }: Digest, { timeZone, digestAt }: DeliveryHabits, now: Date): Date {
  if (every === 'hour') return nextHour(now, timeZone)
  return nextAt(now, at ?? digestAt, timeZone, every === 'week' ? on : undefined)
}

const isFull = (gone: readonly Date[], perHour: number | null, at: Date): boolean =>
  perHour !== null && gone.filter(one => one <= at && at.getTime() - one.getTime() < hourMs).length >= perHour
