// The state of the in-memory queue: deliveries, lanes, and the number's flow.
import { type Flow, fullFlow } from '../../core/delivery/throughput.ts'
import type { MemoryDelivery, MemoryLane, PlantedBug } from './memory-lanes.fixture.ts'
import type { DeliveryPolicy } from './policy.ts'

export interface Memory {
  policy: DeliveryPolicy
  now(): Date
  random(): number
  bug: PlantedBug | undefined
  deliveries: Map<string, MemoryDelivery>
  lanes: Map<string, MemoryLane>
  number: { flow: Flow; pausedUntil: Date | null }
  /** So many deliveries were made: each comes behind those before it. */
  made: number
}

export function newMemory(policy: DeliveryPolicy, now: () => Date, random: () => number, bug?: PlantedBug): Memory {
  const number = { flow: fullFlow(policy.numberPerSecond, now().getTime()), pausedUntil: null }
  return { policy, now, random, bug, deliveries: new Map(), lanes: new Map(), number, made: 0 }
}

export function laneNamed({ lanes, now }: Memory, name: string): MemoryLane {
  const known = lanes.get(name)
  if (known) return known
  const bucket = { tokens: 0, refilledAtMs: 0 }
  const fresh: MemoryLane = { bucket, nextAt: null, leaseUntil: null, lastInboundAt: now(), lastAnnounced: null, line: [] }
  lanes.set(name, fresh)
  return fresh
}

export type NewMemoryDelivery = Pick<MemoryDelivery, 'id' | 'lane' | 'kind' | 'seq' | 'urgent' | 'waitUntil' | 'folds'>

export function add(memory: Memory, made: NewMemoryDelivery): MemoryDelivery {
  const fresh = { attempts: 0, tries: 0, unknownSince: null, sentBefore: false, dueAt: null, reason: null }
  const delivery = { ...made, ...fresh, state: 'queued' as const, createdAt: memory.now(), digestId: null, announcedBy: null }
  const { line } = laneNamed(memory, made.lane)
  const behind = line.findLastIndex(d => d.seq <= made.seq)
  line.splice(behind + 1, 0, delivery)
  memory.deliveries.set(made.id, delivery)
  return delivery
}

export function wake({ now }: Memory, lane: MemoryLane, at: Date): void {
  if (lane.leaseUntil && lane.leaseUntil > now()) return
  if (!lane.nextAt || at < lane.nextAt) lane.nextAt = at
}

export const bundledIn = (memory: Memory, digest: MemoryDelivery): MemoryDelivery[] =>
  laneNamed(memory, digest.lane).line.filter(d => d.digestId === digest.id)
