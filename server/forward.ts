// The product in one function: mail in, deliveries out, one transaction.
import { type Gone, type Habits, hourMs, limiting, planAll, usualHabits } from '../core/delivery/plan.ts'
import type { Filter } from '../core/filters/action.ts'
import { type Chain, deciding } from '../core/filters/decide.ts'
import { compiling, type Engine } from '../core/filters/engine/compile.ts'
import { type KeptEngines, keepEngine, keptEngine, noEngines } from '../core/filters/engine/kept.ts'
import { needsSource } from '../core/filters/exact/needs.ts'
import { openReading } from '../core/filters/fields.ts'
import { namesRota, nobodyOnCall, type OnCall } from '../core/filters/on-call.ts'
import type { Lists } from '../core/filters/tree.ts'
import { isBacklog } from '../core/mailbox/backlog.ts'
import type { Confirmation } from '../core/mailbox/confirmation.ts'
import type { Ruling } from '../core/mailbox/ruling.ts'
import { type Suppression, suppressionOf } from '../core/mailbox/suppression.ts'
import type { Arrival } from '../core/message/arrival.ts'
import { bringsCode } from '../core/message/code.ts'
import type { MailView } from '../core/message/view.ts'
import { monthOf } from '../core/plans/allowance.ts'
import { breathe, elapsed } from './clock.ts'
import type { Tx } from './db/pool.ts'
import type { NewDelivery } from './delivery/queue.ts'
import type { NewVerdict } from './filters/store.ts'
import { requireEnough, withEnough } from './forward/enough.ts'
import { type FileKeeping, type Followers, keepFiles } from './forward/files.ts'
import { type Asked, type RulingStores, ruleOn } from './forward/rulings.ts'
import { badge, noteBadged, type SenderStores } from './forward/senders.ts'
import type { Way } from './mail/arrivals/store.ts'
import type { Arrived } from './mail/arrived.ts'
import type { NewDeed } from './mail/deeds/store.ts'
import type { NewMessage } from './mail/messages/store.ts'

