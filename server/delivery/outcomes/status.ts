// Records a status from the webhook: late, repeated, out of order, or before the send request returned.
import { z } from 'zod/mini'
import { updateEnd } from '../../../core/delivery/ends.ts'
import { hasArrived } from '../../../core/delivery/outcome-effects.ts'
import { advance, type DeliveryEvent, rank, type State } from '../../../core/delivery/states.ts'
import { stamp, type Times } from '../../../core/delivery/times.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { destinationOf, findByWamid, lockDestinations } from '../owners.ts'
import { attemptOfWamid, closeWindow, noteArrived, noteFailed, noteFailures, noteIncident, notePrice } from '../store.ts'
import { failuresOf, timesOf, unchanged, withBundled } from './change.ts'
import { type DeliveryChange, type DeliveryKey, type DeliveryRow, lockWithBundled, type OnFinal, writeChanges } from './queue.ts'

/** `userId` and `deliveryId` are those that travelled with the message; null when it carried none. */
export interface StatusReport {
  wamid: string
  userId: string | null
  deliveryId: string | null
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  error: { code: number; detail: string | null } | null
  /** What its messenger puts the message under, and whether it is paid for; null where it does not say. */
  price: { category: string; isBilled: boolean } | null
}

export interface StatusDeps {
  now: Date
  onFinal: OnFinal
  /** What the messenger's error code means for the delivery and its phone. */
  failureOf(code: number): { reason: string; stop: 'delivery' | 'destination' | 'number' }
  unreachableAfter: number
}

/** What is new of a delivery: its state, and whether the messenger has now called the same message delivered and failed. */
export interface StatusTaken extends DeliveryKey {
  state: State
  incident: 'delivered_and_failed' | null
}

/** Null when the report is of none of ours or tells nothing new. */
export async function recordStatus(tx: Tx, report: StatusReport, deps: StatusDeps): Promise<StatusTaken | null> {
  const key = keyOf(report) ?? (await findByWamid(tx, report.wamid))
  if (!key) return null
  const failure = report.status === 'failed' ? failureOf(report, deps) : null
  const destinationId = failure?.isAboutPhone ? await destinationOf(tx, key.userId, key.deliveryId) : null
  if (destinationId) await lockDestinations(tx, [{ userId: key.userId, destinationId }])
  const { rows, members } = await lockWithBundled(tx, [key], report.status === 'failed')
  const [row] = rows
  if (!row || (await isOfAnother(tx, row, report))) return null
  if (report.price) await notePrice(tx, row.user_id, row.id, { wamid: report.wamid, ...report.price })
  const incident = await noteEnds(tx, row, report, failure)
  if (await isOutdated(tx, row, report)) return incident && { ...key, state: row.state, incident }
  const change = changeBy(row, report, failure?.reason ?? null, deps.now)
  const tellsNew = change.after.state !== row.state || !isSameTimes(change.times, timesOf(row))
  if (tellsNew) await writeChanges(tx, withBundled(change, members, false), deps.now, deps.onFinal)
  if (tellsNew && destinationId && failure && change.after.state === 'failed') await tellPhone(tx, row, failure, report, deps)
  return tellsNew || incident ? { ...key, state: change.after.state, incident } : null
}

/** An older try speaks too, and what is told of it late is no news but of this. Null unless both ends are told for the first time. */
async function noteEnds(tx: Tx, row: DeliveryRow, report: StatusReport, failure: Failure | null): Promise<StatusTaken['incident']> {
  const { wamid, status } = report
  // Of a single try the state says that it arrived, and nothing more is written of the many.
  const isOnly = row.attempts <= 1
  const arrived = isOnly && hasArrived(row.state) ? [wamid] : (row.arrived_wamids ?? [])
  const { adds, contradicts } = updateEnd({ arrived, failed: Object.keys(failuresOf(row)) }, wamid, status)
  if (adds === 'arrived' && !isOnly) await noteArrived(tx, row.user_id, row.id, wamid)
  if (adds === 'failed' && failure) await noteFailed(tx, row.user_id, row.id, wamid, failure.reason)
  if (!contradicts || row.incident !== null) return null
  await noteIncident(tx, row.user_id, row.id, 'delivered_and_failed')
  return 'delivered_and_failed'
}

