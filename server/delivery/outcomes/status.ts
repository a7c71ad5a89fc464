// Records a webhook status, even if it is late, repeated, out of order, or faster than the send response.
import { z } from 'zod/mini'
import { updateEnd } from '../../../core/delivery/ends.ts'
import { hasArrived } from '../../../core/delivery/outcome-effects.ts'
import { advance, type DeliveryEvent, type State, stateRank } from '../../../core/delivery/states.ts'
import { recordTime, type Times } from '../../../core/delivery/times.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { findByWamid, findDestination, lockDestinations } from '../owners.ts'
import { addArrivedMessage, addFailedMessage, closeWindow, findAttempt, recordIncident, recordPrice, updateReachability } from '../store.ts'
import { readFailures, readTimes, unchanged, withBundled } from './change.ts'
import { type DeliveryChange, type DeliveryKey, type DeliveryRow, lockWithBundled, type OnFinal, writeChanges } from './queue.ts'

/** `userId` and `deliveryId` come from the message's callback data; null if it had none. */
export interface StatusReport {
  wamid: string
  userId: string | null
  deliveryId: string | null
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  error: { code: number; detail: string | null } | null
  /** WhatsApp's pricing category and whether the message is billed; null if not reported. */
  price: { category: string; isBilled: boolean } | null
}

export interface StatusDeps {
  now: Date
  onFinal: OnFinal
  /** What WhatsApp's error code means for the delivery and its phone. */
  failureOf(code: number): { reason: string; stop: 'delivery' | 'destination' | 'number' }
  unreachableAfter: number
}

/** The new state of a delivery, and whether WhatsApp has now reported the same message as both delivered and failed. */
export interface StatusChange extends DeliveryKey {
  state: State
  incident: 'delivered_and_failed' | null
}

/** Null if the report is not about one of our deliveries or contains nothing new. */
export async function recordStatus(tx: Tx, report: StatusReport, deps: StatusDeps): Promise<StatusChange | null> {
  const key = toKey(report) ?? (await findByWamid(tx, report.wamid))
  if (!key) return null
  const failure = report.status === 'failed' ? failureOf(report, deps) : null
  const destinationId = failure?.isAboutPhone ? await findDestination(tx, key.userId, key.deliveryId) : null
  if (destinationId) await lockDestinations(tx, [{ userId: key.userId, destinationId }])
  const { rows, members } = await lockWithBundled(tx, [key], report.status === 'failed')
  const [row] = rows
  if (!row || (await belongsToAnother(tx, row, report))) return null
  if (report.price) await recordPrice(tx, row.user_id, row.id, { wamid: report.wamid, ...report.price })
  const incident = await recordEnd(tx, row, report, failure)
  if (await isOutdated(tx, row, report)) return incident && { ...key, state: row.state, incident }
  const change = toChange(row, report, failure?.reason ?? null, deps.now)
  const hasNews = change.after.state !== row.state || !isSameTimes(change.times, readTimes(row))
  if (hasNews) await writeChanges(tx, withBundled(change, members, false), deps.now, deps.onFinal)
  if (hasNews && destinationId && failure && change.after.state === 'failed') await updatePhone(tx, row, failure, report, deps)
  return hasNews || incident ? { ...key, state: change.after.state, incident } : null
}

/** Counts older attempts too. Returns the incident when both ends are reported for the first time. */
async function recordEnd(tx: Tx, row: DeliveryRow, report: StatusReport, failure: Failure | null): Promise<StatusChange['incident']> {
  const { wamid, status } = report
  // With a single attempt the state already says that it arrived.
  const isOnlyAttempt = row.attempts <= 1
  const arrived = isOnlyAttempt && hasArrived(row.state) ? [wamid] : (row.arrived_wamids ?? [])
  const { adds, contradicts } = updateEnd({ arrived, failed: Object.keys(readFailures(row)) }, wamid, status)
  if (adds === 'arrived' && !isOnlyAttempt) await addArrivedMessage(tx, row.user_id, row.id, wamid)
  if (adds === 'failed' && failure) await addFailedMessage(tx, row.user_id, row.id, wamid, failure.reason)
  if (!contradicts || row.incident !== null) return null
  await recordIncident(tx, row.user_id, row.id, 'delivered_and_failed')
  return 'delivered_and_failed'
}

const Key = z.object({ userId: z.uuid(), deliveryId: z.uuid() })

const toKey = (report: StatusReport): DeliveryKey | null => Key.safeParse(report).data ?? null

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

/** A message id belongs to one delivery forever, whatever the report's callback data says. */
async function belongsToAnother(tx: Tx, row: DeliveryRow, report: StatusReport): Promise<boolean> {
  if (row.wamid === report.wamid) return false
  const owner = await findByWamid(tx, report.wamid)
  return owner !== null && (owner.userId !== row.user_id || owner.deliveryId !== row.id)
}

/** `failed` and `sent` are about one attempt only and must not affect a newer one. Arrivals always count. */
async function isOutdated(tx: Tx, row: DeliveryRow, report: StatusReport): Promise<boolean> {
  if (report.status === 'delivered' || report.status === 'read') return false
  const attempt = await findAttempt(tx, row.user_id, row.id, report.wamid)
  if (report.status === 'sent') return attempt !== null && attempt.started_at < row.since
  if (stateRank(row.state) < stateRank('sending')) return true
  if (attempt) return attempt.n < row.attempts
  // With several attempts, only the send response tells which one a message belongs to; it then looks up this failure (change.ts).
  return row.attempts > 1 || (row.wamid !== null && row.wamid !== report.wamid)
}

function toChange(row: DeliveryRow, report: StatusReport, reason: string | null, now: Date): DeliveryChange {
  const state = advance(row.state, report.status)
  // After a failed announcement its lane continues too: the emails it named must be announced again.
  const wakesLane = stateRank(row.state) < stateRank('accepted') || (row.kind === 'announcement' && state === 'failed')
  return {
    ...unchanged(row),
    after: { state, reason: state === row.state ? row.reason : state === 'failed' ? reason : null },
    dueAt: null,
    wamid: row.wamid ?? report.wamid,
    times: addTime(readTimes(row), report.status, report.at, state),
    attempt: row.state === 'sending' || row.state === 'unknown' ? echoedAttempt(row, report.wamid) : null,
    lane: wakesLane ? { nextAt: now, lease: null, blockedUntil: null } : null,
  }
}

/** The echo of a lost response: the attempt succeeded. With several attempts, it may have been an older one. */
const echoedAttempt = ({ attempts }: DeliveryRow, wamid: string): DeliveryChange['attempt'] => ({
  ...{ n: attempts, outcome: 'sent', reason: null },
  wamid: attempts === 1 ? wamid : null,
})

function addTime(times: Times, event: DeliveryEvent, at: Date, state: State): Times {
  const accepted = recordTime(times, 'accepted', at)
  return event === 'failed' && state !== 'failed' ? accepted : recordTime(accepted, event, at)
}

const isSameTimes = (a: Times, b: Times): boolean => JSON.stringify(a) === JSON.stringify(b)

async function updatePhone(tx: Tx, row: DeliveryRow, failure: Failure, report: StatusReport, deps: StatusDeps): Promise<void> {
  if (failure.reason === 'window_closed') await closeWindow(tx, row.user_id, row.destination_id, report.at)
  else await updateReachability(tx, row.user_id, row.destination_id, failure.stopsPhone, deps.unreachableAfter, deps.now)
}
