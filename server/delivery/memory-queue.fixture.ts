// An in-memory delivery queue that makes the same decisions as PostgreSQL's, for simulations of the worker.
import type { AttemptOutcome } from '../../core/delivery/outcome.ts'
import { type DeliveryEvent, isFinal, stateRank } from '../../core/delivery/states.ts'
import { readyAtMs } from '../../core/delivery/throughput.ts'
import { claimDueLanes, type MemoryClaim } from './memory-claims.fixture.ts'
import { isDue, type MemoryDelivery, type PlantedBug } from './memory-lanes.fixture.ts'
import { recordOne, reportOne } from './memory-outcomes.fixture.ts'
import { add, laneNamed, type Memory, newMemory, wake } from './memory-state.fixture.ts'
import type { DeliveryPolicy } from './policy.ts'

export type MemoryQueue = ReturnType<typeof openMemoryQueue>

export function openMemoryQueue(policy: DeliveryPolicy, now: () => Date, random: () => number, bug?: PlantedBug) {
  const memory = newMemory(policy, now, random, bug)
  const { deliveries, lanes } = memory
  return {
    deliveries,
    lanes,
    enqueue: (lane: string, id: string, schedule?: Schedule) => enqueue(memory, lane, id, schedule),
    /** The user wrote. */
    receive: (lane: string) => receive(memory, lane),
    close: (lane: string) => Object.assign(laneNamed(memory, lane), { lastInboundAt: null }),
    claim: async (limits: { lanes: number; run: number }): Promise<MemoryClaim[]> => claimDueLanes(memory, limits),
    recordOutcomes: async (done: { claimed: MemoryClaim; outcome: AttemptOutcome }[]): Promise<void> => {
      for (const { claimed, outcome } of done) recordOne(memory, claimed, outcome)
    },
    report: (id: string, event: DeliveryEvent) => reportOne(memory, id, event),
    nextDueAt: async (): Promise<Date | null> => nextDueAt(memory),
    waiting: (lane: string) => laneNamed(memory, lane).waiting.filter(d => stateRank(d.state) < stateRank('accepted')),
    nextWaitOf: (lane: string) => laneNamed(memory, lane).waiting.filter(d => d.state !== 'cancelled' && !isDue(d, now())),
    areAllFinal: () => [...deliveries.values()].every(d => isFinal(d.state)),
  }
}

type Schedule = Partial<Pick<MemoryDelivery, 'urgent' | 'waitUntil' | 'forDigest'>>

function enqueue(memory: Memory, lane: string, id: string, schedule: Schedule = {}): void {
  add(memory, { id, lane, kind: 'mail', seq: ++memory.created, urgent: false, waitUntil: null, forDigest: false, ...schedule })
  wake(memory, laneNamed(memory, lane), schedule.waitUntil && memory.bug !== 'oversleeps' ? schedule.waitUntil : memory.now())
}

function receive(memory: Memory, name: string): void {
  const lane = laneNamed(memory, name)
  lane.lastInboundAt = memory.now()
  lane.lastAnnounced = null
  for (const d of lane.waiting) {
    if (d.announcedBy && d.state === 'held') Object.assign(d, { state: 'queued', reason: null })
    d.announcedBy = null
  }
  wake(memory, lane, memory.now())
}

function nextDueAt({ lanes, number, policy, now }: Memory): Date | null {
  const due = [...lanes.values()].flatMap(l => l.nextAt?.getTime() ?? [])
  if (due.length === 0) return null
  const first = Math.min(...due)
  return new Date(first > now().getTime() ? first : Math.max(first, readyAtMs(number.throughput, policy.numberPerSecond, now().getTime())))
}