const Key = z.object({ userId: z.uuid(), deliveryId: z.uuid() })

const keyOf = (report: StatusReport): DeliveryKey | null => Key.safeParse(report).data ?? null

interface Failure {
  reason: string
  stopsPhone: boolean
  isAboutPhone: boolean
}

function failureOf(report: StatusReport, deps: StatusDeps): Failure {
  if (!report.error) return { reason: 'failed_later', stopsPhone: false, isAboutPhone: false }
  const { reason, stop } = deps.failureOf(report.error.code)
  const stopsPhone = stop === 'destination'
  return { reason, stopsPhone, isAboutPhone: stopsPhone || reason === 'undeliverable' || reason === 'window_closed' }
}

/** A message is of one delivery for ever, whatever the text that travelled with the report names. */
async function isOfAnother(tx: Tx, row: DeliveryRow, report: StatusReport): Promise<boolean> {
  if (row.wamid === report.wamid) return false
  const owner = await findByWamid(tx, report.wamid)
  return owner !== null && (owner.userId !== row.user_id || owner.deliveryId !== row.id)
}

/** A failure speaks of one try alone, and so does `sent`: neither may end or pass off a newer one. Arrivals always count. */
async function isOutdated(tx: Tx, row: DeliveryRow, report: StatusReport): Promise<boolean> {
  if (report.status === 'delivered' || report.status === 'read') return false
  const attempt = await attemptOfWamid(tx, row.user_id, row.id, report.wamid)
  if (report.status === 'sent') return attempt !== null && attempt.started_at < row.since
  if (rank(row.state) < rank('sending')) return true
  if (attempt) return attempt.n < row.attempts
  // Of several tries only an answer tells which of them a message was; that of the newest will ask for its failure (change.ts).
  return row.attempts > 1 || (row.wamid !== null && row.wamid !== report.wamid)
}

function changeBy(row: DeliveryRow, report: StatusReport, reason: string | null, now: Date): DeliveryChange {
  const state = advance(row.state, report.status)
  // With an announcement its lane goes on too: what it named has to be announced anew.
  const goesOn = rank(row.state) < rank('accepted') || (row.kind === 'announcement' && state === 'failed')
  return {
    ...unchanged(row),
    after: { state, reason: state === row.state ? row.reason : state === 'failed' ? reason : null },
    dueAt: null,
    wamid: row.wamid ?? report.wamid,
    times: timesBy(timesOf(row), report.status, report.at, state),
    attempt: row.state === 'sending' || row.state === 'unknown' ? echoedAttempt(row, report.wamid) : null,
    lane: goesOn ? { nextAt: now, lease: null, blockedUntil: null } : null,
  }
}

/** The echo of an answer that was lost: the try did succeed. Of several, it may have been an older one. */
const echoedAttempt = ({ attempts }: DeliveryRow, wamid: string): DeliveryChange['attempt'] => ({
  ...{ n: attempts, outcome: 'sent', reason: null },
  wamid: attempts === 1 ? wamid : null,
})

function timesBy(times: Times, event: DeliveryEvent, at: Date, state: State): Times {
  const accepted = stamp(times, 'accepted', at)
  return event === 'failed' && state !== 'failed' ? accepted : stamp(accepted, event, at)
}

const isSameTimes = (a: Times, b: Times): boolean => JSON.stringify(a) === JSON.stringify(b)

async function tellPhone(tx: Tx, row: DeliveryRow, failure: Failure, report: StatusReport, deps: StatusDeps): Promise<void> {
  if (failure.reason === 'window_closed') await closeWindow(tx, row.user_id, row.destination_id, report.at)
  else await noteFailures(tx, row.user_id, row.destination_id, failure.stopsPhone, deps.unreachableAfter, deps.now)
}
