// Gives the messages of users whose retention changed new dates of erasure, in batches.
import { sql } from 'kysely'
import type { Db, Tx } from '../../foundation/db/pool.ts'

/** Messages that are being saved meanwhile may still get the old date: the change is applied again until none is. */
const inFlightMs = 15 * 60_000
const batchSize = 1000

/** Called in the transaction that changes a user's retention. */
export async function recordRetentionChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('retention_changes')
    .values({ user_id: userId, at: now })
    .onConflict(c => c.column('user_id').doUpdateSet({ at: now }))
    .execute()
}

/**
 * Finds users without a retention of their own whose messages do not follow the default, because the operator changed it.
 * Their newest message tells.
 */
export async function recordDefaultChange(db: Db, now: Date, defaultDays: number): Promise<void> {
  await sql`
    insert into retention_changes (user_id, at)
    select u.id, ${now} from users u
    cross join lateral (select arrived_at, erase_at, erased_at from messages where user_id = u.id order by dated_at desc limit 1) m
    where not exists (select from settings s where s.user_id = u.id)
      and m.erased_at is null and m.erase_at <> m.arrived_at + greatest(${defaultDays}::int, 1) * interval '24 hours'
    on conflict do nothing`.execute(db)
}

/** `defaultDays` applies to users without settings. Each batch is a transaction of its own, so nothing waits for it. */
export async function applyRetentionChanges(db: Db, now: Date, defaultDays: number): Promise<void> {
  const changes = await db.selectFrom('retention_changes').select(['user_id', 'at']).orderBy('at').limit(100).execute()
  for (const { user_id: userId, at } of changes) {
    await rescheduleErasure(db, userId, defaultDays)
    if (now.getTime() - at.getTime() > inFlightMs)
      await db.deleteFrom('retention_changes').where('user_id', '=', userId).where('at', '=', at).execute()
  }
}

async function rescheduleErasure(db: Db, userId: string, defaultDays: number): Promise<void> {
  const days = sql`greatest(coalesce((select s.retention_days from settings s where s.user_id = ${userId}), ${defaultDays}::int), 1)`
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ last: string | null; size: number }>`
      with batch as (
        select id, arrived_at + ${days} * interval '24 hours' as due from messages
        where user_id = ${userId} and id > ${after} order by id limit ${sql.lit(batchSize)}),
      moved as (
        update messages m set erase_at = b.due from batch b
        where m.user_id = ${userId} and m.id = b.id and m.erased_at is null and m.erase_at <> b.due)
      select count(*)::int as size, (array_agg(id order by id desc))[1] as last from batch`.execute(db)
    const [{ size, last } = { size: 0, last: null }] = rows
    if (size < batchSize || last === null) return
    after = last
  }
}
