// Forwards past messages that a filter matches: those that are stored and were not forwarded before.

import type { SavedFilter } from '../../../core/api/filters.ts'
import {
  type DeliveryDefaults,
  hourMs,
  type RecentSends,
  rateLimitedFilters,
  scheduleAll,
  withinAllowance,
} from '../../../core/delivery/schedule.ts'
import type { Filter } from '../../../core/filters/action.ts'
import { appliesToDestination } from '../../../core/filters/decide.ts'
import { combinePreferences } from '../../../core/filters/delivery-preferences.ts'
import { compile, type Engine } from '../../../core/filters/engine/compile.ts'
import { filterResult, startRun, testResultForExplanation } from '../../../core/filters/engine/run.ts'
import { explain } from '../../../core/filters/explain.ts'
import type { FilterExplanations } from '../../../core/filters/explanation.ts'
import { type FilterInput, toFilterInput } from '../../../core/filters/fields.ts'
import { type OnCall, resolveOnCall } from '../../../core/filters/on-call.ts'
import { combinePrivacy, combineRedactions } from '../../../core/filters/privacy.ts'
import type { Arrival } from '../../../core/message/arrival.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Reservation } from '../../../core/plans/allowance.ts'
import type { NewDelivery } from '../../delivery/queue.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'

export interface ForwardPastStores {
  linkedDestinations(db: Db, userId: string): Promise<string[]>
  readPastMessages(tx: Tx, userId: string, ids: string[]): Promise<{ id: string; view: MailView; arrival: Arrival }[]>
  /** The pairs of message and phone that have a delivery, as `messageId destinationId`. */
  existingPairs(tx: Tx, userId: string, messageIds: string[]): Promise<Set<string>>
  deliveryDefaultsOf(db: Db, userId: string): Promise<DeliveryDefaults>
  /** Who is on call now, by rota. */
  onCallAt(db: Db, userId: string, timeZone: string, now: Date): Promise<OnCall>
  /** What these filters sent since then, and what they have scheduled. */
  recentSends(tx: Tx, userId: string, filterIds: string[], since: Date): Promise<RecentSends>
  reserve(tx: Tx, userId: string, now: Date, requests: number): Promise<Reservation>
  release(tx: Tx, userId: string, month: string, count: number): Promise<void>
  enqueue(tx: Tx, userId: string, deliveries: NewDelivery[], now: Date): Promise<string[]>
  addMatches(tx: Tx, userId: string, matches: { messageId: string; explanation: FilterExplanations[number] }[], now: Date): Promise<void>
}

export interface ForwardPastDeps {
  stores: ForwardPastStores
  newId(now: Date): string
}

/** The filter to apply, and the compiled engine of all the user's current filters. */
export interface AppliedFilter {
  filter: SavedFilter
  engine: Engine
}

/** The messages, in order. Returns how many deliveries were enqueued, and how many of them wait. */
export async function forwardPastBatch(
  { stores, newId }: ForwardPastDeps,
  tx: Tx,
  userId: string,
  { filter, engine }: AppliedFilter,
  messageIds: string[],
  now: Date,
): Promise<{ enqueued: number; held: number }> {
  const defaults = await stores.deliveryDefaultsOf(tx, userId)
  const destinations = await findDestinations(stores, tx, userId, filter, defaults, now)
  const [existing, messages] = [await stores.existingPairs(tx, userId, messageIds), await stores.readPastMessages(tx, userId, messageIds)]
  const inputs = new Map(messages.map(({ id, view, arrival }) => [id, toFilterInput(view, arrival, engine.lists)]))
  const requests = [...inputs].flatMap(([messageId, input]) => {
    const matching = [filter, ...otherMatching(filter, engine, input)]
    return destinations.filter(to => !existing.has(`${messageId} ${to}`)).map(to => forwardTo(filter, matching, messageId, to))
  })
  if (requests.length === 0) return { enqueued: 0, held: 0 }
  const result = await enqueueAll({ stores, newId }, tx, userId, requests, defaults, now)
  await stores.addMatches(tx, userId, toMatches(filter, new Set(result.map(delivery => delivery.messageId)), inputs), now)
  return { enqueued: result.length, held: result.filter(delivery => delivery.waitUntil).length }
}

