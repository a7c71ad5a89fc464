// Counts emails on their way for /metrics: what arrived, what was decided, sent and reported.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import type { WorkerDeps } from '../delivery/worker.ts'
import type { NewDecision } from '../filters/store.ts'
import {
  acceptedAfter,
  attemptsMade,
  decisionsMade,
  deliveredAfter,
  deliveriesQueued,
  emailsReceived,
  refusals,
  statesReported,
} from '../foundation/http/flow-metrics.ts'
import type { ForwardStores } from '../use-cases/forward/stores.ts'
import type { ForwardBatch } from '../use-cases/forward.ts'

/** What one batch has decided; a transaction that is tried again decides again, and counts once. */
interface BatchCounts {
  decisions: Map<string, NewDecision>
  queued: Set<string>
  kinds: Map<string, string>
}

const batches = new AsyncLocalStorage<BatchCounts>()

export const measuringStores = (stores: ForwardStores): ForwardStores => ({
  ...stores,
  saveOnce: async (tx, userId, messages, known) => {
    const saved = await stores.saveOnce(tx, userId, messages, known)
    for (const { id, arrived } of messages) batches.getStore()?.kinds.set(id, arrived.kind)
    return saved
  },
  saveDecisions: async (tx, userId, decisions, now) => {
    await stores.saveDecisions(tx, userId, decisions, now)
    for (const decision of decisions) batches.getStore()?.decisions.set(decision.messageId, decision)
  },
  enqueue: async (tx, userId, deliveries, now) => {
    const ids = await stores.enqueue(tx, userId, deliveries, now)
    for (const id of ids) batches.getStore()?.queued.add(id)
    return ids
  },
})

/** Counts after the commit. */
export const measuringForward =
  (forward: ForwardBatch): ForwardBatch =>
  async (batch, alongside) => {
    const counts: BatchCounts = { decisions: new Map(), queued: new Set(), kinds: new Map() }
    await batches.run(counts, () => forward(batch, alongside))
    for (const { messageId, result, reason } of counts.decisions.values()) {
      emailsReceived.inc({ kind: counts.kinds.get(messageId) ?? 'imap' })
      decisionsMade.inc({ result, reason: reason ?? '' })
    }
    deliveriesQueued.inc(counts.queued.size)
  }

export const measuringWorker = (deps: WorkerDeps<ClaimedDelivery>): WorkerDeps<ClaimedDelivery> => ({
  ...deps,
  recordOutcomes: async done => {
    await deps.recordOutcomes(done)
    for (const { claimed, outcome } of done) {
      if (outcome.kind === 'released') continue
      attemptsMade.inc({ outcome: outcome.kind })
      if (outcome.kind === 'retry' || outcome.kind === 'failed') refusals.inc({ reason: outcome.reason })
      if (outcome.kind === 'sent' && claimed.kind === 'mail') acceptedAfter.observe(secondsSince(claimed.deliveryId, deps.clock.now()))
    }
  },
})

/** A delivery whose state WhatsApp has just changed. */
export function countReport(deliveryId: string, state: string, now: Date): void {
  statesReported.inc({ state })
  if (state === 'delivered') deliveredAfter.observe(secondsSince(deliveryId, now))
}

/** The first 48 bits of an id are the time at which it was made (RFC 9562, UUIDv7): when its email was decided. */
const secondsSince = (id: string, now: Date): number =>
  Math.max(0, now.getTime() - Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)) / 1000
