// Enqueues what filters forward: within the month's allowance, at its hour, with its on-call chain.
import { type DeliveryHabits, type DeliverySchedule, hourMs, limiting, scheduleAll } from '../../../core/delivery/schedule.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import { bringsCode } from '../../../core/message/code.ts'
import { monthOf } from '../../../core/plans/allowance.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Followers } from './files.ts'
import type { FilteredMessage } from './filter-decisions.ts'
import type { ForwardStores } from './stores.ts'

export interface DecidedMessage extends FilteredMessage {
  /** It came while its mailbox was away. */
  isBacklog: boolean
}

type Wanted = Forward & { messageId: string; isCode: boolean; files: number[] | null }

/** Each mail once for each phone that it is to go to. */
export const wantedOf = (ruled: DecidedMessage[], followers: Followers): Wanted[] =>
  ruled.flatMap(({ message, decision, isBacklog }) => {
    // A code that came while its mailbox was away is good for nothing any more.
    const isCode = decision.forwards.length > 0 && !isBacklog && bringsCode(message.view)
    return decision.forwards.map(forward => ({ ...forward, messageId: message.id, isCode, files: followers(message.id, forward) }))
  })

/** Returns how many are in the queue now. */
export async function enqueueAll(
  { stores, newId }: { stores: ForwardStores; newId(now: Date): string },
  tx: Tx,
  userId: string,
  wanted: Wanted[],
  habits: DeliveryHabits,
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

async function plansOf(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  wanted: Wanted[],
  habits: DeliveryHabits,
  now: Date,
): Promise<DeliverySchedule[]> {
  const limits = limiting(wanted)
  const gone = limits.length > 0 ? await stores.recentSends(tx, userId, limits, new Date(now.getTime() - hourMs)) : new Map()
  return scheduleAll(wanted, habits, gone, now)
}
