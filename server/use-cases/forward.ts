// The way in: an email arrives, filters decide, deliveries are enqueued, in one transaction per batch. Its twin is sending.ts.
import type { DeliveryDefaults } from '../../core/delivery/schedule.ts'
import type { Filter } from '../../core/filters/action.ts'
import { type EngineCache, newEngineCache } from '../../core/filters/engine/engine-cache.ts'
import { readsSenders } from '../../core/filters/engine/needs.ts'
import { isBacklog } from '../../core/mailbox/backlog.ts'
import { idTimes, ownDate } from '../../core/mailbox/own-dates.ts'
import type { NewDecision } from '../filters/store.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { NewFilterAction } from '../mail/actions/store.ts'
import type { MailboxContext } from '../mail/messages/mailbox-context.ts'
import type { Arrived } from '../mail/parsing/arrived.ts'
import type { ForwardContext } from './forward/context-store.ts'
import { loadEngine } from './forward/engine.ts'
import { type DecidedMessage, enqueueRequests, toDeliveryRequests } from './forward/enqueue.ts'
import {
  type FetchMoreDeps,
  fetchUntilEnough,
  type Progress,
  requireEnoughContent,
  requireNothing,
  requireSources,
} from './forward/fetch-more.ts'
import { claimFiles } from './forward/files.ts'
import { applyFilters, decideAll, deliveryDefaults, type EarlierDecisions, type FilteredMessage } from './forward/filter-decisions.ts'
import { countBacklogs, decideAfterAbsence, decideFinally, type MessageToDecide } from './forward/final-decisions.ts'
import { dropUnclaimedFiles, findUnprepared, type PreparedMessage, savePreparedPages } from './forward/prepare.ts'
import { readKnownBefore, saveNewMessages } from './forward/save-messages.ts'
import { rememberSenders } from './forward/senders.ts'
import type { ForwardStores } from './forward/stores.ts'

export interface ForwardDeps extends FetchMoreDeps {
  stores: ForwardStores
  now(): Date
  newId(now: Date): string
  /** Wakes the delivery worker; called after the commit when something was enqueued. */
  wake(): void
}

/** Forwards emails that arrived together. `alongside` commits with them (the IMAP cursor). A rejection means that nothing was saved. */
export type ForwardBatch = (batch: Arrived[], alongside?: (tx: Tx) => Promise<void>) => Promise<void>

/** What one batch knows besides its messages. */
interface Batch {
  now: Date
  earlier: EarlierDecisions
  /** By user, for forecasts: the transaction reads it anew. */
  contexts: Map<string, Promise<ForwardContext>>
}

export function openForward(deps: ForwardDeps): ForwardBatch {
  const { stores } = deps
  const engines = newEngineCache()
  return async (arrivals, alongside) => {
    const now = deps.now()
    const batch: Batch = { now, earlier: new Map(), contexts: new Map() }
    const times = idTimes(arrivals.map(({ datedAt, arrivedAt }) => ownDate(datedAt ?? null, arrivedAt)))
    const progress: Progress = {
      messages: await Promise.all(
        arrivals.map(async (arrived, i) => ({ id: deps.newId(times[i] ?? now), arrived, view: await deps.parse(arrived) })),
      ),
    }
    const inOneTransaction = (messages: PreparedMessage[]) =>
      stores.inTransaction(async tx => {
        let deliveries = 0
        for (const [userId, userMessages] of byUser(messages))
          deliveries += await forwardForUser(deps, engines, tx, userId, userMessages, batch)
        await alongside?.(tx)
        return deliveries
      })
    try {
      await fetchUntilEnough(deps, progress, now, async messages => {
        for (const [userId, userMessages] of byUser(messages)) await forecast(deps, engines, userId, userMessages, batch)
      })
      const enqueued = await fetchUntilEnough(deps, progress, now, inOneTransaction)
      if (enqueued > 0) deps.wake()
    } finally {
      await dropUnclaimedFiles(deps, progress.messages)
    }
  }
}

