// Applies a saved filter to past mail: forwards what is kept, matches, and went nowhere yet.

import type { runFilterApi } from '../../core/api/filter-trials.ts'
import type { SavedFilter } from '../../core/api/filters.ts'
import { type DeliveryHabits, hourMs, limiting, type RecentSends, scheduleAll } from '../../core/delivery/schedule.ts'
import type { Filter } from '../../core/filters/action.ts'
import { speaksFor } from '../../core/filters/decide.ts'
import { preferencesOf } from '../../core/filters/delivery-preferences.ts'
import { compile, type Engine } from '../../core/filters/engine/compile.ts'
import { answerWithHits, openRun, resultOf } from '../../core/filters/engine/run.ts'
import { explain } from '../../core/filters/explain.ts'
import type { FilterExplanations } from '../../core/filters/explanation.ts'
import { openReading, type Reading } from '../../core/filters/fields.ts'
import { atThisHour, type OnCall } from '../../core/filters/on-call.ts'
import { privacyOf, redactBy } from '../../core/filters/privacy.ts'
import type { Condition, Lists } from '../../core/filters/tree.ts'
import type { Arrival } from '../../core/message/arrival.ts'
import type { MailView } from '../../core/message/view.ts'
import { monthOf } from '../../core/plans/allowance.ts'
import type { Translate } from '../../core/words/words.ts'
import type { NewDelivery } from '../delivery/queue.ts'
import { breathe } from '../foundation/clock.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { PersonHandler } from '../foundation/http/route.ts'

export interface PastRunStores {
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  listFilters(userId: string): Promise<SavedFilter[]>
  listsOf(userId: string, conditions: Condition[]): Promise<Lists>
  linkedDestinations(tx: Tx, userId: string): Promise<string[]>
  /** The ids of kept mail on which the condition holds, the newest first; null when it could not be tried now. */
  matchesSince(userId: string, condition: Condition, since: Date): Promise<string[] | null>
  openPast(tx: Tx, userId: string, ids: string[]): Promise<{ id: string; view: MailView; arrival: Arrival }[]>
  /** The pairs of message and phone that have a delivery: `message destination`. */
  pairsOf(tx: Tx, userId: string, messageIds: string[]): Promise<Set<string>>
  habitsOf(tx: Tx, userId: string): Promise<DeliveryHabits>
  /** By rota, whom it asks at this hour. */
  onCallAt(tx: Tx, userId: string, timeZone: string, now: Date): Promise<OnCall>
  /** What went since then of these filters, and what will go. */
  recentSends(tx: Tx, userId: string, filterIds: string[], since: Date): Promise<RecentSends>
  reserve(tx: Tx, userId: string, month: string, wanted: number): Promise<number>
  release(tx: Tx, userId: string, month: string, count: number): Promise<void>
  enqueue(tx: Tx, userId: string, deliveries: NewDelivery[], now: Date): Promise<string[]>
  addMatches(tx: Tx, userId: string, matches: { messageId: string; seen: FilterExplanations[number] }[], now: Date): Promise<void>
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

export function pastRunHandler({ stores, now, newId, say, wake }: PastRunDeps): PersonHandler<typeof runFilterApi> {
  return async ({ userId, params, body }) => {
    const filters = await stores.listFilters(userId)
    const filter = filters.find(({ id }) => id === params.id)
    if (!filter) throw new HttpError(404, 'filter_unknown', say('refusedFilter'))
    if (!filter.actions.some(({ kind }) => kind === 'forward')) throw new HttpError(422, 'forwards_nothing', say('refusedNoForward'))
    const matched = await stores.matchesSince(userId, filter.condition, new Date(now().getTime() - body.days * dayMs))
    if (!matched) throw new HttpError(503, 'trial_failed', say('refusedFailed'))
    const lists = await stores.listsOf(
      userId,
      filters.map(({ condition }) => condition),
    )
    const applied = { filter, engine: compile(filters, lists) }
    const done = { matched: matched.length, enqueued: 0, held: 0 }
    // The oldest goes first, so that the phone tells them in the order in which they came.
    const oldestFirst = matched.toReversed()
    for (let at = 0; at < oldestFirst.length; at += batchSize) {
      const batch = oldestFirst.slice(at, at + batchSize)
      const sent = await stores.inTransaction(tx => forwardBatch({ stores, newId, say }, tx, userId, applied, batch, now()))
      done.enqueued += sent.enqueued
      done.held += sent.held
      await breathe()
    }
    if (done.enqueued > 0) wake()
    return done
  }
}

/** The filter, and all of its person's as they are today. */
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
  const habits = await stores.habitsOf(tx, userId)
  const onCall = await stores.onCallAt(tx, userId, habits.timeZone, now)
  const destinations = namedBy(atThisHour(filter, onCall), await stores.linkedDestinations(tx, userId))
  if (destinations.length === 0) throw new HttpError(422, 'no_destination', say('refusedNoDestination'))
  const [taken, mails] = [await stores.pairsOf(tx, userId, messageIds), await stores.openPast(tx, userId, messageIds)]
  const readings = new Map(mails.map(({ id, view, arrival }) => [id, openReading(view, arrival, engine.lists)]))
  const wanted = [...readings].flatMap(([messageId, reading]) => {
    const holding = [filter, ...othersOn(filter, engine, reading)]
    return destinations.filter(to => !taken.has(`${messageId} ${to}`)).map(to => forwardTo(filter, holding, messageId, to))
  })
  if (wanted.length === 0) return { enqueued: 0, held: 0 }
  const sent = await enqueueAll({ stores, newId }, tx, userId, wanted, habits, now)
  await stores.addMatches(tx, userId, seenIn(filter, new Set(sent.map(one => one.messageId)), readings), now)
  return { enqueued: sent.length, held: sent.filter(one => one.held !== null || one.waitUntil).length }
}

