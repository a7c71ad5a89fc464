// Puts what filters forward into the queue: within the month's allowance, each at its hour, with whom it goes to next.
import { type Gone, type Habits, hourMs, limiting, type Plan, planAll } from '../../core/delivery/plan.ts'
import type { Chain, Forward } from '../../core/filters/decide.ts'
import { bringsCode } from '../../core/message/code.ts'
import { monthOf } from '../../core/plans/allowance.ts'
import type { Tx } from '../db/pool.ts'
import type { NewDelivery } from '../delivery/queue.ts'
import type { Decided } from './deciding.ts'
import type { Followers } from './files.ts'

export interface QueueStores {
  /** What went since then of these filters, and what will go. */
  goneAlone(tx: Tx, userId: string, filterIds: string[], since: Date): Promise<Gone>
  /** Takes up to `wanted` forwards from the month's allowance; returns how many it gave. */
  reserve(tx: Tx, userId: string, month: string, wanted: number): Promise<number>
  /** Gives back what was reserved and not used. */
  release(tx: Tx, userId: string, month: string, count: number): Promise<void>
  /** Returns the ids of those that are in the queue now: a phone may be removed at this very moment. */
  enqueue(tx: Tx, userId: string, deliveries: NewDelivery[], now: Date): Promise<string[]>
  /** From these phones the mails go to the next, when nobody reads them. */
  beginEscalations(tx: Tx, userId: string, begun: { messageId: string; destinationId: string; chain: Chain }[], now: Date): Promise<void>
}

export interface Ruled extends Decided {
  /** It came while its mailbox was away. */
  isBacklog: boolean
}

type Wanted = Forward & { messageId: string; isCode: boolean; files: number[] | null }

/** Each mail once for each phone that it is to go to. */
export const wantedOf = (ruled: Ruled[], followers: Followers): Wanted[] =>
  ruled.flatMap(({ message, decision, isBacklog }) => {
    // A code that came while its mailbox was away is good for nothing any more.
    const isCode = decision.forwards.length > 0 && !isBacklog && bringsCode(message.view)
    return decision.forwards.map(forward => ({ ...forward, messageId: message.id, isCode, files: followers(message.id, forward) }))
  })

/** Returns how many are in the queue now. */
export async function enqueueAll(
  { stores, newId }: { stores: QueueStores; newId(now: Date): string },
  tx: Tx,
  userId: string,
  wanted: Wanted[],
  habits: Habits,
  now: Date,
): Promise<number> {
  if (wanted.length === 0) return 0
  const month = monthOf(now)
  const given = await stores.reserve(tx, userId, month, wanted.length)
  const plans = await plansOf(stores, tx, userId, wanted, habits, now)
  const deliveries = wanted.map(({ messageId, filterId, destinationId, redact, show, files }, i) => ({
    ...plans[i],
    id: newId(now),
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

async function plansOf(stores: QueueStores, tx: Tx, userId: string, wanted: Wanted[], habits: Habits, now: Date): Promise<Plan[]> {
  const limits = limiting(wanted)
  const gone = limits.length > 0 ? await stores.goneAlone(tx, userId, limits, new Date(now.getTime() - hourMs)) : new Map()
  return planAll(wanted, habits, gone, now)
}