// Sorted by id, so that two hosts forwarding for the same users cannot deadlock.
function byUser(messages: PreparedMessage[]): [string, PreparedMessage[]][] {
  return [...Map.groupBy(messages, m => m.arrived.userId)].sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Decides before the transaction, so that what goes to a phone is parsed without holding a connection or a lock. The transaction
 * decides again; if it finds more that must be parsed, it is rolled back.
 */
async function forecast(
  deps: ForwardDeps,
  engines: EngineCache,
  userId: string,
  messages: PreparedMessage[],
  { now, earlier, contexts: forecastContexts }: Batch,
): Promise<void> {
  const { stores } = deps
  // A second forecast differs from the first by what was parsed meanwhile.
  const context = forecastContexts.get(userId) ?? stores.readContext(stores.db, userId, mailboxIdsOf(messages))
  forecastContexts.set(userId, context)
  const { filtersVersion, destinations, mailboxes: contexts } = await context
  const engine = await loadEngine(stores, engines, stores.db, userId, filtersVersion)
  requireSources(messages, engine.filters)
  if (engine.filters.length === 0 || readsSenders(engine.filters)) return
  const filtered = await decideAll(stores, stores.db, userId, messages, { engine, destinations, contexts }, earlier, now)
  requireEnoughContent(filtered, engine.filters, deps.fileSaver !== undefined)
  const decisions = decideAfterAbsence(toMessagesToDecide(filtered, contexts))
  const decided = filtered.map(({ message }, i) => ({ message, decision: decisions[i] ?? { forwards: [] } }))
  requireNothing(findUnprepared(deps, decided, engine.filters))
}

/** Returns how many deliveries were enqueued. */
async function forwardForUser(
  deps: ForwardDeps,
  engines: EngineCache,
  tx: Tx,
  userId: string,
  batch: PreparedMessage[],
  { now, earlier }: Batch,
) {
  const { stores } = deps
  const [{ filtersVersion, destinations, mailboxes: contexts }, before] = await Promise.all([
    stores.readContext(tx, userId, mailboxIdsOf(batch)),
    readKnownBefore(stores, tx, userId, batch, now),
  ])
  const engine = await loadEngine(stores, engines, tx, userId, filtersVersion)
  requireSources(batch, engine.filters)
  const messages = await saveNewMessages(stores, tx, userId, batch, before)
  if (messages.length === 0) return 0
  const [, filtered] = await Promise.all([
    rememberSenders(stores, tx, userId, before.knownSenders, messages, now),
    applyFilters(stores, tx, userId, messages, { engine, destinations, contexts }, earlier, now),
  ])
  requireEnoughContent(filtered, engine.filters, deps.fileSaver !== undefined)
  const toDecide = toMessagesToDecide(filtered, contexts)
  const decisions = await decideFinally(stores, tx, userId, toDecide, now)
  const decided = filtered.map((one, i) => ({
    ...one,
    decision: decisions[i] ?? one.decision,
    isBacklog: toDecide[i]?.isBacklog ?? false,
  }))
  requireNothing(findUnprepared(deps, decided, engine.filters))
  const forwarded = decided.filter(one => one.decision.forwards.length > 0).map(one => one.message)
  // In this order, as locks are taken in it (docs/decisions/order-of-locks.md).
  const [, , , , enqueued] = await Promise.all([
    stores.saveDecisions(tx, userId, decided.map(toStoredDecision), now),
    stores.saveFilterActions(tx, userId, decided.flatMap(toMailboxActions), now),
    savePreparedPages(deps, tx, userId, decided),
    stores.saveRawMessages(tx, userId, forwarded),
    enqueueDecided(deps, tx, userId, decided, engine.filters, deliveryDefaults(contexts), now),
  ])
  await countBacklogs(stores, tx, userId, toDecide, now)
  return enqueued
}

async function enqueueDecided(
  deps: ForwardDeps,
  tx: Tx,
  userId: string,
  decided: DecidedMessage[],
  filters: readonly Filter[],
  defaults: DeliveryDefaults,
  now: Date,
): Promise<number> {
  const followUpFiles = await claimFiles(deps.fileSaver, tx, userId, decided, filters, now)
  return enqueueRequests(deps, tx, userId, toDeliveryRequests(decided, followUpFiles), defaults, now)
}

const mailboxIdsOf = (messages: PreparedMessage[]): string[] => [...new Set(messages.map(message => message.arrived.mailboxId))]

const toMessagesToDecide = (filtered: FilteredMessage[], contexts: ReadonlyMap<string, MailboxContext>): MessageToDecide[] =>
  filtered.map(one => toMessageToDecide(one, contexts.get(one.message.arrived.mailboxId)))

const toMessageToDecide = (
  { message: { id, arrived, view }, decision }: FilteredMessage,
  context: MailboxContext | undefined,
): MessageToDecide => ({
  messageId: id,
  location: { mailboxId: arrived.mailboxId, folder: arrived.folder ?? null },
  contentHash: arrived.contentHash,
  view,
  isBacklog: isBacklog(arrived.datedAt ?? null, context?.absence ?? null),
  preferences: context?.preferences ?? { backlog: 'forward', forwardsCopies: false },
  decision,
})

const toStoredDecision = ({ message, decision }: FilteredMessage): NewDecision => ({
  messageId: message.id,
  result: decision.result,
  reason: decision.reason,
  explanations: decision.explanations,
})

const toMailboxActions = ({ message, decision }: FilteredMessage): NewFilterAction[] =>
  decision.mailboxActions.map(action => ({
    messageId: message.id,
    mailboxId: message.arrived.mailboxId,
    mailboxKind: message.arrived.kind,
    ...action,
  }))
