// An in-memory delivery queue that makes the same decisions as PostgreSQL's, for simulations of the worker.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { type DeliveryEvent, isFinal, rank } from '../../core/delivery/states.ts'
import { readyAtMs } from '../../core/delivery/throughput.ts'
import { claimDue, type MemoryClaim } from './memory-claims.fixture.ts'
import { isDue, type MemoryDelivery, type PlantedBug } from './memory-lanes.fixture.ts'
import { reportOne, settleOne } from './memory-outcomes.fixture.ts'
import { add, laneNamed, type Memory, newMemory, wake } from './memory-state.fixture.ts'
import type { DeliveryPolicy } from './policy.ts'

export type MemoryQueue = ReturnType<typeof openMemoryQueue>

export function openMemoryQueue(policy: DeliveryPolicy, now: () => Date, random: () => number, bug?: PlantedBug) {
  const memory = newMemory(policy, now, random, bug)
  const { deliveries, lanes } = memory
  return {
    deliveries,
    lanes,
    enqueue: (lane: string, id: string, plan?: Plan) => enqueue(memory, lane, id, plan),
    /** The person wrote. */
    hear: (lane: string) => hear(memory, lane),
    close: (lane: string) => Object.assign(laneNamed(memory, lane), { lastInboundAt: null }),
    claim: async (limit: number): Promise<MemoryClaim[]> => claimDue(memory, limit),
    recordOutcomes: async (done: { claimed: MemoryClaim; outcome: Outcome }[]): Promise<void> => {
      for (const { claimed, outcome } of done) settleOne(memory, claimed, outcome)
    },
    report: (id: string, event: DeliveryEvent) => reportOne(memory, id, event),
    nextDueAt: async (): Promise<Date | null> => nextDueAt(memory),
    waiting: (lane: string) => laneNamed(memory, lane).line.filter(d => rank(d.state) < rank('accepted')),
    nextWaitOf: (lane: string) => laneNamed(memory, lane).line.filter(d => d.state !== 'cancelled' && !isDue(d, now())),
    areAllFinal: () => [...deliveries.values()].every(d => isFinal(d.state)),
  }
}

type Plan = Partial<Pick<MemoryDelivery, 'urgent' | 'waitUntil' | 'folds'>>

function enqueue(memory: Memory, lane: string, id: string, plan: Plan = {}): void {
  add(memory, { id, lane, kind: 'mail', seq: ++memory.made, urgent: false, waitUntil: null, folds: false, ...plan })
  wake(memory, laneNamed(memory, lane), plan.waitUntil && memory.bug !== 'oversleeps' ? plan.waitUntil : memory.now())
}

function hear(memory: Memory, name: string): void {
  const lane = laneNamed(memory, name)
  lane.lastInboundAt = memory.now()
  lane.lastAnnounced = null
  for (const d of lane.line) {
    if (d.announcedBy && d.state === 'held') Object.assign(d, { state: 'queued', reason: null })
    d.announcedBy = null
  }
  wake(memory, lane, memory.now())
}

function nextDueAt({ lanes, number, policy, now }: Memory): Date | null {
  const due = [...lanes.values()].flatMap(l => l.nextAt?.getTime() ?? [])
  if (due.length === 0) return null
  const first = Math.min(...due)
  return new Date(first > now().getTime() ? first : Math.max(first, readyAtMs(number.flow, policy.numberPerSecond, now().getTime())))
}
