// Applies a saved filter to past messages: forwards those that are stored, match, and were not forwarded before.

import type { runFilterApi } from '../../core/api/filter-trials.ts'
import type { SavedFilter } from '../../core/api/filters.ts'
import {
  type DeliveryDefaults,
  hourMs,
  type RecentSends,
  rateLimitedFilters,
  scheduleAll,
  withinAllowance,
} from '../../core/delivery/schedule.ts'
import type { Filter } from '../../core/filters/action.ts'
import { appliesToDestination } from '../../core/filters/decide.ts'
import { combinePreferences } from '../../core/filters/delivery-preferences.ts'
import { compile, type Engine } from '../../core/filters/engine/compile.ts'
import { filterResult, startRun, testResultForExplanation } from '../../core/filters/engine/run.ts'
import { explain } from '../../core/filters/explain.ts'
import type { FilterExplanations } from '../../core/filters/explanation.ts'
import { type FilterInput, toFilterInput } from '../../core/filters/fields.ts'
import { type OnCall, resolveOnCall } from '../../core/filters/on-call.ts'
import { combinePrivacy, combineRedactions } from '../../core/filters/privacy.ts'
import type { Condition, Lists } from '../../core/filters/tree.ts'
import type { Arrival } from '../../core/message/arrival.ts'
import type { MailView } from '../../core/message/view.ts'
import type { Reservation } from '../../core/plans/allowance.ts'
import type { Translate } from '../../core/words/words.ts'
import type { NewDelivery } from '../delivery/queue.ts'
import { yieldToEventLoop } from '../foundation/clock.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { UserHandler } from '../foundation/http/route.ts'

export interface PastRunStores {
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  listFilters(userId: string): Promise<SavedFilter[]>
  readLists(userId: string, conditions: Condition[]): Promise<Lists>
  linkedDestinations(tx: Tx, userId: string): Promise<string[]>
  /** The ids of stored messages that match the condition, newest first; null when the search cannot run now. */
  findMatchesSince(userId: string, condition: Condition, since: Date): Promise<string[] | null>
  readPastMessages(tx: Tx, userId: string, ids: string[]): Promise<{ id: string; view: MailView; arrival: Arrival }[]>
  /** The pairs of message and phone that have a delivery, as `messageId destinationId`. */
  existingPairs(tx: Tx, userId: string, messageIds: string[]): Promise<Set<string>>
  deliveryDefaultsOf(tx: Tx, userId: string): Promise<DeliveryDefaults>
  /** Who is on call now, by rota. */
  onCallAt(tx: Tx, userId: string, timeZone: string, now: Date): Promise<OnCall>
  /** What these filters sent since then, and what they have scheduled. */
  recentSends(tx: Tx, userId: string, filterIds: string[], since: Date): Promise<RecentSends>
  reserve(tx: Tx, userId: string, now: Date, requests: number): Promise<Reservation>
  release(tx: Tx, userId: string, month: string, count: number): Promise<void>
  enqueue(tx: Tx, userId: string, deliveries: NewDelivery[], now: Date): Promise<string[]>
  addMatches(tx: Tx, userId: string, matches: { messageId: string; explanation: FilterExplanations[number] }[], now: Date): Promise<void>
}

export interface PastRunDeps {
  stores: PastRunStores
  now(): Date
  newId(now: Date): string
  say: Translate<'trial'>
  wake(): void
}

const dayMs = 86_400_000
const batchSize = 50

export function pastRunHandler({ stores, now, newId, say, wake }: PastRunDeps): UserHandler<typeof runFilterApi> {
  return async ({ userId, params, body }) => {
    const filters = await stores.listFilters(userId)
    const filter = filters.find(({ id }) => id === params.id)
    if (!filter) throw new HttpError(404, 'filter_unknown', say('refusedFilter'))
    if (!filter.actions.some(({ kind }) => kind === 'forward')) throw new HttpError(422, 'forwards_nothing', say('refusedNoForward'))
    const matched = await stores.findMatchesSince(userId, filter.condition, new Date(now().getTime() - body.days * dayMs))
    if (!matched) throw new HttpError(503, 'trial_failed', say('refusedFailed'))
    const lists = await stores.readLists(
      userId,
      filters.map(({ condition }) => condition),
    )
    const applied = { filter, engine: compile(filters, lists) }
    const totals = { matched: matched.length, enqueued: 0, held: 0 }
    // The oldest first, so that the phone shows them in the order of arrival.
    const oldestFirst = matched.toReversed()
    for (let at = 0; at < oldestFirst.length; at += batchSize) {
      const batch = oldestFirst.slice(at, at + batchSize)
      const result = await stores.inTransaction(tx => forwardBatch({ stores, newId, say }, tx, userId, applied, batch, now()))
      totals.enqueued += result.enqueued
      totals.held += result.held
      await yieldToEventLoop()
    }
    if (totals.enqueued > 0) wake()
    return totals
  }
}

/** The filter to apply, and the compiled engine of all the user's current filters. */
interface Applied {
  filter: SavedFilter
  engine: Engine
}

async function forwardBatch(
  { stores, newId, say }: Pick<PastRunDeps, 'stores' | 'newId' | 'say'>,
  tx: Tx,
  userId: string,
  { filter, engine }: Applied,
  messageIds: string[],
  now: Date,
): Promise<{ enqueued: number; held: number }> {
  const defaults = await stores.deliveryDefaultsOf(tx, userId)
  const onCall = await stores.onCallAt(tx, userId, defaults.timeZone, now)
  const destinations = destinationsFor(resolveOnCall(filter, onCall), await stores.linkedDestinations(tx, userId))
  if (destinations.length === 0) throw new HttpError(422, 'no_destination', say('refusedNoDestination'))
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
  { stores, newId }: Pick<PastRunDeps, 'stores' | 'newId'>,
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
