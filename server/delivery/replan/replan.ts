// Handles undelivered emails once a minute: marks them late, sends them again, or uses the fallback.
import { z } from 'zod/mini'
import { Fallback } from '../../../core/delivery/fallback.ts'
import { decideReplan, type Replan } from '../../../core/delivery/replan.ts'
import { immediately } from '../../../core/delivery/schedule.ts'
import { isReplanGivenUp } from '../../../core/delivery/set-aside.ts'
import { mayCancel } from '../../../core/delivery/states.ts'
import { RedactionRules } from '../../../core/filters/redact/redact.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { retryTransaction } from '../../foundation/db/retry-transaction.ts'
import { trySeparately } from '../../foundation/db/savepoint.ts'
import { countFailure, setAside } from '../../foundation/db/set-aside.ts'
import type { Log } from '../../foundation/log.ts'
import { newId } from '../../foundation/seal.ts'
import { endDelivery } from '../outcomes/close.ts'
import { type OnFinal, writeChanges } from '../outcomes/queue.ts'
import { enqueue, existingPairs } from '../queue.ts'
import { type ResendDeps, scheduleWithinAllowance, sendAgain } from '../resend.ts'
import { getDestination } from '../store.ts'
import { markUndelivered, takeUndelivered, type UndeliveredRow } from './owners.ts'

/** An email to send to the user as an email. `phone`: the name of the phone that did not get it. */
export interface UndeliveredEmail {
  messageId: string
  filterId: string | null
  redact: RedactionRules | null
  phone: string
}

export interface ReplanDeps extends ResendDeps {
  log: Pick<Log, 'error'>
  onFinal: OnFinal
  /** Queues system emails about these in the transaction; false if the user has no address. */
  sendByEmail(tx: Tx, userId: string, emails: UndeliveredEmail[]): Promise<boolean>
  overdueAfterMs: number
}

const batchSize = 200
/** A fallback set later still applies to what failed within a day. */
const failedWithinMs = 24 * 3_600_000

/** Handles every email it finds, so the next batch finds others. Safe on several hosts at once. */
export async function replanDeliveries(db: Db, now: Date, deps: ReplanDeps): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const query = { now, overdueBefore: before(deps.overdueAfterMs), failedSince: before(failedWithinMs) }
  for (let isMore = true; isMore; ) {
    isMore = await retryTransaction(db, async tx => {
      const rows = await takeUndelivered(tx, query, batchSize)
      let failed = 0
      for (const [userId, userRows] of Map.groupBy(rows, row => row.user_id))
        failed += await replanSeparately(tx, userId, userRows, now, deps)
      // What failed would be found again at once.
      return rows.length === batchSize && failed === 0
    })
  }
}

/** One that fails holds up nobody else: the emails of its user are handled one by one, and it is set aside after an hour. Returns how many failed. */
async function replanSeparately(tx: Tx, userId: string, rows: UndeliveredRow[], now: Date, deps: ReplanDeps): Promise<number> {
  if (!(await trySeparately(tx, () => replanFor(tx, userId, rows, now, deps)))) return 0
  let failed = 0
  for (const row of rows) {
    const failure = await trySeparately(tx, () => replanFor(tx, userId, [row], now, deps))
    if (!failure) continue
    failed++
    await recordFailure(tx, userId, row.id, failure.error, now, deps)
  }
  return failed
}

async function recordFailure(tx: Tx, userId: string, id: string, error: unknown, now: Date, { log }: ReplanDeps): Promise<void> {
  const item = { kind: 'delivery' as const, id }
  if (!isReplanGivenUp(await countFailure(tx, item, error, now), now)) return
  await markUndelivered(tx, userId, [id], 'nowhere', now)
  await setAside({ db: tx, log }, item, error, now)
}

type PlannedRow = Replan & { row: UndeliveredRow }

