// The product in one function: mail in, deliveries out, one transaction.
import { type KeptEngines, noEngines } from '../core/filters/engine/kept.ts'
import { needsSource } from '../core/filters/exact/needs.ts'
import { isBacklog } from '../core/mailbox/backlog.ts'
import type { MailView } from '../core/message/view.ts'
import type { Tx } from './db/pool.ts'
import type { NewVerdict } from './filters/store.ts'
import { type Decided, type DecidingStores, decideAll, habitsIn } from './forward/deciding.ts'
import { type EngineStores, engineOf } from './forward/engine.ts'
import { requireEnough, withEnough } from './forward/enough.ts'
import { type FileKeeping, keepFiles } from './forward/files.ts'
import { type KeepingStores, keepNew } from './forward/keeping.ts'
import { enqueueAll, type QueueStores, type Ruled, wantedOf } from './forward/queueing.ts'
import { type Asked, type RulingStores, ruleOn } from './forward/rulings.ts'
import type { Way } from './mail/arrivals/store.ts'
import type { Arrived } from './mail/arrived.ts'
import type { NewDeed } from './mail/deeds/store.ts'
import type { NewMessage } from './mail/messages/store.ts'

/** Where forward reads and writes; the tests give it one in memory. */
export interface ForwardStores extends EngineStores, KeepingStores, DecidingStores, RulingStores, QueueStores {
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** By mailbox. */
  readWays(tx: Tx, userId: string, mailboxIds: string[]): Promise<Map<string, Way>>
  saveVerdicts(tx: Tx, userId: string, verdicts: NewVerdict[], now: Date): Promise<void>
  saveDeeds(tx: Tx, userId: string, deeds: NewDeed[], now: Date): Promise<void>
}

export interface ForwardParts {
  stores: ForwardStores
  now(): Date
  newId(now: Date): string
  /** With `withSource` the view holds what was sent too. */
  parse(arrived: Arrived & { withSource?: boolean }): Promise<MailView>
  /** Keeps what the web shows of mails that go to a phone. */
  keepPages?: ((tx: Tx, userId: string, messages: NewMessage[]) => Promise<void>) | undefined
  /** Keeps the files of mails that go to a phone; absent where none go. */
  files?: FileKeeping | undefined
  /** Called after the commit when something waits to be sent. */
  wake(): void
}

/** Mail that arrived together; `alongside` commits with it (the IMAP cursor). A rejection means that nothing was kept. */
export type Forward = (batch: Arrived[], alongside?: (tx: Tx) => Promise<void>) => Promise<void>

export function openForward(parts: ForwardParts): Forward {
  const { stores } = parts
  const engines = noEngines()
  return async (batch, alongside) => {
    const now = parts.now()
    const messages = await Promise.all(batch.map(async arrived => ({ id: parts.newId(now), arrived, view: await parts.parse(arrived) })))
    const enqueued = await withEnough(parts.parse, messages, known =>
      stores.inTransaction(async tx => {
        let deliveries = 0
        for (const [userId, theirs] of byPerson(known)) deliveries += await forwardFor(parts, engines, tx, userId, theirs, now)
        await alongside?.(tx)
        return deliveries
      }),
    )
    if (enqueued > 0) parts.wake()
  }
}

// In the order of their ids, so that two hosts that meet at the same people never wait for each other in a circle.
function byPerson(messages: NewMessage[]): [string, NewMessage[]][] {
  return [...Map.groupBy(messages, m => m.arrived.userId)].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns how many deliveries are in the queue now. */
async function forwardFor(parts: ForwardParts, engines: KeptEngines, tx: Tx, userId: string, batch: NewMessage[], now: Date) {
  const { stores } = parts
  const engine = await engineOf(stores, engines, tx, userId)
  const read = needsSource(engine.filters) ? await withSources(parts, batch) : batch
  const messages = await keepNew(stores, tx, userId, read, now)
  if (messages.length === 0) return 0
  const destinations = await stores.linkedDestinations(tx, userId)
  const ways = await stores.readWays(tx, userId, [...new Set(messages.map(m => m.arrived.mailboxId))])
  const decided = await decideAll(stores, tx, userId, messages, { engine, destinations, ways }, now)
  requireEnough(decided, engine.filters, parts.files !== undefined)
  const ruled = await ruleOnAll(stores, tx, userId, decided, ways, now)
  await stores.saveVerdicts(tx, userId, ruled.map(verdictOf), now)
  await stores.saveDeeds(tx, userId, ruled.flatMap(deedsOf), now)
  const going = ruled.flatMap(({ message, decision }) => (decision.forwards.length > 0 ? [message] : []))
  if (going.length > 0) await parts.keepPages?.(tx, userId, going)
  const followers = await keepFiles(parts.files, tx, userId, ruled, engine.filters, now)
  return enqueueAll(parts, tx, userId, wantedOf(ruled, followers), habitsIn(ways), now)
}

/** Few filters ask for what was sent; for them alone it is read and kept. */
const withSources = (parts: ForwardParts, batch: NewMessage[]): Promise<NewMessage[]> =>
  Promise.all(
    batch.map(async message => {
      if (message.view.unparsed !== null || message.arrived.fetched) return message
      return { ...message, view: await parts.parse({ ...message.arrived, withSource: true }) }
    }),
  )

async function ruleOnAll(
  stores: RulingStores,
  tx: Tx,
  userId: string,
  decided: Decided[],
  ways: Map<string, Way>,
  now: Date,
): Promise<Ruled[]> {
  const asked = decided.map(one => askedOf(one, ways.get(one.message.arrived.mailboxId)))
  const rulings = await ruleOn(stores, tx, userId, asked, now)
  return decided.map((one, i) => ({ ...one, decision: rulings[i] ?? one.decision, isBacklog: asked[i]?.isBacklog ?? false }))
}

const askedOf = ({ message: { id, arrived, view }, decision }: Decided, way: Way | undefined): Asked => ({
  messageId: id,
  place: { mailboxId: arrived.mailboxId, folder: arrived.folder ?? null },
  contentHash: arrived.contentHash,
  view,
  isBacklog: isBacklog(arrived.datedAt ?? null, way?.absence ?? null),
  choice: way?.choice ?? { backlog: 'forward', forwardsCopies: false },
  decision,
})

const verdictOf = ({ message, decision }: Decided): NewVerdict => ({
  messageId: message.id,
  verdict: decision.verdict,
  reason: decision.reason,
  explanations: decision.explanations,
})

const deedsOf = ({ message, decision }: Decided): NewDeed[] =>
  decision.deeds.map(deed => ({ messageId: message.id, mailboxId: message.arrived.mailboxId, mailboxKind: message.arrived.kind, ...deed }))
