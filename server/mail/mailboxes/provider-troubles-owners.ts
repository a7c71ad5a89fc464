// SQL for refusals across all mailboxes of a provider, which all hosts share: who was refused lately, and who is in trouble.
import { sql } from 'kysely'
import { isInTrouble, type ProviderRefusals, refusalsCountMs } from '../../../core/mailbox/provider-trouble.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { LeaseLost, type WatchLease } from './store.ts'

export interface ProviderTrouble {
  /** The host name of its mail server, in lower case. */
  server: string
  since: Date
}

/** What did not work lately has a problem of its own. */
const workedWithinMs = 2 * 86_400_000

/** The first is in trouble for the longest time. */
export function listProviderTroubles(db: Db): Promise<ProviderTrouble[]> {
  return db.selectFrom('mail_provider_troubles').selectAll().orderBy('since').execute()
}

/** Since when the provider is in trouble; null if it is not, as far as we know. */
export async function readProviderTrouble(db: Db, server: string): Promise<Date | null> {
  const row = await db.selectFrom('mail_provider_troubles').select('since').where('server', '=', server).executeTakeFirst()
  return row?.since ?? null
}

/** Throws LeaseLost. `setMailboxState` forgets the refusal when the mailbox is live again. */
export async function noteRefusal(db: Db, userId: string, { id, leaseToken }: WatchLease, now: Date): Promise<void> {
  const noted = await db
    .updateTable('mailboxes')
    .set({ refused_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('lease_token', '=', String(leaseToken))
    .executeTakeFirst()
  if (noted.numUpdatedRows !== 1n) throw new LeaseLost('Another host watches the mailbox, or its settings have changed.')
}

/**
 * Judges a provider anew. Of several hosts that do so at once, one begins or ends the trouble. What was refused when it begins
 * waits from now on, even if its user was to act.
 */
export async function judgeProvider(db: Db, server: string, now: Date): Promise<'begun' | 'ended' | null> {
  const known = await readProviderTrouble(db, server)
  const seen = await countRefusals(db, server, now)
  const isBad = isInTrouble(known !== null, seen)
  if (isBad === (known !== null)) return null
  return isBad ? beginTrouble(db, server, seen.since ?? now, now) : endTrouble(db, server)
}

async function countRefusals(db: Db, server: string, now: Date): Promise<ProviderRefusals & { since: Date | null }> {
  const [from, workedFrom] = [new Date(now.getTime() - refusalsCountMs), new Date(now.getTime() - workedWithinMs)]
  const { rows } = await sql<{ refused: number; users: number; since: Date | null }>`
    select count(*)::int as refused, count(distinct user_id)::int as users, min(refused_at) as since from mailboxes
    where kind = 'imap' and lower(settings ->> 'host') = ${server} and refused_at > ${from} and last_alive_at > ${workedFrom}
      and state <> 'paused'`.execute(db)
  const { refused, users, since } = rows[0] ?? { refused: 0, users: 0, since: null }
  // More than this many can't change the decision, and a large provider has very many.
  const enough = refused * 10 + 1
  const { rows: all } = await sql<{ mailboxes: number }>`
    select count(*)::int as mailboxes from (
      select from mailboxes where kind = 'imap' and lower(settings ->> 'host') = ${server} and last_alive_at > ${workedFrom} and state <> 'paused'
      limit ${enough}) counted`.execute(db)
  return { refused, users, since, mailboxes: all[0]?.mailboxes ?? 0 }
}

function beginTrouble(db: Db, server: string, since: Date, now: Date): Promise<'begun' | null> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql`
      insert into mail_provider_troubles (server, since) values (${server}, ${since}) on conflict do nothing returning server`.execute(tx)
    if (rows.length === 0) return null
    await sql`
      update mailboxes set state = 'waiting', reason = 'provider_trouble', retry_at = null, retries = 0
      where (user_id, id) in (
        select user_id, id from mailboxes
        where kind = 'imap' and lower(settings ->> 'host') = ${server} and refused_at > ${new Date(now.getTime() - refusalsCountMs)}
          and state in ('waiting', 'needs_you')
        for update skip locked)`.execute(tx)
    return 'begun'
  })
}

async function endTrouble(db: Db, server: string): Promise<'ended' | null> {
  const ended = await db.deleteFrom('mail_provider_troubles').where('server', '=', server).executeTakeFirst()
  return ended.numDeletedRows > 0n ? 'ended' : null
}