/** Where forward reads and writes; the tests give it one in memory. */
export interface ForwardStores extends RulingStores, SenderStores {
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Remembers the senders of each mail, in order; for each, whether none of them wrote before. */
  noteSenders(tx: Tx, userId: string, mails: string[][], now: Date): Promise<(boolean | null)[]>
  /** Keeps the messages that are not known yet and returns their ids. */
  saveOnce(tx: Tx, userId: string, messages: NewMessage[]): Promise<Set<string>>
  /** By mailbox. */
  readWays(tx: Tx, userId: string, mailboxIds: string[]): Promise<Map<string, Way>>
  /** Grows with every change of the filters and lists below. */
  filtersVersion(tx: Tx, userId: string): Promise<number>
  activeFilters(tx: Tx, userId: string): Promise<Filter[]>
  /** The lists that these filters look into. */
  listsOf(tx: Tx, userId: string, filters: Filter[]): Promise<Lists>
  linkedDestinations(tx: Tx, userId: string): Promise<string[]>
  saveVerdicts(tx: Tx, userId: string, verdicts: NewVerdict[], now: Date): Promise<void>
  saveDeeds(tx: Tx, userId: string, deeds: NewDeed[], now: Date): Promise<void>
  /** A provider asks whether it may forward to this mailbox. */
  saveConfirmation(tx: Tx, userId: string, mailboxId: string, asked: Confirmation, now: Date): Promise<void>
  /** What went since then of these filters, and what will go. */
  goneAlone(tx: Tx, userId: string, filterIds: string[], since: Date): Promise<Gone>
  /** Takes up to `wanted` forwards from the month's allowance; returns how many it gave. */
  reserve(tx: Tx, userId: string, month: string, wanted: number): Promise<number>
  /** Gives back what was reserved and not used. */
  release(tx: Tx, userId: string, month: string, count: number): Promise<void>
  /** Returns the ids of those that are in the queue now: a phone may be removed at this very moment. */
  enqueue(tx: Tx, userId: string, deliveries: NewDelivery[], now: Date): Promise<string[]>
  /** By rota, whom it asks at this hour. */
  onCallAt(tx: Tx, userId: string, timeZone: string, now: Date): Promise<OnCall>
  /** From these phones the mails go to the next, when nobody reads them. */
  beginEscalations(tx: Tx, userId: string, begun: { messageId: string; destinationId: string; chain: Chain }[], now: Date): Promise<void>
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

async function forwardFor(parts: ForwardParts, engines: KeptEngines, tx: Tx, userId: string, batch: NewMessage[], now: Date) {
  const { stores } = parts
  const engine = await engineOf(stores, engines, tx, userId)
  const read = needsSource(engine.filters) ? await withSources(parts, batch) : batch
  const messages = await keepNew(stores, tx, userId, read, now)
  if (messages.length === 0) return 0
  const destinations = await stores.linkedDestinations(tx, userId)
  const ways = await stores.readWays(tx, userId, [...new Set(messages.map(m => m.arrived.mailboxId))])
  const onCall = await onCallOf(stores, tx, userId, engine, [...ways.values()][0]?.habits ?? usualHabits, now)
  const decided: Decided[] = []
  for (const message of messages) {
    const suppression = suppressionOf(message.view, message.arrived)
    if (suppression) {
      decided.push({ message, decision: unasked(suppression.reason) })
      if (suppression.reason === 'confirmation')
        await stores.saveConfirmation(tx, userId, message.arrived.mailboxId, suppression.confirmation, now)
      continue
    }
    const arrival = arrivalOf(message, ways.get(message.arrived.mailboxId))
    decided.push({
      message,
      decision: await inTurns(deciding(engine, openReading(message.view, arrival, engine.lists), destinations, undefined, onCall)),
    })
    await breathe()
  }
  requireEnough(decided, engine.filters, parts.files !== undefined)
  const asked = decided.map(one => askedOf(one, ways.get(one.message.arrived.mailboxId)))
  const rulings = await ruleOn(stores, tx, userId, asked, now)
  const ruled = decided.map((one, i) => ({ ...one, decision: rulings[i] ?? one.decision, isBacklog: asked[i]?.isBacklog ?? false }))
  await stores.saveVerdicts(tx, userId, ruled.map(verdictOf), now)
  await stores.saveDeeds(tx, userId, ruled.flatMap(deedsOf), now)
  const going = ruled.flatMap(({ message, decision }) => (decision.forwards.length > 0 ? [message] : []))
  if (going.length > 0) await parts.keepPages?.(tx, userId, going)
  const followers = await keepFiles(parts.files, tx, userId, ruled, engine.filters, now)
  const [way] = ways.values()
  return enqueueAll(parts, tx, userId, ruled, way?.habits ?? usualHabits, followers, now)
}

/** Few have rotas; for them alone it is asked who is on call. */
async function onCallOf(stores: ForwardStores, tx: Tx, userId: string, engine: Engine, { timeZone }: Habits, now: Date): Promise<OnCall> {
  const names = engine.filters.some(({ actions }) => actions.some(namesRota))
  return names ? stores.onCallAt(tx, userId, timeZone, now) : nobodyOnCall
}

interface Decided {
  message: NewMessage
  decision: Ruling
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

const unasked = (reason: Suppression['reason']): Decided['decision'] => ({
  verdict: 'suppressed',
  reason,
  forwards: [],
  deeds: [],
  explanations: [],
  isOpen: false,
})

/** Few filters ask for what was sent; for them alone it is read and kept. */
const withSources = (parts: ForwardParts, batch: NewMessage[]): Promise<NewMessage[]> =>
  Promise.all(
    batch.map(async message => {
      if (message.view.unparsed !== null || message.arrived.fetched) return message
      return { ...message, view: await parts.parse({ ...message.arrived, withSource: true }) }
    }),
  )

async function keepNew(stores: ForwardStores, tx: Tx, userId: string, batch: NewMessage[], now: Date): Promise<NewMessage[]> {
  const senders = batch.map(({ view }) => view.from.map(person => person.address))
  const isFirst = await stores.noteSenders(tx, userId, senders, now)
  const seen = batch.map((message, i) => ({ ...message, isFirstTimeSender: isFirst[i] ?? null }))
  const { messages, before } = await badge(stores, tx, userId, seen)
  const ids = await stores.saveOnce(tx, userId, messages)
  const fresh = messages.filter(m => ids.has(m.id))
  await noteBadged(stores, tx, userId, before, fresh, now)
  return fresh
}

// The version is read first: should filters change before they are read too, what is kept is newer than it is called, never older.
async function engineOf(stores: ForwardStores, engines: KeptEngines, tx: Tx, userId: string): Promise<Engine> {
  const version = await stores.filtersVersion(tx, userId)
  const kept = keptEngine(engines, userId, version)
  if (kept) return kept
  const filters = await stores.activeFilters(tx, userId)
  const engine = await inTurns(compiling(filters, await stores.listsOf(tx, userId, filters)))
  keepEngine(engines, userId, version, engine)
  return engine
}

const turnMs = 5

// Many filters, or a few costly ones, take long, and meanwhile others would find no server.
async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let since = elapsed(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (elapsed() - since < turnMs) continue
    await breathe()
    since = elapsed()
  }
}

function arrivalOf({ arrived, isFirstTimeSender = null }: NewMessage, way: Way | undefined): Arrival {
  const { habits, mailbox } = way ?? { habits: usualHabits, mailbox: { address: '', kind: arrived.kind } }
  return { arrivedAt: arrived.arrivedAt.toISOString(), timeZone: habits.timeZone, mailbox, isFirstTimeSender }
}

const verdictOf = ({ message, decision }: Decided): NewVerdict => ({
  messageId: message.id,
  verdict: decision.verdict,
  reason: decision.reason,
  explanations: decision.explanations,
})

const deedsOf = ({ message, decision }: Decided): NewDeed[] =>
  decision.deeds.map(deed => ({ messageId: message.id, mailboxId: message.arrived.mailboxId, mailboxKind: message.arrived.kind, ...deed }))

async function enqueueAll(
  parts: ForwardParts,
  tx: Tx,
  userId: string,
  ruled: (Decided & { isBacklog: boolean })[],
  habits: Habits,
  followers: Followers,
  now: Date,
): Promise<number> {
  const { stores } = parts
  const wanted = ruled.flatMap(({ message, decision, isBacklog }) => {
    // A code that came while its mailbox was away is good for nothing any more.
    const isCode = decision.forwards.length > 0 && !isBacklog && bringsCode(message.view)
    return decision.forwards.map(forward => ({ ...forward, messageId: message.id, isCode, files: followers(message.id, forward) }))
  })
  if (wanted.length === 0) return 0
  const month = monthOf(now)
  const given = await stores.reserve(tx, userId, month, wanted.length)
  const limits = limiting(wanted)
  const gone = limits.length > 0 ? await stores.goneAlone(tx, userId, limits, new Date(now.getTime() - hourMs)) : new Map()
  const plans = planAll(wanted, habits, gone, now)
  const deliveries = wanted.map(({ messageId, filterId, destinationId, redact, show, files }, i) => ({
    ...plans[i],
    id: parts.newId(now),
    messageId,
    filterId,
    destinationId,
    redact,
    show,
    files,
    usageMonth: month,
    held: i < given ? null : ('allowance_used' as const),
  }))
  const enqueued = new Set(await stores.enqueue(tx, userId, deliveries, now))
  const unused = deliveries.filter(d => d.held === null && !enqueued.has(d.id)).length
  if (unused > 0) await stores.release(tx, userId, month, unused)
  const chains = wanted.flatMap(({ messageId, destinationId, chain }, i) =>
    chain && enqueued.has(deliveries[i]?.id ?? '') ? [{ messageId, destinationId, chain }] : [],
  )
  if (chains.length > 0) await stores.beginEscalations(tx, userId, chains, now)
  return enqueued.size
}

// In the order of their ids, so that two hosts that meet at the same people never wait for each other in a circle.
function byPerson(messages: NewMessage[]): [string, NewMessage[]][] {
  return [...Map.groupBy(messages, m => m.arrived.userId)].sort(([a], [b]) => (a < b ? -1 : 1))
}
