// How the things of a person stand, as far as something of it may need them.
import { sql } from 'kysely'
import type { Facts, Mails } from '../../../core/notifications/needs.ts'
import type { Db } from '../../db/pool.ts'

export type Standing = Omit<Facts, 'usage'>

/** `missedSince`: what failed before is told no more. */
export async function standingOfThings(db: Db, userId: string, missedSince: Date): Promise<Standing> {
  const [mailboxes, phones, mails] = await Promise.all([mailboxesOf(db, userId), phonesOf(db, userId), mailsOf(db, userId, missedSince)])
  return { mailboxes, phones, ...mails }
}

async function mailboxesOf(db: Db, userId: string): Promise<Facts['mailboxes']> {
  const { rows } = await sql<Facts['mailboxes'][number]>`
    select id, address as name, state, coalesce(down_since, last_alive_at, created_at) as since from mailboxes
    where user_id = ${userId} and (state = 'needs_you' or (state = 'waiting' and down_since is not null))`.execute(db)
  return rows
}

/** Nobody keeps when a phone said STOP: it was after it spoke to us last. */
async function phonesOf(db: Db, userId: string): Promise<Facts['phones']> {
  const { rows } = await sql<Facts['phones'][number]>`
    select id, name, state, coalesce(case when state = 'unreachable' then unreachable_since end, last_inbound_at, created_at) as since
    from destinations where user_id = ${userId} and state <> 'linked'`.execute(db)
  return rows
}

async function mailsOf(db: Db, userId: string, missedSince: Date): Promise<Pick<Facts, 'withoutTemplate' | 'failed' | 'overAllowance'>> {
  const { rows } = await sql<{ what: string; count: number; at: Date }>`
    select case reason when 'no_template' then 'withoutTemplate' else 'overAllowance' end as what,
      count(distinct message_id)::int as count, min(created_at) as at
    from deliveries
    where user_id = ${userId} and state = 'held' and kind = 'mail' and reason in ('no_template', 'allowance_used')
    group by 1
    union all
    -- one that went another way instead is no loss
    select 'failed', count(distinct message_id)::int, max(coalesce(failed_at, updated_at)) from deliveries
    where user_id = ${userId} and state in ('failed', 'expired') and kind = 'mail' and updated_at >= ${missedSince}
      and coalesce(fell_back, 'nowhere') = 'nowhere'
    having count(*) > 0`.execute(db)
  const mails = (what: string): Mails | null => rows.find(row => row.what === what) ?? null
  return { withoutTemplate: mails('withoutTemplate'), failed: mails('failed'), overAllowance: mails('overAllowance') }
}
