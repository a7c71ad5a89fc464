// Seals new rows of the log: each gets an entry in the chain, in batches, one host at a time.
import type { Tx } from '../../foundation/db/pool.ts'
import { type ChainEnds, digestRow, hashEntry, subjectOf } from './digests.ts'
import { type ChainDeps, lockEnds, writeEnds } from './ends-owners.ts'
import { type HashedEntry, insertEntries, lockUnsealed, markSealed, type UnsealedRow } from './entries-owners.ts'
import type { LogKey } from './keys-owners.ts'

const batchRows = 2000
/** A row this much older than the last complete run was inserted by hand: no transaction that logs takes so long. */
export const lateAfterMs = 15 * 60_000

/** Seals all committed rows; returns how many. */
export async function sealLogs(deps: ChainDeps, atMost = batchRows): Promise<number> {
  // Taken before rows are read: anything logged later may not be among them.
  const now = deps.now()
  let sealed = 0
  for (let after: string | null = null; ; ) {
    const batch: SealedBatch = await deps.db.transaction().execute(tx => sealBatch(tx, deps, now, { after, atMost }))
    sealed += batch.rows
    if (batch.rows < atMost) return sealed
    after = batch.last
  }
}

interface SealedBatch {
  rows: number
  last: string | null
}

async function sealBatch(
  tx: Tx,
  { keys }: ChainDeps,
  now: Date,
  { after, atMost }: { after: string | null; atMost: number },
): Promise<SealedBatch> {
  const ends = await lockEnds(tx, keys, now)
  const rows = await lockUnsealed(tx, after, atMost)
  const entries = chainRows(ends, await keys.current(tx, now), now, rows)
  await insertEntries(tx, entries)
  await markSealed(
    tx,
    rows.map(row => row.id),
  )
  const last = entries.at(-1)
  const drainedAt = rows.length < atMost ? now : ends.drainedAt
  await writeEnds(tx, keys, { ...ends, ...(last && { position: last.position, hash: last.hash }), drainedAt }, now)
  return { rows: rows.length, last: rows.at(-1)?.id ?? null }
}

/** The entries of new rows, each with the hash that covers it and the one before. */
function chainRows(ends: ChainEnds, { id, key }: LogKey, now: Date, rows: readonly UnsealedRow[]): HashedEntry[] {
  let previous = ends.hash
  const lateBefore = ends.drainedAt ? ends.drainedAt.getTime() - lateAfterMs : Number.NEGATIVE_INFINITY
  const unsealed = rows.filter(row => !row.has_entry)
  return unsealed.map((row, index) => {
    const loggedAt = new Date(row.created_at)
    const entry = {
      position: ends.position + index + 1,
      logId: row.id,
      subject: row.user_id === null ? null : subjectOf(row.user_id),
      loggedAt,
      isLate: loggedAt.getTime() < lateBefore,
      sealedAt: now,
      digest: digestRow(row),
      keyId: id,
    }
    previous = hashEntry(key, previous, entry)
    return { ...entry, hash: previous }
  })
}
