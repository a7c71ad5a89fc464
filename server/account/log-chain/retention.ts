// Deletes log rows past their retention period, and removes their entries from the chain so that it still verifies.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { sweepLogs } from '../owners.ts'
import { type ChainEnds, hashEntry } from './digests.ts'
import { type ChainDeps, lockEnds, writeEnds } from './ends-owners.ts'
import { deleteEntriesTo, readOldestEntries, toEntry } from './entries-owners.ts'
import { dropErasures } from './erasures-owners.ts'
import type { LogKeys } from './keys-owners.ts'
import { dropRedactions } from './redactions-owners.ts'
import { dropVerifications } from './verifications-owners.ts'

const batchEntries = 5000

export interface RetainedLogs {
  rows: number
  /** How many entries were removed from the chain. */
  entries: number
}

/** Deletes rows older than `before`, after signing that they may be missing. */
export async function retainLogs(deps: ChainDeps, before: Date): Promise<RetainedLogs> {
  const { db, keys } = deps
  await db.transaction().execute(async tx => {
    const ends = await lockEnds(tx, keys, deps.now())
    if (ends.keptFrom && ends.keptFrom >= before) return
    await writeEnds(tx, keys, { ...ends, keptFrom: before }, deps.now())
  })
  const rows = await sweepLogs(db, before)
  await dropVerifications(db, before)
  // All their rows are older than the signed time, which explains why they are gone.
  await dropErasures(db, before)
  await dropRedactions(db, before)
  for (let entries = 0; ; ) {
    const removed = await db.transaction().execute(tx => shortenChain(tx, keys, deps.now()))
    entries += removed
    if (removed < batchEntries) return { rows, entries }
  }
}

/** Removes the oldest entries that are past retention and unchanged; the chain then starts with the hash of the last one removed. */
async function shortenChain(tx: Tx, keys: LogKeys, now: Date): Promise<number> {
  const ends = await lockEnds(tx, keys, now)
  const removable = await findRemovable(tx, keys, ends, await readOldestEntries(tx, ends.startPosition, batchEntries))
  const last = removable.at(-1)
  if (!last) return 0
  await deleteEntriesTo(tx, last.position)
  await writeEnds(tx, keys, { ...ends, startPosition: Number(last.position), startHash: last.hash }, now)
  return removable.length
}

async function findRemovable(tx: Tx, keys: LogKeys, ends: ChainEnds, rows: Row<'log_chain'>[]): Promise<Row<'log_chain'>[]> {
  const removable: Row<'log_chain'>[] = []
  let previous = { position: ends.startPosition, hash: ends.startHash }
  for (const row of rows) {
    const entry = toEntry(row)
    const key = await keys.find(tx, row.key_id)
    const isOver = ends.keptFrom !== null && entry.loggedAt < ends.keptFrom
    const isIntact = entry.position === previous.position + 1 && key !== null && hashEntry(key, previous.hash, entry).equals(row.hash)
    if (!isOver || !isIntact) break
    removable.push(row)
    previous = { position: entry.position, hash: row.hash }
  }
  return removable
}