/** Returns the deliveries that were enqueued. */
async function enqueueAll(
  { stores, newId }: ForwardPastDeps,
  tx: Tx,
  userId: string,
  requests: ReturnType<typeof forwardTo>[],
  defaults: DeliveryDefaults,
  now: Date,
): Promise<(NewDelivery & { messageId: string })[]> {
  const reservation = await stores.reserve(tx, userId, now, requests.length)
  const limits = rateLimitedFilters(requests)
  const recentSends = limits.length > 0 ? await stores.recentSends(tx, userId, limits, new Date(now.getTime() - hourMs)) : new Map()
  const schedules = withinAllowance(scheduleAll(requests, defaults, recentSends, now), reservation, defaults, now)
  const deliveries = requests.map(({ preferences: _, ...delivery }, i) => ({
    ...delivery,
    ...schedules[i],
    // The files were not stored on arrival: they are listed in the text, and remain in the mailbox.
    files: [],
    id: newId(now),
    usageMonth: schedules[i]?.usageMonth ?? null,
  }))
  const enqueued = new Set(await stores.enqueue(tx, userId, deliveries, now))
  const unused = deliveries.filter(delivery => delivery.usageMonth !== null && !enqueued.has(delivery.id)).length
  if (unused > 0) await stores.release(tx, userId, reservation.month, unused)
  return deliveries.filter(delivery => enqueued.has(delivery.id))
}

/** The phones that get what the filter forwards now. */
export async function findDestinations(
  stores: Pick<ForwardPastStores, 'onCallAt' | 'linkedDestinations'>,
  db: Db,
  userId: string,
  filter: SavedFilter,
  { timeZone }: DeliveryDefaults,
  now: Date,
): Promise<string[]> {
  const onCall = await stores.onCallAt(db, userId, timeZone, now)
  return destinationsFor(resolveOnCall(filter, onCall), await stores.linkedDestinations(db, userId))
}

function destinationsFor({ actions }: Filter, linkedIds: string[]): string[] {
  const forwards = actions.filter(action => action.kind === 'forward')
  const requests = forwards.flatMap(({ destinationIds, next }) => {
    const chosen = destinationIds.length === 0 ? linkedIds : destinationIds.filter(id => linkedIds.includes(id))
    // Past messages do not start an escalation: only the first phone gets them.
    return next ? chosen.slice(0, 1) : chosen
  })
  return linkedIds.filter(id => requests.includes(id))
}

/** The user's other filters that match the message and affect how it is sent. */
function otherMatching(filter: Filter, engine: Engine, input: FilterInput): Filter[] {
  const run = startRun(engine, input)
  const affectsSending = ({ actions }: Filter) =>
    actions.some(
      delivery =>
        delivery.kind === 'redact' ||
        delivery.kind === 'digest' ||
        delivery.kind === 'quiet' ||
        (delivery.kind === 'forward' && delivery.show),
    )
  return engine.filters.filter((other, i) => other.id !== filter.id && affectsSending(other) && filterResult(run, i) !== false)
}

/** Every matching filter's redactions apply, wherever it forwards to. Past messages are never urgent. */
function forwardTo(filter: Filter, matching: Filter[], messageId: string, destinationId: string) {
  const applicable = matching.filter(other => other === filter || appliesToDestination(other, destinationId))
  const { show } = combinePrivacy(filter, applicable)
  const preferences = { ...combinePreferences(filter, applicable), isUrgent: false }
  return { messageId, filterId: filter.id, destinationId, show, redact: combineRedactions(matching), preferences }
}

const toMatches = (filter: Filter, messageIds: Set<string>, inputs: Map<string, FilterInput>) =>
  [...inputs]
    .filter(([id]) => messageIds.has(id))
    .map(([messageId, input]) => {
      // Evaluated alone, so that parts that were not fetched show as not tested; a paused filter is evaluated too.
      const run = startRun(compile([{ ...filter, paused: false }], input.lists), input)
      const explanation = explain(filter.condition, input, test => testResultForExplanation(run, test))
      return { messageId, explanation: { filterId: filter.id, filterName: filter.name, explanation, acted: true } }
    })
