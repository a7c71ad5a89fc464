// The lanes of the in-memory queue, and the snapshot their decision is made from.

import type { LaneSnapshot } from '../../core/delivery/lane-step.ts'
import type { Lane, LaneDelivery, LaneKind, TokenBucket } from '../../core/delivery/lanes.ts'
import type { State } from '../../core/delivery/states.ts'

/** Ways to be wrong, for the test that the checker notices. */
export type PlantedBug =
  | 'overtakes'
  | 'sends_doubts_at_once'
  | 'forgets_first_doubt'
  | 'settles_for_others'
  | 'sleeps_after_failure'
  | 'deaf'
  | 'oversleeps'
  | 'loses_members'
  | 'lets_urgent_wait'
  | 'sends_while_closed'
  | 'rushes'

export interface MemoryDelivery {
  id: string
  lane: string
  kind: LaneKind
  seq: number
  urgent: boolean
  waitUntil: Date | null
  folds: boolean
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
  line: MemoryDelivery[]
}

export const laneOf = (lane: MemoryLane): Lane => ({
  bucket: lane.bucket,
  blockedUntil: null,
  destinationState: 'linked',
  lastInboundAt: lane.lastInboundAt,
  pausedUntil: null,
})

export function memorySnapshotOf(lane: MemoryLane, now: Date, bug: PlantedBug | undefined): LaneSnapshot {
  const open = lane.line.filter(d => d.digestId === null)
  const waits = open.filter(d => isHead(d.state) && d.state !== 'sending')
  const isAhead = (d: MemoryDelivery) => d.urgent && bug !== 'lets_urgent_wait'
  const first = (which: (d: MemoryDelivery) => boolean) => waits.filter(which).map(d => headOf(lane, d, bug))[0] ?? null
  const ordinary = waits.filter(d => !isAhead(d) && (d.kind === 'mail' || d.kind === 'digest') && isDue(d, now))
  const inOrder = bug === 'overtakes' ? ordinary.toSorted((a, b) => Number(b.state === 'queued') - Number(a.state === 'queued')) : ordinary
  const unnamed = open.filter(d => nameable(d, now, null))
  return {
    sending: open.filter(d => d.state === 'sending').map(d => headOf(lane, d, bug))[0] ?? null,
    announcement: first(d => d.kind === 'announcement'),
    urgent: first(d => isAhead(d) && isReady(d, now)) ?? first(isAhead),
    shown: first(d => d.kind === 'shown'),
    ordinary: inOrder.map(d => ({ ...headOf(lane, d, bug), folds: d.folds, isFresh: isFresh(d) })),
    unannounced: { ordinaryFrom: firstHour(unnamed.filter(d => !d.urgent)), urgentFrom: firstHour(unnamed.filter(d => d.urgent)) },
    lastAnnounced: lane.lastAnnounced,
    nextWaitAt: bug === 'oversleeps' ? null : earliest(open.flatMap(d => (d.waitUntil && !isDue(d, now) ? d.waitUntil : []))),
  }
}

/** May an announcement name it: waits for the window, and is in none but perhaps this one? */
export const nameable = (d: MemoryDelivery, now: Date, announcement: string | null): boolean =>
  d.kind === 'mail' &&
  d.digestId === null &&
  (d.state === 'held' || d.state === 'queued') &&
  (d.announcedBy === null || d.announcedBy === announcement) &&
  isDue(d, now)

export const isDue = (d: MemoryDelivery, now: Date): boolean => d.waitUntil === null || d.waitUntil <= now

const isReady = (d: MemoryDelivery, now: Date): boolean => d.dueAt === null || d.dueAt <= now

const isFresh = (d: MemoryDelivery): boolean => d.kind === 'mail' && d.attempts === 0 && d.reason !== 'unfolded'

const firstHour = (mails: MemoryDelivery[]): Date | null =>
  earliest(mails.map(d => (d.waitUntil && d.waitUntil > d.createdAt ? d.waitUntil : d.createdAt)))

const earliest = (dates: Date[]): Date | null => (dates.length > 0 ? new Date(Math.min(...dates.map(d => d.getTime()))) : null)

function headOf(lane: MemoryLane, d: MemoryDelivery, bug: PlantedBug | undefined): LaneDelivery {
  const dueAt = d.state === 'sending' ? lane.leaseUntil : bug === 'sends_doubts_at_once' ? null : d.dueAt
  return {
    id: d.id,
    kind: d.kind,
    urgent: d.urgent,
    state: isHead(d.state) ? d.state : 'queued',
    dueAt,
    attempts: d.tries,
    createdAt: d.createdAt,
  }
}

const isHead = (state: State): state is LaneDelivery['state'] =>
  state === 'held' || state === 'queued' || state === 'sending' || state === 'unknown'
