// Claims the pending sign-in that a callback belongs to, and leases the renewal of tokens to one host.
import { sql } from 'kysely'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'

/** Claims a state's sign-in, once; undefined when there is none or it has expired. */
export async function takeSignIn(db: Db, stateHash: Buffer, now: Date): Promise<Row<'mailbox_sign_ins'> | undefined> {
  const taken = await db.deleteFrom('mailbox_sign_ins').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()
  return taken && taken.expires_at > now ? taken : undefined
}

/** Deletes sign-ins that were never completed. */
export async function dropOldSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mailbox_sign_ins').where('expires_at', '<', now).execute()
}

/** Mailboxes whose tokens are due to be renewed ahead of time, of those that are watched; none of them before `until` again. */
export async function takeDueRenewals(
  db: Db,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<{ userId: string; mailboxId: string }[]> {
  const { rows } = await sql<{ user_id: string; mailbox_id: string }>`
    update mailbox_token_locks l set renew_at = ${until}
    from (
      select t.user_id, t.mailbox_id from mailbox_token_locks t
      where t.renew_at <= ${now} and exists (
        select from mailboxes m where m.user_id = t.user_id and m.id = t.mailbox_id and m.state in ('connecting', 'live', 'waiting'))
      order by t.renew_at limit ${most} for update of t skip locked) due
    where l.user_id = due.user_id and l.mailbox_id = due.mailbox_id
    returning l.user_id, l.mailbox_id`.execute(db)
  return rows.map(row => ({ userId: row.user_id, mailboxId: row.mailbox_id }))
}

/** Longer than a request waits for its turn and for the provider. */
const renewalLeaseSeconds = 60

/** Takes the lease for a renewal and returns its number; `busy` while another host has it, null when there are no tokens. */
export async function beginRenewal(db: Db, userId: string, mailboxId: string): Promise<{ renewal: string } | 'busy' | null> {
  const { rows } = await sql<{ renewal: string }>`
    update mailbox_token_locks set renewing_until = now() + make_interval(secs => ${renewalLeaseSeconds}), renewal = renewal + 1
    where user_id = ${userId} and mailbox_id = ${mailboxId} and (renewing_until is null or renewing_until <= now())
    returning renewal`.execute(db)
  if (rows[0]) return { renewal: rows[0].renewal }
  const known = await db
    .selectFrom('mailbox_token_locks')
    .select('mailbox_id')
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return known ? 'busy' : null
}

/** Gives the lease back with what it brought; false when it was lost meanwhile, and nothing is saved. */
export async function endRenewal(
  db: Db,
  userId: string,
  mailboxId: string,
  renewal: string,
  { secret, renewAt }: { secret: Buffer | null; renewAt: Date | null },
): Promise<boolean> {
  const work = async (tx: Db) => {
    const ended = await tx
      .updateTable('mailbox_token_locks')
      .set({ renewing_until: null, renew_at: renewAt })
      .where('user_id', '=', userId)
      .where('mailbox_id', '=', mailboxId)
      .where('renewal', '=', renewal)
      .executeTakeFirst()
    if (ended.numUpdatedRows !== 1n) return false
    // The lease of the host that watches the mailbox stays.
    if (secret) await tx.updateTable('mailboxes').set({ secret }).where('user_id', '=', userId).where('id', '=', mailboxId).execute()
    return true
  }
  return db.transaction().execute(work)
}
