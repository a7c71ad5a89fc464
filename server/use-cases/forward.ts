// The way in: mail arrives, filters decide, deliveries are enqueued. One transaction. Its twin is sending.ts.
import { type KeptEngines, noEngines } from '../../core/filters/engine/kept.ts'
import { needsSource } from '../../core/filters/exact/needs.ts'
import { isBacklog } from '../../core/mailbox/backlog.ts'
import type { MailView } from '../../core/message/view.ts'
import type { NewDecision } from '../filters/store.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { NewFilterAction } from '../mail/actions/store.ts'
import type { MailboxContext } from '../mail/messages/arrivals-store.ts'
import type { NewMessage } from '../mail/messages/store.ts'
import type { Arrived } from '../mail/parsing/arrived.ts'
import { engineOf } from './forward/engine.ts'
import { requireEnough, withEnough } from './forward/fetch-more.ts'
import { type FileKeeping, keepFiles } from './forward/files.ts'
import { applyFilters, type FilteredMessage, habitsOf } from './forward/filter-decisions.ts'
import { finalDecisions, type MessageToDecide } from './forward/final-decisions.ts'
import { keepNew } from './forward/keeping.ts'
import { type DecidedMessage, enqueueAll, wantedOf } from './forward/queueing.ts'
import type { ForwardStores } from './forward/stores.ts'
import type { KeepWebViews } from './forward/web-views.ts'

export interface ForwardDeps {
  stores: ForwardStores
  now(): Date
  newId(now: Date): string
  /** With `withSource` the view holds what was sent too. */
  parse(arrived: Arrived & { withSource?: boolean }): Promise<MailView>
  /** Absent where nothing but the decision is of interest. */
  keepWebViews?: KeepWebViews | undefined
  /** Keeps the files of mails that go to a phone; absent where none go. */
  files?: FileKeeping | undefined
  /** Called after the commit when something waits to be sent. */
  wake(): void
}

/** Mail that arrived together; `alongside` commits with it (the IMAP cursor). A rejection means that nothing was kept. */
export type ForwardBatch = (batch: Arrived[], alongside?: (tx: Tx) => Promise<void>) => Promise<void>

export function openForward(deps: ForwardDeps): ForwardBatch {
  const { stores } = deps
  const engines = noEngines()
  return async (batch, alongside) => {
    const now = deps.now()
    const messages = await Promise.all(batch.map(async arrived => ({ id: deps.newId(now), arrived, view: await deps.parse(arrived) })))
    const enqueued = await withEnough(deps.parse, messages, known =>
      stores.inTransaction(async tx => {
        let deliveries = 0
        for (const [userId, theirs] of byPerson(known)) deliveries += await forwardFor(deps, engines, tx, userId, theirs, now)
        await alongside?.(tx)
        return deliveries
      }),
    )
    if (enqueued > 0) deps.wake()
  }
}

// In the order of their ids, so that two hosts that meet at the same people never wait for each other in a circle.
function byPerson(messages: NewMessage[]): [string, NewMessage[]][] {
  return [...Map.groupBy(messages, m => m.arrived.userId)].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns how many deliveries are in the queue now. */
async function forwardFor(deps: ForwardDeps, engines: KeptEngines, tx: Tx, userId: string, batch: NewMessage[], now: Date) {
  const { stores } = deps
  const engine = await engineOf(stores, engines, tx, userId)
  const read = needsSource(engine.filters) ? await withSources(deps, batch) : batch
  const messages = await keepNew(stores, tx, userId, read, now)
  if (messages.length === 0) return 0
  const destinations = await stores.linkedDestinations(tx, userId)
  const ways = await stores.readMailboxContexts(tx, userId, [...new Set(messages.map(m => m.arrived.mailboxId))])
  const decided = await applyFilters(stores, tx, userId, messages, { engine, destinations, ways }, now)
  requireEnough(decided, engine.filters, deps.files !== undefined)
  const ruled = await ruleOnAll(stores, tx, userId, decided, ways, now)
  await stores.saveDecisions(tx, userId, ruled.map(verdictOf), now)
  await stores.saveFilterActions(tx, userId, ruled.flatMap(actionsOf), now)
  const going = ruled.flatMap(({ message, decision }) => (decision.forwards.length > 0 ? [message] : []))
  if (going.length > 0) await deps.keepWebViews?.(tx, userId, going)
  const followers = await keepFiles(deps.files, tx, userId, ruled, engine.filters, now)
  return enqueueAll(deps, tx, userId, wantedOf(ruled, followers), habitsOf(ways), now)
}

/** Few filters ask for what was sent; for them alone it is read and kept. */
const withSources = (deps: ForwardDeps, batch: NewMessage[]): Promise<NewMessage[]> =>
  Promise.all(
    batch.map(async message => {
      if (message.view.unparsed !== null || message.arrived.fetched) return message
      return { ...message, view: await deps.parse({ ...message.arrived, withSource: true }) }
    }),
  )

async function ruleOnAll(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  decided: FilteredMessage[],
  ways: Map<string, MailboxContext>,
  now: Date,
): Promise<DecidedMessage[]> {
  const asked = decided.map(one => askedOf(one, ways.get(one.message.arrived.mailboxId)))
  const rulings = await finalDecisions(stores, tx, userId, asked, now)
  return decided.map((one, i) => ({ ...one, decision: rulings[i] ?? one.decision, isBacklog: asked[i]?.isBacklog ?? false }))
}

const askedOf = ({ message: { id, arrived, view }, decision }: FilteredMessage, way: MailboxContext | undefined): MessageToDecide => ({
  messageId: id,
  location: { mailboxId: arrived.mailboxId, folder: arrived.folder ?? null },
  contentHash: arrived.contentHash,
  view,
  isBacklog: isBacklog(arrived.datedAt ?? null, way?.absence ?? null),
  preferences: way?.preferences ?? { backlog: 'forward', forwardsCopies: false },
  decision,
})

const verdictOf = ({ message, decision }: FilteredMessage): NewDecision => ({
  messageId: message.id,
  result: decision.result,
  reason: decision.reason,
  explanations: decision.explanations,
})

const actionsOf = ({ message, decision }: FilteredMessage): NewFilterAction[] =>
  decision.mailboxActions.map(deed => ({
    messageId: message.id,
    mailboxId: message.arrived.mailboxId,
    mailboxKind: message.arrived.kind,
    ...deed,
  }))