/** Returns those that are in the queue now. */
async function enqueueAll(
  { stores, newId }: Pick<PastRunDeps, 'stores' | 'newId'>,
  tx: Tx,
  userId: string,
  wanted: ReturnType<typeof forwardTo>[],
  habits: DeliveryHabits,
  now: Date,
): Promise<(NewDelivery & { messageId: string })[]> {
  const month = monthOf(now)
  const given = await stores.reserve(tx, userId, month, wanted.length)
  const limits = limiting(wanted)
  const gone = limits.length > 0 ? await stores.recentSends(tx, userId, limits, new Date(now.getTime() - hourMs)) : new Map()
  const plans = scheduleAll(wanted, habits, gone, now)
  const deliveries = wanted.map(({ preferences: _, ...one }, i) => ({
    ...one,
    ...plans[i],
    // Nothing of them was kept when it came: they are told, and lie in the mailbox.
    files: [],
    id: newId(now),
    usageMonth: month,
    held: i < given ? null : ('allowance_used' as const),
  }))
  const enqueued = new Set(await stores.enqueue(tx, userId, deliveries, now))
  const unused = deliveries.filter(one => one.held === null && !enqueued.has(one.id)).length
  if (unused > 0) await stores.release(tx, userId, month, unused)
  return deliveries.filter(one => enqueued.has(one.id))
}

function namedBy({ actions }: Filter, linkedIds: string[]): string[] {
  const forwards = actions.filter(action => action.kind === 'forward')
  const wanted = forwards.flatMap(({ destinationIds, next }) => {
    const named = destinationIds.length === 0 ? linkedIds : destinationIds.filter(id => linkedIds.includes(id))
    // Nobody is called for mail of before: the first has it.
    return next ? named.slice(0, 1) : named
  })
  return linkedIds.filter(id => wanted.includes(id))
}

/** The others that hold on the mail today and have a say of how it is sent. */
function othersOn(filter: Filter, engine: Engine, reading: Reading): Filter[] {
  const run = openRun(engine, reading)
  const hasSay = ({ actions }: Filter) =>
    actions.some(one => one.kind === 'redact' || one.kind === 'digest' || one.kind === 'quiet' || (one.kind === 'forward' && one.show))
  return engine.filters.filter((other, i) => other.id !== filter.id && hasSay(other) && resultOf(run, i) !== false)
}

/** All that hold have their say of what is blacked out, wherever they forward to. Nothing is urgent any more. */
function forwardTo(filter: Filter, holding: Filter[], messageId: string, destinationId: string) {
  const speaking = holding.filter(other => other === filter || speaksFor(other, destinationId))
  const { show } = privacyOf(filter, speaking)
  const preferences = { ...preferencesOf(filter, speaking), isUrgent: false }
  return { messageId, filterId: filter.id, destinationId, show, redact: redactBy(holding), preferences }
}

const seenIn = (filter: Filter, messageIds: Set<string>, readings: Map<string, Reading>) =>
  [...readings]
    .filter(([id]) => messageIds.has(id))
    .map(([messageId, reading]) => {
      // Asked alone, so that what is not known of the mail is told as not tested; a paused filter is asked too.
      const run = openRun(compile([{ ...filter, paused: false }], reading.lists), reading)
      const explanation = explain(filter.condition, reading, test => answerWithHits(run, test))
      return { messageId, seen: { filterId: filter.id, filterName: filter.name, explanation, acted: true } }
    })
