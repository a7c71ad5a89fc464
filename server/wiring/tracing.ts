// Traces emails from their arrival to WhatsApp's report; bound only where the operator names a collector.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import { readMessageId } from '../delivery/store.ts'
import type { WorkerDeps } from '../delivery/worker.ts'
import type { NewDecision } from '../filters/store.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Db } from '../foundation/db/pool.ts'
import type { TracedStep, Tracing } from '../foundation/tracing/step.ts'
import type { Arrived } from '../mail/parsing/arrived.ts'
import type { ForwardStores } from '../use-cases/forward/stores.ts'
import type { ForwardBatch, ForwardDeps } from '../use-cases/forward.ts'

/** What one batch did and when; a transaction that is tried again replaces what it did before. */
interface BatchSteps {
  parsed: Map<Arrived, { start: Date; end: Date }>
  saved: Map<string, { arrived: Arrived; at: Date }>
  decided: Map<string, { decision: NewDecision; at: Date }>
  queued: Map<string, { deliveries: number; at: Date }>
}

const batches = new AsyncLocalStorage<BatchSteps>()
const { now } = systemClock

export const tracingParser =
  (parse: ForwardDeps['parse']): ForwardDeps['parse'] =>
  async arrived => {
    const start = now()
    const view = await parse(arrived)
    batches.getStore()?.parsed.set(arrived, { start, end: now() })
    return view
  }

export const tracingStores = (stores: ForwardStores): ForwardStores => ({
  ...stores,
  saveOnce: async (tx, userId, messages, known) => {
    const saved = await stores.saveOnce(tx, userId, messages, known)
    for (const { id, arrived } of messages) batches.getStore()?.saved.set(id, { arrived, at: now() })
    return saved
  },
  saveDecisions: async (tx, userId, decisions, at) => {
    await stores.saveDecisions(tx, userId, decisions, at)
    for (const decision of decisions) batches.getStore()?.decided.set(decision.messageId, { decision, at: now() })
  },
  enqueue: async (tx, userId, deliveries, at) => {
    const ids = await stores.enqueue(tx, userId, deliveries, at)
    for (const [id, of] of Map.groupBy(deliveries, one => one.messageId ?? ''))
      if (id !== '') batches.getStore()?.queued.set(id, { deliveries: of.length, at: now() })
    return ids
  },
})

/** Records after the commit. */
export const tracingForward =
  (forward: ForwardBatch, tracing: Tracing): ForwardBatch =>
  async (batch, alongside) => {
    const begun = now()
    const steps: BatchSteps = { parsed: new Map(), saved: new Map(), decided: new Map(), queued: new Map() }
    await batches.run(steps, () => forward(batch, alongside))
    for (const step of stepsOf(steps, begun, now())) tracing.record(step)
  }

function* stepsOf({ parsed, saved, decided, queued }: BatchSteps, begun: Date, committed: Date): Generator<TracedStep> {
  for (const [messageId, { decision, at }] of decided) {
    const arrived = saved.get(messageId)?.arrived
    if (!arrived) continue
    const { result, reason } = decision
    const parsing = parsed.get(arrived) ?? { start: begun, end: begun }
    const start = arrived.arrivedAt < begun ? arrived.arrivedAt : begun
    yield { name: 'received', messageId, start, end: committed, attributes: { 'mailferry.kind': arrived.kind } }
    yield { name: 'parsed', messageId, ...parsing }
    const attributes = { 'mailferry.result': result, ...(reason && { 'mailferry.reason': reason }) }
    yield { name: 'decided', messageId, start: parsing.end, end: at, attributes }
    const enqueued = queued.get(messageId)
    if (enqueued)
      yield { name: 'queued', messageId, start: at, end: committed, attributes: { 'mailferry.deliveries': enqueued.deliveries } }
  }
}

export const tracingWorker = (deps: WorkerDeps<ClaimedDelivery>, tracing: Tracing): WorkerDeps<ClaimedDelivery> => ({
  ...deps,
  claim: async limits => {
    const start = now()
    const claimed = await deps.claim(limits)
    for (const one of claimed) recordOf(tracing, one, { name: 'claimed', start, end: now() })
    return claimed
  },
  prepare: claimed => {
    const send = deps.prepare(claimed)
    return async before => {
      const start = now()
      const outcome = await send(before)
      const [end, kind] = [now(), { 'mailferry.outcome': outcome.kind }]
      const error = 'reason' in outcome && outcome.reason !== null ? String(outcome.reason) : undefined
      recordOf(tracing, claimed, {
        name: 'sent',
        start,
        end,
        attributes: kind,
        error: outcome.kind === 'sent' ? undefined : (error ?? outcome.kind),
      })
      if (outcome.kind === 'sent') recordOf(tracing, claimed, { name: 'accepted', start: end, end })
      return outcome
    }
  },
})

/** A digest is about several emails and has no trace of its own: those of its emails end when it is queued. */
function recordOf(tracing: Tracing, { messageId, deliveryId, attempt }: ClaimedDelivery, step: Omit<TracedStep, 'messageId'>): void {
  if (messageId === null) return
  const attributes = { 'mailferry.delivery_id': deliveryId, 'mailferry.attempt': attempt, ...step.attributes }
  tracing.record({ ...step, messageId, attributes })
}

/** What WhatsApp reported about a delivery. */
export async function traceReport(
  tracing: Tracing,
  db: Db,
  { userId, deliveryId }: { userId: string; deliveryId: string },
  { status, at, error }: { status: string; at: Date; error: { code: number } | null },
): Promise<void> {
  if (status !== 'delivered' && status !== 'read' && status !== 'failed') return
  const messageId = await readMessageId(db, userId, deliveryId)
  if (messageId === null) return
  const attributes = { 'mailferry.delivery_id': deliveryId }
  tracing.record({ name: status, messageId, start: at, end: at, attributes, error: error ? String(error.code) : undefined })
}
