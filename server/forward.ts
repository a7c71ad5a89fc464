// The product in one function: mail in, deliveries out, one transaction.
import type { Filter } from '../core/filters/action.ts'
import { type Decision, decide } from '../core/filters/decide.ts'
import { openReading } from '../core/filters/fields.ts'
import type { Arrival } from '../core/message/arrival.ts'
import type { MailView } from '../core/message/view.ts'
import { monthOf } from '../core/plans/allowance.ts'
import { breathe } from './clock.ts'
import type { Tx } from './db/pool.ts'
import type { NewDelivery } from './delivery/queue.ts'
import type { NewVerdict } from './filters/store.ts'
import type { Arrived } from './mail/arrived.ts'
import type { NewMessage } from './mail/messages/store.ts'

/** Where forward reads and writes; the tests give it one in memory. */
export interface ForwardStores {
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Keeps the messages that are not known yet and returns their ids. */
  saveOnce(tx: Tx, userId: string, messages: NewMessage[]): Promise<Set<string>>
  activeFilters(tx: Tx, userId: string): Promise<Filter[]>
  linkedDestinations(tx: Tx, userId: string): Promise<string[]>
  saveVerdicts(tx: Tx, userId: string, verdicts: NewVerdict[], now: Date): Promise<void>
  /** Takes up to `wanted` forwards from the month's allowance; returns how many it gave. */
  reserve(tx: Tx, userId: string, month: string, wanted: number): Promise<number>
  /** Gives back what was reserved and not used. */
  release(tx: Tx, userId: string, month: string, count: number): Promise<void>
  /** Returns the ids of those that are in the queue now: a phone may be removed at this very moment. */
  enqueue(tx: Tx, userId: string, deliveries: NewDelivery[], now: Date): Promise<string[]>
}

export interface ForwardParts {
  stores: ForwardStores
  now(): Date
  newId(now: Date): string
  parse(arrived: Arrived): Promise<MailView>
  /** Called after the commit when something waits to be sent. */
  wake(): void
}

/** Mail that arrived together; `alongside` commits with it (the IMAP cursor). A rejection means that nothing was kept. */
export type Forward = (batch: Arrived[], alongside?: (tx: Tx) => Promise<void>) => Promise<void>

export function openForward(parts: ForwardParts): Forward {
  const { stores } = parts
  return async (batch, alongside) => {
    const now = parts.now()
    const messages = await Promise.all(batch.map(async arrived => ({ id: parts.newId(now), arrived, view: await parts.parse(arrived) })))
    const enqueued = await stores.inTransaction(async tx => {
      let deliveries = 0
      for (const [userId, theirs] of byPerson(messages)) deliveries += await forwardFor(parts, tx, userId, theirs, now)
      await alongside?.(tx)
      return deliveries
    })
    if (enqueued > 0) parts.wake()
  }
}

async function forwardFor(parts: ForwardParts, tx: Tx, userId: string, messages: NewMessage[], now: Date): Promise<number> {
  const { stores } = parts
  const fresh = await stores.saveOnce(tx, userId, messages)
  const arrivals = messages.filter(m => fresh.has(m.id))
  if (arrivals.length === 0) return 0
  const [filters, destinations] = [await stores.activeFilters(tx, userId), await stores.linkedDestinations(tx, userId)]
  const decided: { message: NewMessage; decision: Decision }[] = []
  for (const message of arrivals) {
    decided.push({ message, decision: decide(filters, openReading(message.view, arrivalOf(message.arrived), noLists), destinations) })
    // Many filters over a batch of long mails take seconds, in which others would find no server.
    await breathe()
  }
  await stores.saveVerdicts(
    tx,
    userId,
    decided.map(({ message, decision }) => verdictOf(message, decision)),
    now,
  )
  const wanted = decided.flatMap(({ message, decision }) => decision.forwards.map(f => ({ messageId: message.id, ...f })))
  if (wanted.length === 0) return 0
  const month = monthOf(now)
  const given = await stores.reserve(tx, userId, month, wanted.length)
  const deliveries = wanted.map((w, i) => ({
    id: parts.newId(now),
    messageId: w.messageId,
    filterId: w.filterId,
    destinationId: w.destinationId,
    usageMonth: month,
    held: i < given ? null : ('allowance_used' as const),
  }))
  const enqueued = new Set(await stores.enqueue(tx, userId, deliveries, now))
  const unused = deliveries.filter(d => d.held === null && !enqueued.has(d.id)).length
  if (unused > 0) await stores.release(tx, userId, month, unused)
  return enqueued.size
}

const noLists = new Map<string, ReadonlySet<string>>()

const arrivalOf = ({ arrivedAt, kind }: Arrived): Arrival => ({
  arrivedAt: arrivedAt.toISOString(),
  timeZone: 'UTC',
  mailbox: { address: '', kind },
  isFirstTimeSender: null,
})

const verdictOf = (message: NewMessage, decision: Decision): NewVerdict => ({
  messageId: message.id,
  verdict: decision.verdict,
  reason: decision.reason,
  explanations: decision.explanations,
})

// In the order of their ids, so that two hosts that meet at the same people never wait for each other in a circle.
function byPerson(messages: NewMessage[]): [string, NewMessage[]][] {
  return [...Map.groupBy(messages, m => m.arrived.userId)].sort(([a], [b]) => (a < b ? -1 : 1))
}
