// Takes what the messenger reports of a message: late, twice, in any order, and sometimes before its own answer.
import { z } from 'zod/mini'
import { tellEnd } from '../../../core/delivery/ends.ts'
import { hasArrived } from '../../../core/delivery/settling.ts'
import { advance, type DeliveryEvent, rank, type State } from '../../../core/delivery/states.ts'
import { stamp, type Times } from '../../../core/delivery/times.ts'
import type { Tx } from '../../db/pool.ts'
import { destinationOf, findByWamid, lockDestinations } from '../owners.ts'
import { attemptOfWamid, closeWindow, noteArrived, noteFailed, noteFailures, noteIncident, notePrice } from '../store.ts'
import { failuresOf, timesOf, unchanged, withMembers } from './change.ts'
import { type Change, type DeliveryKey, type DeliveryRow, lockWithMembers, type OnFinal, writeChanges } from './queue.ts'

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

export interface StatusParts {
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
export async function takeStatus(tx: Tx, report: StatusReport, parts: StatusParts): Promise<StatusTaken | null> {
  const key = keyOf(report) ?? (await findByWamid(tx, report.wamid))
  if (!key) return null
  const failure = report.status === 'failed' ? failureOf(report, parts) : null
  const destinationId = failure?.isAboutPhone ? await destinationOf(tx, key.userId, key.deliveryId) : null
  if (destinationId) await lockDestinations(tx, [{ userId: key.userId, destinationId }])
  const { rows, members } = await lockWithMembers(tx, [key], report.status === 'failed')
  const [row] = rows
  if (!row || (await isOfAnother(tx, row, report))) return null
  if (report.price) await notePrice(tx, row.user_id, row.id, { wamid: report.wamid, ...report.price })
  const incident = await noteEnds(tx, row, report, failure)
  if (await isOutdated(tx, row, report)) return incident && { ...key, state: row.state, incident }
  const change = changeBy(row, report, failure?.reason ?? null, parts.now)
  const tellsNew = change.after.state !== row.state || !isSameTimes(change.times, timesOf(row))
  if (tellsNew) await writeChanges(tx, withMembers(change, members, false), parts.now, parts.onFinal)
  if (tellsNew && destinationId && failure && change.after.state === 'failed') await tellPhone(tx, row, failure, report, parts)
  return tellsNew || incident ? { ...key, state: change.after.state, incident } : null
}

/** An older try speaks too, and what is told of it late is no news but of this. Null unless both ends are told for the first time. */
async function noteEnds(tx: Tx, row: DeliveryRow, report: StatusReport, failure: Failure | null): Promise<StatusTaken['incident']> {
  const { wamid, status } = report
  // Of a single try the state says that it arrived, and nothing more is written of the many.
  const isOnly = row.attempts <= 1
  const arrived = isOnly && hasArrived(row.state) ? [wamid] : (row.arrived_wamids ?? [])
  const { adds, contradicts } = tellEnd({ arrived, failed: Object.keys(failuresOf(row)) }, wamid, status)
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

function failureOf(report: StatusReport, parts: StatusParts): Failure {
  if (!report.error) return { reason: 'failed_later', stopsPhone: false, isAboutPhone: false }
  const { reason, stop } = parts.failureOf(report.error.code)
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

function changeBy(row: DeliveryRow, report: StatusReport, reason: string | null, now: Date): Change {
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
const echoedAttempt = ({ attempts }: DeliveryRow, wamid: string): Change['attempt'] => ({
  ...{ n: attempts, outcome: 'sent', reason: null },
  wamid: attempts === 1 ? wamid : null,
})

function timesBy(times: Times, event: DeliveryEvent, at: Date, state: State): Times {
  const accepted = stamp(times, 'accepted', at)
  return event === 'failed' && state !== 'failed' ? accepted : stamp(accepted, event, at)
}

const isSameTimes = (a: Times, b: Times): boolean => JSON.stringify(a) === JSON.stringify(b)

async function tellPhone(tx: Tx, row: DeliveryRow, failure: Failure, report: StatusReport, parts: StatusParts): Promise<void> {
  if (failure.reason === 'window_closed') await closeWindow(tx, row.user_id, row.destination_id, report.at)
  else await noteFailures(tx, row.user_id, row.destination_id, failure.stopsPhone, parts.unreachableAfter, parts.now)
}
