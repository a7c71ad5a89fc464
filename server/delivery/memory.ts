// The queue in memory, on the same decisions as the one in PostgreSQL: what simulations of the worker run on.
import { follow, mayGoSingly } from '../../core/delivery/folding.ts'
import type { Kind } from '../../core/delivery/lanes.ts'
import type { Outcome } from '../../core/delivery/outcome.ts'
import { afterLateTry, settleAttempt } from '../../core/delivery/settling.ts'
import { advance, afterSending, type DeliveryEvent, isFinal, rank, type State } from '../../core/delivery/states.ts'
import { draw, fullFlow, readyAtMs, slowDown } from '../../core/delivery/throughput.ts'
import { type Turn, takeTurn } from '../../core/delivery/turn.ts'
import { isDue, laneOf, lineOf, type MemoryDelivery, type MemoryLane, nameable, type PlantedBug } from './memory-lines.ts'
import type { DeliveryPolicy } from './policy.ts'

export interface MemoryClaim {
  id: string
  lane: string
  kind: Kind
  memberIds: string[]
  attempt: number
  startedAt: Date
  leaseUntil: Date
}

export type MemoryQueue = ReturnType<typeof openMemoryQueue>

export function openMemoryQueue(policy: DeliveryPolicy, now: () => Date, random: () => number, bug?: PlantedBug) {
  const deliveries = new Map<string, MemoryDelivery>()
  const lanes = new Map<string, MemoryLane>()
  const number = { flow: fullFlow(policy.numberPerSecond, now().getTime()), pausedUntil: null as Date | null }
  let made = 0
  const later = (ms: number) => new Date(now().getTime() + ms)
  const membersOf = (digest: MemoryDelivery) => laneOfName(digest.lane).line.filter(d => d.digestId === digest.id)
  const waiting = (lane: string) => laneOfName(lane).line.filter(d => rank(d.state) < rank('accepted'))

  function laneOfName(name: string): MemoryLane {
    const known = lanes.get(name)
    if (known) return known
    const bucket = { tokens: 0, refilledAtMs: 0 }
    const fresh: MemoryLane = { bucket, nextAt: null, leaseUntil: null, lastInboundAt: now(), lastAnnounced: null, line: [] }
    lanes.set(name, fresh)
    return fresh
  }

  function enqueue(name: string, id: string, plan: Partial<Pick<MemoryDelivery, 'urgent' | 'waitUntil' | 'folds'>> = {}): void {
    add({ id, lane: name, kind: 'mail', seq: ++made, urgent: false, waitUntil: null, folds: false, ...plan })
    wake(laneOfName(name), plan.waitUntil && bug !== 'oversleeps' ? plan.waitUntil : now())
  }

  function add(core: Pick<MemoryDelivery, 'id' | 'lane' | 'kind' | 'seq' | 'urgent' | 'waitUntil' | 'folds'>): MemoryDelivery {
    const fresh = { attempts: 0, tries: 0, unknownSince: null, sentBefore: false, dueAt: null, reason: null }
    const delivery = { ...core, ...fresh, state: 'queued' as const, createdAt: now(), digestId: null, announcedBy: null }
    const { line } = laneOfName(core.lane)
    const behind = line.findLastIndex(d => d.seq <= core.seq)
    line.splice(behind + 1, 0, delivery)
    deliveries.set(core.id, delivery)
    return delivery
  }

  function wake(lane: MemoryLane, at: Date): void {
    if (lane.leaseUntil && lane.leaseUntil > now()) return
    if (!lane.nextAt || at < lane.nextAt) lane.nextAt = at
  }

  /** The person wrote. */
  function hear(name: string): void {
    const lane = laneOfName(name)
    lane.lastInboundAt = now()
    lane.lastAnnounced = null
    for (const d of lane.line) {
      if (d.announcedBy && d.state === 'held') Object.assign(d, { state: 'queued', reason: null })
      d.announcedBy = null
    }
    wake(lane, now())
  }

  const close = (name: string) => Object.assign(laneOfName(name), { lastInboundAt: null })

  async function claim(limit: number): Promise<MemoryClaim[]> {
    const due = [...lanes].filter(([, l]) => l.nextAt && l.nextAt <= now() && !(l.leaseUntil && l.leaseUntil > now()))
    const inTurn = due.toSorted(([, a], [, b]) => (a.nextAt?.getTime() ?? 0) - (b.nextAt?.getTime() ?? 0))
    return inTurn.slice(0, limit).flatMap(([name, lane]) => turnOf(name, lane))
  }

  function turnOf(name: string, lane: MemoryLane): MemoryClaim[] {
    lane.line = lane.line.filter(d => rank(d.state) < rank('accepted') || d.digestId !== null)
    const seen = { ...laneOf(lane), ...(bug === 'sends_while_closed' && { lastInboundAt: now() }) }
    const paused = number.pausedUntil && number.pausedUntil > now() ? number.pausedUntil : null
    const state = paused ? ({ state: 'paused', until: paused, reason: null } as const) : ({ state: 'open' } as const)
    const turn = takeTurn(seen, lineOf(lane, now(), bug), state, now(), policy.lane)
    if ('bucket' in turn && !drawOne()) return []
    lane.leaseUntil = null
    switch (turn.turn) {
      case 'wait':
      case 'hold':
        lane.nextAt = turn.until
        return []
      case 'doubt':
      case 'end':
        closeHead(turn)
        lane.nextAt = now()
        return []
      default:
        return send(name, lane, turn)
    }
  }

  function drawOne(): boolean {
    const { granted, flow } = draw(number.flow, 1, policy.numberPerSecond, now().getTime())
    number.flow = flow
    return granted === 1 || bug === 'rushes'
  }

  function closeHead(turn: Extract<Turn, { turn: 'doubt' | 'end' }>): void {
    const head = deliveries.get(turn.id)
    if (!head) return
    if (turn.turn === 'doubt') return end(head, { kind: 'unknown', reason: 'interrupted' })
    const isDoubted = head.kind === 'digest' && turn.state === 'cancelled' && head.unknownSince !== null
    become(head, isDoubted ? 'failed' : turn.state, isDoubted ? 'outcome_unknown' : turn.reason, false)
  }

  function send(name: string, lane: MemoryLane, turn: Extract<Turn, { turn: 'send' | 'fold' | 'announce' }>): MemoryClaim[] {
    const head = headOf(name, turn)
    if (!head) return []
    const leaseUntil = later(policy.leaseMs)
    Object.assign(lane, { bucket: turn.bucket, leaseUntil, nextAt: leaseUntil })
    const members = turn.turn === 'announce' ? lane.line.filter(d => nameable(d, now(), head.id)) : membersOf(head)
    for (const member of members) {
      if (turn.turn === 'announce') Object.assign(member, { state: 'held', reason: 'announced', announcedBy: head.id })
      else Object.assign(member, { state: 'sending', reason: null })
    }
    Object.assign(head, { state: 'sending', dueAt: null, attempts: head.attempts + 1, tries: head.tries + 1 })
    const memberIds = members.map(m => m.id)
    return [{ id: head.id, lane: name, kind: head.kind, memberIds, attempt: head.attempts, startedAt: now(), leaseUntil }]
  }

  function headOf(name: string, turn: Extract<Turn, { turn: 'send' | 'fold' | 'announce' }>): MemoryDelivery | undefined {
    if (turn.turn !== 'fold' && turn.id !== null) return deliveries.get(turn.id)
    const kind = turn.turn === 'fold' ? 'digest' : 'announcement'
    const folded = turn.turn === 'fold' ? turn.ids.flatMap(id => deliveries.get(id) ?? []) : []
    const plan = { urgent: false, waitUntil: null, folds: false }
    const head = add({ id: `${kind} ${++made}`, lane: name, kind, seq: folded[0]?.seq ?? made, ...plan })
    for (const mail of folded) mail.digestId = head.id
    return head
  }

  function end(delivery: MemoryDelivery, outcome: Outcome): void {
    const { tries, sentBefore } = delivery
    const unknownSince = bug === 'forgets_first_doubt' ? null : delivery.unknownSince
    const attempted = {
      attempts: tries,
      outcome,
      now: now(),
      random: random(),
      unknownSince,
      sentBefore,
    }
    const after = settleAttempt(attempted, policy.retry, policy.probeMs)
    pause(after.pauseNumber?.until ?? null)
    delivery.unknownSince = after.unknownSince
    const isUnmade = delivery.kind === 'digest' && after.state === 'held' && after.reason === 'window_closed'
    const next = isUnmade ? (after.unknownSince ? 'failed' : 'cancelled') : after.state
    const state = afterSending(delivery.state, next)
    if (state === next) Object.assign(delivery, { dueAt: after.dueAt, tries: after.attempts })
    become(delivery, state, after.reason, mayGoSingly(outcome, after.unknownSince))
  }

  function pause(until: Date | null): void {
    if (!until) return
    if (!(number.pausedUntil && number.pausedUntil > now())) number.flow = slowDown(number.flow)
    number.pausedUntil = until
  }

  function become(delivery: MemoryDelivery, state: State, reason: string | null, singly: boolean): void {
    const before = { state: delivery.state, reason: delivery.reason }
    const lane = laneOfName(delivery.lane)
    for (const member of delivery.kind === 'digest' && bug !== 'loses_members' ? membersOf(delivery) : []) {
      const after = follow(member, before, { state, reason }, singly)
      if (after) Object.assign(member, { state: after.state, reason: after.reason, ...(after.leaves && { digestId: null }) })
    }
    Object.assign(delivery, { state, reason })
    if (delivery.kind !== 'announcement' || state === before.state) return
    if (state === 'accepted') lane.lastAnnounced = { at: now(), failed: false }
    if (state !== 'failed' && state !== 'cancelled' && state !== 'expired') return
    if (state === 'failed') lane.lastAnnounced = { at: now(), failed: true }
    for (const d of lane.line) if (d.announcedBy === delivery.id) Object.assign(d, { announcedBy: null, reason: 'window_closed' })
  }

  async function settle(done: { claimed: MemoryClaim; outcome: Outcome }[]): Promise<void> {
    for (const { claimed, outcome } of done) {
      const [delivery, lane] = [deliveries.get(claimed.id), lanes.get(claimed.lane)]
      if (!delivery || !lane) continue
      const isOurs = lane.leaseUntil?.getTime() === claimed.leaseUntil.getTime() || bug === 'settles_for_others'
      if (outcome.kind === 'held' && outcome.reason === 'window_closed') closeSince(lane, claimed.startedAt)
      if (delivery.attempts === claimed.attempt) end(delivery, outcome)
      else settleLate(delivery, outcome)
      if (isOurs) lane.leaseUntil = null
      if (isOurs || !lane.leaseUntil) lane.nextAt = bug === 'sleeps_after_failure' && delivery.state === 'failed' ? null : now()
    }
  }

  function settleLate(delivery: MemoryDelivery, outcome: Outcome): void {
    const state = afterLateTry(delivery.state, outcome)
    if (state !== delivery.state) become(delivery, state, null, false)
    delivery.sentBefore = outcome.kind === 'sent'
  }

  function closeSince(lane: MemoryLane, startedAt: Date): void {
    if (lane.lastInboundAt && lane.lastInboundAt <= startedAt) lane.lastInboundAt = null
  }

  function report(id: string, event: DeliveryEvent): void {
    const delivery = deliveries.get(id)
    const lane = delivery && lanes.get(delivery.lane)
    if (!delivery || !lane || bug === 'deaf') return
    if (rank(delivery.state) < rank('accepted') && !lane.leaseUntil) lane.nextAt = now()
    const state = advance(delivery.state, event)
    if (state !== delivery.state) become(delivery, state, null, false)
  }

  async function nextDueAt(): Promise<Date | null> {
    const due = [...lanes.values()].flatMap(l => l.nextAt?.getTime() ?? [])
    if (due.length === 0) return null
    const first = Math.min(...due)
    return new Date(first > now().getTime() ? first : Math.max(first, readyAtMs(number.flow, policy.numberPerSecond, now().getTime())))
  }

  const areAllFinal = () => [...deliveries.values()].every(d => isFinal(d.state))
  const nextWaitOf = (lane: string) => laneOfName(lane).line.filter(d => d.state !== 'cancelled' && !isDue(d, now()))

  return { deliveries, lanes, enqueue, hear, close, claim, settle, report, nextDueAt, waiting, nextWaitOf, areAllFinal }
}
