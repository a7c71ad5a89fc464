// SQL for what one owner may do: the usage counter together with the subscription and the limits that apply.
import { sql } from 'kysely'
import { ownerOf } from '../../core/plans/subscription.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { type AllowanceFacts, type FactsRow, factsOf, toFacts } from './allowance-owners.ts'

/** Locks the owner's counter of the month, so that two batches never reserve the same deliveries. */
export async function lockAllowanceFacts(tx: Tx, userId: string, month: string): Promise<AllowanceFacts> {
  const owner = ownerOf(userId)
  const { rows } = await sql<FactsRow>`
    with counter as (
      insert into usage (owner_id, month) values (${owner}, ${month})
      on conflict (owner_id, month) do update set reserved = usage.reserved
      returning owner_id, reserved, delivered, returned
    )
    ${factsOf(sql`counter`)}`.execute(tx)
  return toFacts(rows[0])
}

export async function readAllowanceFacts(db: Db, userId: string, month: string): Promise<AllowanceFacts> {
  const owner = ownerOf(userId)
  const { rows } = await sql<FactsRow>`
    with counter as (
      select o.owner_id, coalesce(reserved, 0) as reserved, coalesce(delivered, 0) as delivered, coalesce(returned, 0) as returned
      from (select ${owner}::uuid as owner_id) o left join usage u on u.owner_id = o.owner_id and u.month = ${month}
    )
    ${factsOf(sql`counter`)}`.execute(db)
  return toFacts(rows[0])
}
