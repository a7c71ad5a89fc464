// SQL for blocked networks.
import { sql } from 'kysely'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'

export type BlockedAddress = Row<'blocked_addresses'>

/** The blocks that have not ended. */
export function readBlocks(db: Db, now: Date): Promise<Pick<BlockedAddress, 'network' | 'ends_at'>[]> {
  return db
    .selectFrom('blocked_addresses')
    .select(['network', 'ends_at'])
    .where(e => e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]))
    .execute()
}

/** All blocks, also those that have ended, by network. */
export const listBlocks = (db: Db): Promise<Pick<BlockedAddress, 'id' | 'network'>[]> =>
  db.selectFrom('blocked_addresses').select(['id', 'network']).orderBy('network').execute()

/**
 * Changes whenever a row is added, changed or deleted, whichever commits first; cheaper than reading all blocks. The sum, because the
 * newest transaction may commit before an older one.
 */
export async function readBlocksVersion(db: Db): Promise<string> {
  const { count, changes } = await db
    .selectFrom('blocked_addresses')
    .select(e => [e.fn.countAll<string>().as('count'), sql<string>`coalesce(sum(xmin::text::bigint), 0)`.as('changes')])
    .executeTakeFirstOrThrow()
  return `${count} ${changes}`
}

/** Null if the network is already blocked. An ended block of the same network is replaced. */
export async function insertBlock(tx: Tx, block: NewRow<'blocked_addresses'>, now: Date): Promise<BlockedAddress | null> {
  await tx.deleteFrom('blocked_addresses').where('network', '=', block.network).where('ends_at', '<=', now).execute()
  const inserted = tx
    .insertInto('blocked_addresses')
    .values(block)
    .onConflict(c => c.column('network').doNothing())
  return (await inserted.returningAll().executeTakeFirst()) ?? null
}

/** Returns the network that was blocked; null if there is no such block. */
export async function deleteBlock(tx: Tx, id: string): Promise<BlockedAddress | null> {
  return (await tx.deleteFrom('blocked_addresses').where('id', '=', id).returningAll().executeTakeFirst()) ?? null
}

/** Deletes blocks that ended before `before`. */
export async function sweepBlocks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('blocked_addresses').where('ends_at', '<', before).execute()
}
