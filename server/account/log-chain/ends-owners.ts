// SQL for the row with both ends of the log's chain, which is locked while the chain grows or shrinks.
import { sql } from 'kysely'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { type ChainEnds, firstHash, signEnds } from './digests.ts'
import { hasLogKeys, type LogKeys } from './keys-owners.ts'

export interface ChainDeps {
  db: Db
  keys: LogKeys
  now(): Date
}

export const toEnds = (row: Row<'log_chain_ends'>): ChainEnds => ({
  position: Number(row.position),
  hash: row.hash,
  drainedAt: row.drained_at,
  keptFrom: row.kept_from,
  startPosition: Number(row.start_position),
  startHash: row.start_hash,
})

export const readEnds = (db: Db): Promise<Row<'log_chain_ends'> | undefined> =>
  db.selectFrom('log_chain_ends').selectAll().executeTakeFirst()

/** Whether the signature of the ends is ours. */
export async function areEndsAuthentic(db: Db, keys: LogKeys, row: Row<'log_chain_ends'>): Promise<boolean> {
  const key = await keys.find(db, row.key_id)
  return key !== null && signEnds(key, toEnds(row)).equals(row.mac)
}

/** Locks the ends until the transaction ends, and begins the chain where there is none. Throws when they were changed by hand. */
export async function lockEnds(tx: Tx, keys: LogKeys, now: Date): Promise<ChainEnds> {
  const locked = tx.selectFrom('log_chain_ends').selectAll().forUpdate()
  const row = await locked.executeTakeFirst()
  if (!row) {
    await beginChain(tx, keys, now)
    return toEnds(await locked.executeTakeFirstOrThrow())
  }
  // Signing them again would hide the change.
  if (!(await areEndsAuthentic(tx, keys, row)))
    throw new Error('The end of the log’s chain was changed by hand, so no new entries are sealed. Run: npm run admin -- log verify')
  return toEnds(row)
}

export async function writeEnds(tx: Tx, keys: LogKeys, ends: ChainEnds, now: Date): Promise<void> {
  await tx
    .updateTable('log_chain_ends')
    .set(await toRow(tx, keys, ends, now))
    .execute()
}

async function beginChain(tx: Tx, keys: LogKeys, now: Date): Promise<void> {
  // A lock that other hosts wait for: otherwise two that start at once would each make a key.
  await sql`lock table log_keys in share row exclusive mode`.execute(tx)
  if (await readEnds(tx)) return
  if (await hasLogKeys(tx))
    throw new Error('The end of the log’s chain is missing, so no new entries are sealed. Run: npm run admin -- log verify')
  const ends = { position: 0, hash: firstHash, drainedAt: null, keptFrom: null, startPosition: 0, startHash: firstHash }
  await tx
    .insertInto('log_chain_ends')
    .values(await toRow(tx, keys, ends, now))
    .execute()
}

async function toRow(tx: Tx, keys: LogKeys, ends: ChainEnds, now: Date) {
  const { id, key } = await keys.current(tx, now)
  return {
    position: ends.position,
    hash: ends.hash,
    drained_at: ends.drainedAt,
    kept_from: ends.keptFrom,
    start_position: ends.startPosition,
    start_hash: ends.startHash,
    key_id: id,
    mac: signEnds(key, ends),
  }
}
