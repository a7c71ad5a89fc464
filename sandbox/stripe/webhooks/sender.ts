// Sends events to webhook endpoints at least once: signed, retried with growing delays for three days, in no guaranteed order.
import { randomUUID } from 'node:crypto'
import type { SandboxClock } from '../../clock.ts'
import { openLedger } from '../../ledger.ts'
import type { SeededRandom } from '../../random.ts'
import type { StripeFaults, WebhookFault } from '../sim/faults.ts'
import { postSigned, type SignedRequest, type Spoiling, type StripeEndpoint, signRequest } from './attempt.ts'
import { type EventDelivery, type SentEvent, unacknowledged, type WebhookEntry, webhookEntryShape } from './entries.ts'
import type { WebhookSettings } from './settings.ts'

/** One attempt; `status` is null without an answer. */
export type EventAttempt = {
  at: number
  /** Null for an event that was sent beside its deliveries. */
  deliveryId: string | null
  endpointId: string
  eventId: string
  type: string
  status: number | null
  spoiled: WebhookFault['kind'] | null
}

/** What the sender asks of the stand-in, which may change at any time. */
export interface SenderDeps {
  clock: SandboxClock
  settings: () => WebhookSettings
  faults: StripeFaults
  chance: () => SeededRandom
  endpoints: () => StripeEndpoint[]
  /** Nothing leaves during an outage. */
  isDown: () => boolean
  dataDir: string | null
}

export type WebhookSender = {
  enqueue: (event: SentEvent) => void
  waiting: () => EventDelivery[]
  attempts: () => EventAttempt[]
  /** Requests as they were sent, the newest last. */
  sent: () => (SignedRequest & { eventId: string })[]
  /** Sends an event once more at once, beside its deliveries. */
  sendOnce: (event: SentEvent, spoiling: Spoiling | null) => Promise<(number | null)[]>
  replay: (request: SignedRequest) => Promise<number | null>
  clear: () => void
  stop: () => void
}

/** `ageMs` is the age by the schedule of retries, so that a jump of the clock skips none of them. */
type Due = { delivery: EventDelivery; attempt: number; ageMs: number; dueAt: number }

type Sending = SenderDeps & {
  record: (entry: WebhookEntry) => void
  waiting: Map<string, EventDelivery>
  attempts: EventAttempt[]
  sent: (SignedRequest & { eventId: string })[]
  queue: Due[]
  inProgress: number
  controller: AbortController
}

const retryPeriodMs = 3 * 24 * 3_600_000
const maxKept = 5000
const spoilings: WebhookFault['kind'][] = ['wrong-secret', 'stale', 'future', 'truncate', 'mutate']

export function openSender(deps: SenderDeps): WebhookSender {
  const { past, ledger } = openLedger(deps.dataDir, 'stripe-webhooks.jsonl', webhookEntryShape)
  const waiting = new Map(unacknowledged(past).map(delivery => [delivery.id, delivery]))
  const controller = new AbortController()
  const sending: Sending = { ...deps, record: ledger.append, waiting, attempts: [], sent: [], queue: [], inProgress: 0, controller }
  const now = deps.clock.now()
  for (const delivery of waiting.values()) schedule(sending, { delivery, attempt: 0, ageMs: Math.max(0, now - delivery.at), dueAt: now })
  let isStopped = false
  return {
    enqueue: event => {
      for (const endpoint of deps.endpoints()) if (wants(endpoint, event.type)) enqueueFor(sending, endpoint, event)
    },
    waiting: () => [...waiting.values()],
    attempts: () => sending.attempts,
    sent: () => sending.sent,
    sendOnce: (event, spoiling) => {
      const endpoints = deps.endpoints().filter(endpoint => wants(endpoint, event.type))
      return Promise.all(endpoints.map(endpoint => post(sending, endpoint, event, spoiling, null)))
    },
    replay: request => postSigned(request, deps.settings().webhookTimeoutMs, sending.controller.signal),
    clear: () => {
      drop(sending)
      for (const list of [sending.attempts, sending.sent]) list.length = 0
      waiting.clear()
      ledger.clear()
    },
    stop: () => {
      drop(sending)
      if (!isStopped) ledger.close()
      isStopped = true
    },
  }
}

function enqueueFor(sending: Sending, endpoint: StripeEndpoint, event: SentEvent): void {
  const { clock, faults, chance, settings } = sending
  const fault = faults.takeForWebhook(event.type, ['duplicate', 'reorder', 'lose'], chance(), clock.now())
  if (fault?.kind === 'lose') return
  const copies = fault?.kind === 'duplicate' ? fault.copies + 1 : 1
  const spreadMs = fault?.kind === 'reorder' ? fault.withinMs : settings().webhookJitterMs
  for (let copy = 0; copy < copies; copy++) {
    const delivery = { id: randomUUID(), endpointId: endpoint.id, event, at: clock.now() }
    sending.waiting.set(delivery.id, delivery)
    sending.record({ kind: 'delivery', delivery })
    schedule(sending, { delivery, attempt: 0, ageMs: 0, dueAt: delivery.at + Math.floor(chance().next() * spreadMs) })
  }
}