async function replanFor(tx: Tx, userId: string, rows: UndeliveredRow[], now: Date, deps: ReplanDeps): Promise<void> {
  const plans = rows.map(row => ({ row, ...toPlan(row, now) }))
  const late = plans.filter(one => one.action === 'mark_late').map(one => one.row.id)
  await markUndelivered(tx, userId, late, null, now)
  const byFallback = Map.groupBy(plans.filter(usesFallback), one => (one.fallback.kind === 'mail' ? 'mail' : one.fallback.id))
  for (const [target, affected] of byFallback) {
    const fallbackRows = affected.map(one => one.row)
    if (target === 'mail') await sendByEmail(tx, userId, fallbackRows, now, deps)
    else await sendToPhone(tx, userId, fallbackRows, target, now, deps)
  }
  for (const { row } of plans.filter(one => one.action === 'retry')) {
    if ((await sendAgain(tx, userId, row.id, now, deps, 'own')) !== 'queued') await markUndelivered(tx, userId, [row.id], 'nowhere', now)
  }
}

const toPlan = ({ state, reason, attempts, updated_at, fallback }: UndeliveredRow, now: Date): Replan =>
  decideReplan({ state, reason, attempts, changedAt: updated_at, fallback: z.nullable(Fallback).parse(fallback) }, now)

const usesFallback = (one: PlannedRow): one is PlannedRow & { action: 'use_fallback' } => one.action === 'use_fallback'

async function sendByEmail(tx: Tx, userId: string, rows: UndeliveredRow[], now: Date, deps: ReplanDeps): Promise<void> {
  const emails = rows.map(row => ({
    messageId: row.message_id,
    filterId: row.filter_id,
    redact: readRedact(row),
    phone: row.destination_name,
  }))
  if (await deps.sendByEmail(tx, userId, emails)) await afterFallback(tx, userId, rows, 'mail', now, deps)
  else await markUndelivered(tx, userId, idsOf(rows), 'nowhere', now)
}

/** Skips emails already sent to that phone; a phone that cannot receive itself is no fallback. */
async function sendToPhone(
  tx: Tx,
  userId: string,
  rows: UndeliveredRow[],
  destinationId: string,
  now: Date,
  deps: ReplanDeps,
): Promise<void> {
  const destination = await getDestination(tx, userId, destinationId)
  const existing = await existingPairs(tx, userId, [...new Set(rows.map(row => row.message_id))])
  const fresh = destination?.state === 'linked' ? rows.filter(row => !existing.has(`${row.message_id} ${destinationId}`)) : []
  const schedules = fresh.map(row => ({ ...immediately, urgent: row.urgent, forDigest: row.for_digest }))
  const counted = await scheduleWithinAllowance(tx, userId, schedules, now, deps)
  const deliveries = fresh.map((row, i) => ({
    ...{ id: newId(now), messageId: row.message_id, filterId: row.filter_id, destinationId },
    ...{ redact: readRedact(row), show: row.show, files: row.files },
    ...{ ...counted[i], usageMonth: counted[i]?.usageMonth ?? null },
  }))
  const enqueued = new Set(await enqueue(tx, userId, deliveries, now))
  for (const { id, usageMonth } of deliveries)
    if (usageMonth !== null && !enqueued.has(id)) await deps.onFinal(tx, userId, usageMonth, 'unused')
  const sent = fresh.filter((_, i) => enqueued.has(deliveries[i]?.id ?? ''))
  await afterFallback(tx, userId, sent, 'destination', now, deps)
  await markUndelivered(tx, userId, idsOf(rows.filter(row => !sent.includes(row))), 'nowhere', now)
}

/** Cancels what waited for an unreachable phone; what WhatsApp has accepted or announced may still arrive. */
async function afterFallback(
  tx: Tx,
  userId: string,
  rows: UndeliveredRow[],
  fallback: 'destination' | 'mail',
  now: Date,
  deps: ReplanDeps,
): Promise<void> {
  await markUndelivered(tx, userId, idsOf(rows), fallback, now)
  const waiting = rows.filter(row => row.destination_state === 'unreachable' && mayCancel(row.state))
  const ends = waiting.map(row => endDelivery(row, { state: 'cancelled', reason: 'replaced' }, now))
  await writeChanges(tx, ends, now, deps.onFinal)
}

const readRedact = ({ redact }: UndeliveredRow): RedactionRules | null => z.nullable(RedactionRules).parse(redact)

const idsOf = (rows: UndeliveredRow[]): string[] => rows.map(row => row.id)
