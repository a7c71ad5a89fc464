// The queue in memory, on the same decisions as the one in PostgreSQL: what simulations of the worker run on.
import type { Bucket } from '../../core/delivery/lanes.ts'
import type { Outcome } from '../../core/delivery/outcome.ts'
import { afterLateTry, settleAttempt } from '../../core/delivery/settling.ts'
import { advance, afterSending, type DeliveryEvent, isFinal, rank, type State } from '../../core/delivery/states.ts'
import { takeTurn } from '../../core/delivery/turn.ts'
import type { DeliveryPolicy } from './policy.ts'

/** Ways to be wrong, for the test that the checker notices. */
export type PlantedBug =
  | 'overtakes'
  | 'sends_doubts_at_once'
  | 'forgets_first_doubt'
  | 'settles_for_others'
  | 'sleeps_after_failure'
  | 'deaf'

export interface MemoryDelivery {
  id: string
  lane: string
  state: State
  dueAt: Date | null
  createdAt: Date
  attempts: number
  tries: number
  firstAttemptAt: Date | null
  unknownSince: Date | null
  sentBefore: boolean
}

export interface MemoryClaim {
  id: string
  lane: string
  attempt: number
  leaseUntil: Date
}

interface MemoryLane {
  bucket: Bucket
  nextAt: Date | null
  leaseUntil: Date | null
}

export type MemoryQueue = ReturnType<typeof openMemoryQueue>

export function openMemoryQueue(policy: DeliveryPolicy, now: () => Date, random: () => number, bug?: PlantedBug) {
  const deliveries = new Map<string, MemoryDelivery>()
  const lanes = new Map<string, MemoryLane>()
  const later = (ms: number) => new Date(now().getTime() + ms)
  const waiting = (lane: string) => [...deliveries.values()].filter(d => d.lane === lane && rank(d.state) < rank('accepted'))

  function enqueue(lane: string, id: string): void {
    const known = lanes.get(lane)
    if (!known) lanes.set(lane, { bucket: { tokens: 0, refilledAtMs: 0 }, nextAt: now(), leaseUntil: null })
    else known.nextAt ??= now()
    const fresh = { attempts: 0, tries: 0, firstAttemptAt: null, unknownSince: null, sentBefore: false, dueAt: null }
    deliveries.set(id, { id, lane, state: 'queued', createdAt: now(), ...fresh })
  }

  async function claim(limit: number): Promise<MemoryClaim[]> {
    const due = [...lanes].filter(([, l]) => l.nextAt && l.nextAt <= now() && !(l.leaseUntil && l.leaseUntil > now()))
    return due.slice(0, limit).flatMap(([name, lane]) => turnOf(name, lane))
  }

  function turnOf(name: string, lane: MemoryLane): MemoryClaim[] {
    const line = waiting(name)
    const head = (bug === 'overtakes' && line.find(d => d.state === 'queued')) || line[0]
    lane.nextAt = null
    if (!head) return []
    const { state } = head
    if (state !== 'held' && state !== 'queued' && state !== 'sending' && state !== 'unknown') return []
    const asLane = { bucket: lane.bucket, blockedUntil: null, destinationState: 'linked' as const, lastInboundAt: now() }
    const dueAt = state === 'sending' ? lane.leaseUntil : bug === 'sends_doubts_at_once' ? null : head.dueAt
    const turn = takeTurn(asLane, { state, dueAt, attempts: head.tries, createdAt: head.createdAt }, { state: 'open' }, now(), policy.lane)
    lane.leaseUntil = null
    if (turn.turn === 'wait' || turn.turn === 'hold') lane.nextAt = turn.until
    if (turn.turn === 'end') Object.assign(head, { state: turn.state })
    if (turn.turn === 'doubt') end(head, { kind: 'unknown', reason: 'interrupted' })
    if (turn.turn === 'end' || turn.turn === 'doubt') lane.nextAt = now()
    if (turn.turn !== 'send') return []
    const leaseUntil = later(policy.leaseMs)
    Object.assign(lane, { bucket: turn.bucket, leaseUntil, nextAt: leaseUntil })
    Object.assign(head, { state: 'sending', dueAt: null, attempts: head.attempts + 1, tries: head.tries + 1 })
    head.firstAttemptAt ??= now()
    return [{ id: head.id, lane: name, attempt: head.attempts, leaseUntil }]
  }

  function end(delivery: MemoryDelivery, outcome: Outcome): void {
    const { tries, firstAttemptAt, unknownSince, sentBefore } = delivery
    const since = bug === 'forgets_first_doubt' ? null : unknownSince
    const attempted = {
      attempts: tries,
      outcome,
      now: now(),
      random: random(),
      firstAttemptAt: firstAttemptAt ?? now(),
      unknownSince: since,
      sentBefore,
    }
    const after = settleAttempt(attempted, policy.retry, policy.probeMs)
    delivery.unknownSince = after.unknownSince
    const state = afterSending(delivery.state, after.state)
    if (state === after.state) Object.assign(delivery, { dueAt: after.dueAt, tries: after.attempts })
    delivery.state = state
  }

  async function settle(done: { claimed: MemoryClaim; outcome: Outcome }[]): Promise<void> {
    for (const { claimed, outcome } of done) {
      const [delivery, lane] = [deliveries.get(claimed.id), lanes.get(claimed.lane)]
      if (!delivery || !lane) continue
      const isOurs = lane.leaseUntil?.getTime() === claimed.leaseUntil.getTime() || bug === 'settles_for_others'
      if (delivery.attempts === claimed.attempt) end(delivery, outcome)
      else Object.assign(delivery, { state: afterLateTry(delivery.state, outcome), sentBefore: outcome.kind === 'sent' })
      if (isOurs) lane.leaseUntil = null
      if (isOurs || !lane.leaseUntil) lane.nextAt = bug === 'sleeps_after_failure' && delivery.state === 'failed' ? null : now()
    }
  }

  function report(id: string, event: DeliveryEvent): void {
    const delivery = deliveries.get(id)
    const lane = delivery && lanes.get(delivery.lane)
    if (!delivery || !lane || bug === 'deaf') return
    if (rank(delivery.state) < rank('accepted') && !lane.leaseUntil) lane.nextAt = now()
    delivery.state = advance(delivery.state, event)
  }

  async function nextDueAt(): Promise<Date | null> {
    const due = [...lanes.values()].flatMap(l => l.nextAt ?? [])
    return due.length > 0 ? new Date(Math.min(...due.map(d => d.getTime()))) : null
  }

  const areAllFinal = () => [...deliveries.values()].every(d => isFinal(d.state))

  return { deliveries, enqueue, claim, settle, report, nextDueAt, waiting, areAllFinal }
}