function schedule(sending: Sending, due: Due): void {
  const { signal } = sending.controller
  sending.clock.after(Math.max(0, due.dueAt - sending.clock.now()), () => {
    if (signal.aborted) return
    sending.queue.push(due)
    sendNext(sending)
  })
}

function sendNext(sending: Sending): void {
  while (sending.inProgress < sending.settings().webhookLanes) {
    const due = sending.queue.shift()
    if (!due) return
    attempt(sending, due)
  }
}

function attempt(sending: Sending, first: Due): void {
  const { clock, settings, faults, chance } = sending
  if (sending.isDown()) return schedule(sending, { ...first, dueAt: clock.now() + settings().webhookRetryMs })
  const due = skipDropped(sending, first)
  if (!due) return
  const { delivery } = due
  const endpoint = sending.endpoints().find(one => one.id === delivery.endpointId)
  if (!endpoint) return finish(sending, delivery)
  const fault = faults.takeForWebhook(delivery.event.type, spoilings, chance(), clock.now())
  const { signal } = sending.controller
  sending.inProgress += 1
  void post(sending, endpoint, delivery.event, fault && isSpoiling(fault) ? fault : null, delivery.id).then(status => {
    sending.inProgress -= 1
    if (signal.aborted) return
    if (status !== null && status >= 200 && status < 300) finish(sending, delivery)
    else retryLater(sending, due, clock.now())
    sendNext(sending)
  })
}

// What was due while nothing got through: each of its attempts failed at its own time, however far the clock has jumped since.
function skipDropped(sending: Sending, first: Due): Due | null {
  const { clock, faults, chance } = sending
  let due = first
  while (faults.takeForWebhook(due.delivery.event.type, ['drop'], chance(), due.dueAt)) {
    const { delivery, dueAt } = due
    note(sending, { ...aboutAttempt(delivery.endpointId, delivery.event, delivery.id), at: dueAt, status: null, spoiled: 'drop' })
    const next = nextTry(sending, due, dueAt)
    if (!next || next.dueAt > clock.now()) {
      retryLater(sending, due, dueAt)
      return null
    }
    due = next
  }
  return due
}

function retryLater(sending: Sending, due: Due, from: number): void {
  const next = nextTry(sending, due, from)
  if (next) schedule(sending, next)
  else finish(sending, due.delivery)
}

/** Null once three days of retries are over. */
function nextTry({ settings }: Sending, due: Due, from: number): Due | null {
  const { webhookRetryMs, webhookRetryCapMs } = settings()
  const waitMs = Math.min(webhookRetryMs * 2 ** Math.min(due.attempt, 20), webhookRetryCapMs)
  const ageMs = due.ageMs + waitMs
  return ageMs > retryPeriodMs ? null : { delivery: due.delivery, attempt: due.attempt + 1, ageMs, dueAt: from + waitMs }
}

function finish({ waiting, record }: Sending, { id }: EventDelivery): void {
  if (waiting.delete(id)) record({ kind: 'over', id })
}

async function post(
  sending: Sending,
  endpoint: StripeEndpoint,
  event: SentEvent,
  spoiling: Spoiling | null,
  deliveryId: string | null,
): Promise<number | null> {
  const { clock, sent, settings, controller } = sending
  const request = signRequest(endpoint, event, clock.now(), spoiling)
  if (spoiling === null) sent.push({ ...request, eventId: event.id })
  if (sent.length > maxKept) sent.shift()
  const status = await postSigned(request, settings().webhookTimeoutMs, controller.signal)
  note(sending, { ...aboutAttempt(endpoint.id, event, deliveryId), at: clock.now(), status, spoiled: spoiling?.kind ?? null })
  return status
}

function note({ attempts }: Sending, made: EventAttempt): void {
  attempts.push(made)
  if (attempts.length > maxKept) attempts.shift()
}

function drop(sending: Sending): void {
  sending.controller.abort()
  sending.controller = new AbortController()
  sending.queue = []
}

const isSpoiling = (fault: WebhookFault): fault is Spoiling => spoilings.includes(fault.kind)

const wants = ({ events }: StripeEndpoint, type: string): boolean => events.includes('*') || events.includes(type)

const aboutAttempt = (endpointId: string, event: SentEvent, deliveryId: string | null) => ({
  deliveryId,
  endpointId,
  eventId: event.id,
  type: event.type,
})
