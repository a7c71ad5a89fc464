// Holds the state of the in-memory queue: deliveries, lanes, and the number's throughput.
import { fullThroughput, type Throughput } from '../../core/delivery/throughput.ts'
import type { MemoryDelivery, MemoryLane, PlantedBug } from './memory-lanes.fixture.ts'
import type { DeliveryPolicy } from './policy.ts'

export interface Memory {
  policy: DeliveryPolicy
  now(): Date
  random(): number
  bug: PlantedBug | undefined
  deliveries: Map<string, MemoryDelivery>
  lanes: Map<string, MemoryLane>
  number: { throughput: Throughput; pausedUntil: Date | null }
  /** How many deliveries were created so far; gives each its position. */
  created: number
}

export function newMemory(policy: DeliveryPolicy, now: () => Date, random: () => number, bug?: PlantedBug): Memory {
  const number = { throughput: fullThroughput(policy.numberPerSecond, now().getTime()), pausedUntil: null }
  return { policy, now, random, bug, deliveries: new Map(), lanes: new Map(), number, created: 0 }
}

export function laneNamed({ lanes, now }: Memory, name: string): MemoryLane {
  const existing = lanes.get(name)
  if (existing) return existing
  const bucket = { tokens: 0, refilledAtMs: 0 }
  const fresh: MemoryLane = { bucket, nextAt: null, leaseUntil: null, lastInboundAt: now(), lastAnnounced: null, waiting: [] }
  lanes.set(name, fresh)
  return fresh
}

export type NewMemoryDelivery = Pick<MemoryDelivery, 'id' | 'lane' | 'kind' | 'seq' | 'urgent' | 'waitUntil' | 'forDigest'>

export function add(memory: Memory, newDelivery: NewMemoryDelivery): MemoryDelivery {
  const fresh = { attempts: 0, tries: 0, unknownSince: null, sentBefore: false, dueAt: null, reason: null }
  const delivery = { ...newDelivery, ...fresh, state: 'queued' as const, createdAt: memory.now(), digestId: null, announcedBy: null }
  const { waiting } = laneNamed(memory, newDelivery.lane)
  const previous = waiting.findLastIndex(d => d.seq <= newDelivery.seq)
  waiting.splice(previous + 1, 0, delivery)
  memory.deliveries.set(newDelivery.id, delivery)
  return delivery
}

export function wake({ now }: Memory, lane: MemoryLane, at: Date): void {
  if (lane.leaseUntil && lane.leaseUntil > now()) return
  if (!lane.nextAt || at < lane.nextAt) lane.nextAt = at
}

export const bundledIn = (memory: Memory, digest: MemoryDelivery): MemoryDelivery[] =>
  laneNamed(memory, digest.lane).waiting.filter(d => d.digestId === digest.id)
