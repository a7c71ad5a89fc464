// Lets go what waits for the daily digest without allowance, as soon as there is allowance: one by one, in the order of arrival.

import { sql } from 'kysely'
import { z } from 'zod/mini'
import { type DeliverySchedule, immediately, resumeSchedule } from '../../core/delivery/schedule.ts'
import { state } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { retryTransaction } from '../foundation/db/retry-transaction.ts'
import { wakeLane } from './queue.ts'
import type { ResendDeps } from './resend.ts'

export interface ReleaseDeps extends ResendDeps {
  /** Those of these users whose next delivery would be granted. */
  whoMayDeliver(db: Db, userIds: string[], now: Date): Promise<string[]>
  onError(error: unknown): void
}

/** Before every id of a user. */
const firstId = '00000000-0000-0000-0000-000000000000'
const ownersAtOnce = 500
const batchSize = 100

/** Called every minute; returns how many deliveries were let go. Safe on several hosts at once. */
export async function releaseWithoutAllowance(db: Db, now: Date, deps: ReleaseDeps): Promise<number> {
  let released = 0
  for (let after = firstId; ; ) {
    const owners = await listOwners(db, after)
    // One user's trouble must not stop the others.
    for (const userId of await deps.whoMayDeliver(db, owners, now))
      released += await releaseForOwner(db, userId, now, deps).catch((error: unknown) => {
        deps.onError(error)
        return 0
      })
    if (owners.length < ownersAtOnce) return released
    after = owners.at(-1) ?? after
  }
}

/** At once for one user, e.g. after a payment. */
export async function releaseForOwner(db: Db, userId: string, now: Date, deps: ResendDeps): Promise<number> {
  for (let released = 0; ; ) {
    const batch = await retryTransaction(db, tx => releaseBatch(tx, userId, now, deps))
    released += batch
    if (batch < batchSize) return released
  }
}

/** Takes locks in the order of outcomes/queue.ts: deliveries, usage, lanes. */
async function releaseBatch(tx: Tx, userId: string, now: Date, { reserve, deliveryDefaultsOf }: ResendDeps): Promise<number> {
  const rows = await lockOldest(tx, userId, now)
  if (rows.length === 0) return 0
  const { month, granted } = await reserve(tx, userId, now, rows.length)
  const allowed = rows.slice(0, granted)
  if (allowed.length === 0) return 0
  const defaults = await deliveryDefaultsOf(tx, userId)
  const resumed = allowed.map(({ id, planned }) => ({ id, ...resumeSchedule(readPlanned(planned), defaults, now) }))
  await writeResumed(tx, userId, resumed, month, now)
  const destinations = new Set(allowed.map(row => row.destination_id))
  for (const destinationId of [...destinations].toSorted()) await wakeLane(tx, userId, destinationId, now)
  return allowed.length
}

interface WaitingForAllowance {
  id: string
  destination_id: string
  planned: unknown
}

const withoutAllowance = sql`state = ${state('held')} and reason in ('allowance_used', 'payment_failed')`

/** The oldest that are not due yet: what is due goes with the digest. In the order of arrival, locked in the order of their ids. */
async function lockOldest(tx: Tx, userId: string, now: Date): Promise<WaitingForAllowance[]> {
  const { rows } = await sql<WaitingForAllowance & { seq: string }>`
    select id, destination_id, planned, seq from deliveries
    where user_id = ${userId} and ${withoutAllowance} and wait_until > ${now} and id in (
      select id from deliveries where user_id = ${userId} and ${withoutAllowance} and wait_until > ${now} order by seq limit ${batchSize})
    order by id for update skip locked`.execute(tx)
  return rows.toSorted((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)))
}

async function writeResumed(tx: Tx, userId: string, resumed: (DeliverySchedule & { id: string })[], month: string, now: Date) {
  const items = resumed.map(({ id, urgent, waitUntil, waitReason, forDigest }) => ({
    ...{ id, urgent, wait_until: waitUntil, reason: waitReason, for_digest: forDigest },
  }))
  await sql`
    update deliveries d set state = case when r.wait_until is null then ${state('queued')} else ${state('held')} end, reason = r.reason,
      urgent = r.urgent, wait_until = r.wait_until, for_digest = r.for_digest, usage_month = ${month}, planned = null, due_at = null,
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as r (id uuid, urgent boolean, wait_until timestamptz, reason text, for_digest boolean)
    where d.user_id = ${userId} and d.id = r.id`.execute(tx)
}

/** The owners after `after` in the order of their ids: one look into the index for each, however much waits. */
async function listOwners(db: Db, after: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with recursive owner as (
      (select user_id from deliveries where ${withoutAllowance} and user_id > ${after} order by user_id limit 1)
      union all
      select (select d.user_id from deliveries d where ${withoutAllowance} and d.user_id > owner.user_id order by d.user_id limit 1)
      from owner where owner.user_id is not null
    )
    select user_id from owner where user_id is not null limit ${ownersAtOnce}`.execute(db)
  return rows.map(row => row.user_id)
}

const time = z.nullable(
  z.pipe(
    z.iso.datetime(),
    z.transform(at => new Date(at)),
  ),
)
const Planned = z.object({
  urgent: z.boolean(),
  waitUntil: time,
  waitReason: z.nullable(z.enum(['quiet', 'digest', 'folded'])),
  forDigest: z.boolean(),
})

/** Deliveries without a plan go as soon as their lane allows. */
const readPlanned = (planned: unknown): DeliverySchedule => (planned === null ? immediately : Planned.parse(planned))
