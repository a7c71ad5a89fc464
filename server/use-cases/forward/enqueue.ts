// Enqueues the deliveries that filters request: within the allowance, on schedule, with their on-call chain.
import {
  type DeliveryDefaults,
  type DeliverySchedule,
  hourMs,
  rateLimitedFilters,
  scheduleAll,
  withinAllowance,
} from '../../../core/delivery/schedule.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import { hasOneTimeCode } from '../../../core/message/code.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { FollowUpFiles } from './files.ts'
import type { FilteredMessage } from './filter-decisions.ts'
import type { ForwardStores } from './stores.ts'

export interface DecidedMessage extends FilteredMessage {
  /** It arrived while its mailbox was disconnected. */
  isBacklog: boolean
}

type DeliveryRequest = Forward & { messageId: string; isCode: boolean; files: number[] | null }

/** One request for each message and phone. */
export const toDeliveryRequests = (decided: DecidedMessage[], followUpFiles: FollowUpFiles): DeliveryRequest[] =>
  decided.flatMap(({ message, decision, isBacklog }) => {
    // A code that arrived while its mailbox was disconnected has expired by now.
    const isCode = decision.forwards.length > 0 && !isBacklog && hasOneTimeCode(message.view)
    return decision.forwards.map(forward => ({ ...forward, messageId: message.id, isCode, files: followUpFiles(message.id, forward) }))
  })

/** Returns how many deliveries were enqueued. */
export async function enqueueRequests(
  { stores, newId }: { stores: ForwardStores; newId(now: Date): string },
  tx: Tx,
  userId: string,
  requests: DeliveryRequest[],
  defaults: DeliveryDefaults,
  now: Date,
): Promise<number> {
  if (requests.length === 0) return 0
  const reservation = await stores.reserve(tx, userId, now, requests.length)
  const schedules = withinAllowance(await scheduleRequests(stores, tx, userId, requests, defaults, now), reservation, defaults, now)
  const deliveries = requests.map(({ messageId, filterId, destinationId, redact, show, files }, i) => ({
    ...schedules[i],
    usageMonth: schedules[i]?.usageMonth ?? null,
    id: newId(now),
    messageId,
    filterId,
    destinationId,
    redact,
    show,
    files,
  }))
  const enqueued = new Set(await stores.enqueue(tx, userId, deliveries, now))
  const unused = deliveries.filter(d => d.usageMonth !== null && !enqueued.has(d.id)).length
  if (unused > 0) await stores.release(tx, userId, reservation.month, unused)
  const chains = requests.flatMap(({ messageId, destinationId, chain }, i) =>
    chain && enqueued.has(deliveries[i]?.id ?? '') ? [{ messageId, destinationId, chain }] : [],
  )
  if (chains.length > 0) await stores.beginEscalations(tx, userId, chains, now)
  return enqueued.size
}

async function scheduleRequests(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  requests: DeliveryRequest[],
  defaults: DeliveryDefaults,
  now: Date,
): Promise<DeliverySchedule[]> {
  const limits = rateLimitedFilters(requests)
  const recentSends = limits.length > 0 ? await stores.recentSends(tx, userId, limits, new Date(now.getTime() - hourMs)) : new Map()
  return scheduleAll(requests, defaults, recentSends, now)
}
