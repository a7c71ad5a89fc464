// Models the lanes of the in-memory queue and the snapshots their decisions use.

import type { LaneSnapshot } from '../../core/delivery/lane-step.ts'
import type { Lane, LaneDelivery, LaneKind, TokenBucket } from '../../core/delivery/lanes.ts'
import type { State } from '../../core/delivery/states.ts'

/** Bugs to plant, for the test that the checker notices them. */
export type PlantedBug =
  | 'overtakes'
  | 'resends_unknown_at_once'
  | 'forgets_first_unknown'
  | 'records_for_others'
  | 'sleeps_after_failure'
  | 'ignores_reports'
  | 'oversleeps'
  | 'loses_members'
  | 'lets_urgent_wait'
  | 'sends_while_closed'
  | 'ignores_pace'

export interface MemoryDelivery {
  id: string
  lane: string
  kind: LaneKind
  seq: number
  urgent: boolean
  waitUntil: Date | null
  forDigest: boolean
  state: State
  reason: string | null
  dueAt: Date | null
  createdAt: Date
  attempts: number
  tries: number
  unknownSince: Date | null
  sentBefore: boolean
  digestId: string | null
  announcedBy: string | null
}

export interface MemoryLane {
  bucket: TokenBucket
  nextAt: Date | null
  leaseUntil: Date | null
  lastInboundAt: Date | null
  lastAnnounced: { at: Date; failed: boolean } | null
  waiting: MemoryDelivery[]
}

export const toLane = (lane: MemoryLane): Lane => ({
  bucket: lane.bucket,
  blockedUntil: null,
  destinationState: 'linked',
  lastInboundAt: lane.lastInboundAt,
  pausedUntil: null,
})

export function toMemorySnapshot(lane: MemoryLane, now: Date, bug: PlantedBug | undefined): LaneSnapshot {
  const open = lane.waiting.filter(d => d.digestId === null)
  const ready = open.filter(d => isOpenState(d.state) && d.state !== 'sending')
  const isUrgent = (d: MemoryDelivery) => d.urgent && bug !== 'lets_urgent_wait'
  const first = (matches: (d: MemoryDelivery) => boolean) => ready.filter(matches).map(d => toLaneDelivery(lane, d, bug))[0] ?? null
  const ordinary = ready.filter(d => !isUrgent(d) && (d.kind === 'mail' || d.kind === 'digest') && isDue(d, now))
  const inOrder = bug === 'overtakes' ? ordinary.toSorted((a, b) => Number(b.state === 'queued') - Number(a.state === 'queued')) : ordinary
  const unannounced = open.filter(d => canBeAnnounced(d, now, null))
  return {
    sending: open.filter(d => d.state === 'sending').map(d => toLaneDelivery(lane, d, bug))[0] ?? null,
    announcement: first(d => d.kind === 'announcement'),
    urgent: first(d => isUrgent(d) && isReady(d, now)) ?? first(isUrgent),
    shown: first(d => d.kind === 'shown'),
    ordinary: inOrder.map(d => ({ ...toLaneDelivery(lane, d, bug), forDigest: d.forDigest, isFresh: isFresh(d) })),
    unannounced: {
      ordinaryFrom: earliestWait(unannounced.filter(d => !d.urgent)),
      urgentFrom: earliestWait(unannounced.filter(d => d.urgent)),
    },
    lastAnnounced: lane.lastAnnounced,
    nextWaitAt: bug === 'oversleeps' ? null : earliest(open.flatMap(d => (d.waitUntil && !isDue(d, now) ? d.waitUntil : []))),
  }
}

/** May this announcement name it? It must be due, and named by no other announcement. */
export const canBeAnnounced = (d: MemoryDelivery, now: Date, announcement: string | null): boolean =>
  d.kind === 'mail' &&
  d.digestId === null &&
  (d.state === 'held' || d.state === 'queued') &&
  (d.announcedBy === null || d.announcedBy === announcement) &&
  isDue(d, now)

export const isDue = (d: MemoryDelivery, now: Date): boolean => d.waitUntil === null || d.waitUntil <= now

const isReady = (d: MemoryDelivery, now: Date): boolean => d.dueAt === null || d.dueAt <= now

const isFresh = (d: MemoryDelivery): boolean => d.kind === 'mail' && d.attempts === 0 && d.reason !== 'unfolded'

const earliestWait = (deliveries: MemoryDelivery[]): Date | null =>
  earliest(deliveries.map(d => (d.waitUntil && d.waitUntil > d.createdAt ? d.waitUntil : d.createdAt)))

const earliest = (dates: Date[]): Date | null => (dates.length > 0 ? new Date(Math.min(...dates.map(d => d.getTime()))) : null)

function toLaneDelivery(lane: MemoryLane, d: MemoryDelivery, bug: PlantedBug | undefined): LaneDelivery {
  const dueAt = d.state === 'sending' ? lane.leaseUntil : bug === 'resends_unknown_at_once' ? null : d.dueAt
  return {
    id: d.id,
    kind: d.kind,
    urgent: d.urgent,
    state: isOpenState(d.state) ? d.state : 'queued',
    dueAt,
    attempts: d.tries,
    createdAt: d.createdAt,
  }
}

const isOpenState = (state: State): state is LaneDelivery['state'] =>
  state === 'held' || state === 'queued' || state === 'sending' || state === 'unknown'
