// The way in: an email arrives, filters decide, deliveries are enqueued, in one transaction per batch. Its twin is sending.ts.
import { type EngineCache, newEngineCache } from '../../core/filters/engine/engine-cache.ts'
import { needsSource } from '../../core/filters/exact/needs.ts'
import { isBacklog } from '../../core/mailbox/backlog.ts'
import type { MailView } from '../../core/message/view.ts'
import type { NewDecision } from '../filters/store.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { NewFilterAction } from '../mail/actions/store.ts'
import type { MailboxContext } from '../mail/messages/arrivals-store.ts'
import type { NewMessage } from '../mail/messages/store.ts'
import type { Arrived } from '../mail/parsing/arrived.ts'
import { loadEngine } from './forward/engine.ts'
import { type DecidedMessage, enqueueRequests, toDeliveryRequests } from './forward/enqueue.ts'
import { fetchUntilEnough, requireEnoughContent } from './forward/fetch-more.ts'
import { type FileSaver, saveFiles } from './forward/files.ts'
import { applyFilters, deliveryDefaults, type FilteredMessage } from './forward/filter-decisions.ts'
import { decideFinally, type MessageToDecide } from './forward/final-decisions.ts'
import { saveNewMessages } from './forward/save-messages.ts'
import type { ForwardStores } from './forward/stores.ts'
import type { SaveWebViews } from './forward/web-views.ts'

export interface ForwardDeps {
  stores: ForwardStores
  now(): Date
  newId(now: Date): string
  /** With `withSource`, the view includes the raw source. */
  parse(arrived: Arrived & { withSource?: boolean }): Promise<MailView>
  /** Undefined when only the decision matters. */
  saveWebViews?: SaveWebViews | undefined
  /** Saves the files of emails that go to a phone; undefined when files are never sent. */
  fileSaver?: FileSaver | undefined
  /** Wakes the delivery worker; called after the commit when something was enqueued. */
  wake(): void
}

/** Forwards emails that arrived together. `alongside` commits with them (the IMAP cursor). A rejection means that nothing was saved. */
export type ForwardBatch = (batch: Arrived[], alongside?: (tx: Tx) => Promise<void>) => Promise<void>

export function openForward(deps: ForwardDeps): ForwardBatch {
  const { stores } = deps
  const engines = newEngineCache()
  return async (batch, alongside) => {
    const now = deps.now()
    const messages = await Promise.all(batch.map(async arrived => ({ id: deps.newId(now), arrived, view: await deps.parse(arrived) })))
    const enqueued = await fetchUntilEnough(deps.parse, messages, fetched =>
      stores.inTransaction(async tx => {
        let deliveries = 0
        for (const [userId, userMessages] of byUser(fetched))
          deliveries += await forwardForUser(deps, engines, tx, userId, userMessages, now)
        await alongside?.(tx)
        return deliveries
      }),
    )
    if (enqueued > 0) deps.wake()
  }
}

// Sorted by id, so that two hosts forwarding for the same users cannot deadlock.
function byUser(messages: NewMessage[]): [string, NewMessage[]][] {
  return [...Map.groupBy(messages, m => m.arrived.userId)].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns how many deliveries were enqueued. */
async function forwardForUser(deps: ForwardDeps, engines: EngineCache, tx: Tx, userId: string, batch: NewMessage[], now: Date) {
  const { stores } = deps
  const engine = await loadEngine(stores, engines, tx, userId)
  const parsed = needsSource(engine.filters) ? await parseSources(deps, batch) : batch
  const messages = await saveNewMessages(stores, tx, userId, parsed, now)
  if (messages.length === 0) return 0
  const destinations = await stores.linkedDestinations(tx, userId)
  const contexts = await stores.readMailboxContexts(tx, userId, [...new Set(messages.map(message => message.arrived.mailboxId))])
  const filtered = await applyFilters(stores, tx, userId, messages, { engine, destinations, contexts }, now)
  requireEnoughContent(filtered, engine.filters, deps.fileSaver !== undefined)
  const decided = await applyFinalDecisions(stores, tx, userId, filtered, contexts, now)
  await stores.saveDecisions(tx, userId, decided.map(toStoredDecision), now)
  await stores.saveFilterActions(tx, userId, decided.flatMap(toMailboxActions), now)
  const forwarded = decided.filter(({ decision }) => decision.forwards.length > 0).map(({ message }) => message)
  if (forwarded.length > 0) await deps.saveWebViews?.(tx, userId, forwarded)
  const followUpFiles = await saveFiles(deps.fileSaver, tx, userId, decided, engine.filters, now)
  return enqueueRequests(deps, tx, userId, toDeliveryRequests(decided, followUpFiles), deliveryDefaults(contexts), now)
}

/** Few filters look at the raw source; it is parsed only for them. */
const parseSources = (deps: ForwardDeps, batch: NewMessage[]): Promise<NewMessage[]> =>
  Promise.all(
    batch.map(async message => {
      if (message.view.unparsed !== null || message.arrived.fetched) return message
      return { ...message, view: await deps.parse({ ...message.arrived, withSource: true }) }
    }),
  )

async function applyFinalDecisions(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  filtered: FilteredMessage[],
  contexts: Map<string, MailboxContext>,
  now: Date,
): Promise<DecidedMessage[]> {
  const toDecide = filtered.map(one => toMessageToDecide(one, contexts.get(one.message.arrived.mailboxId)))
  const decisions = await decideFinally(stores, tx, userId, toDecide, now)
  return filtered.map((one, i) => ({ ...one, decision: decisions[i] ?? one.decision, isBacklog: toDecide[i]?.isBacklog ?? false }))
}

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
