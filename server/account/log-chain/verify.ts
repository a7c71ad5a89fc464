// Compares the whole log with its chain: changed, missing and inserted rows, and changes of the chain itself.
import type { LogVerification } from '../../../core/api/admin/logs.ts'
import { elapsed, yieldToEventLoop } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { type ChainEnds, digestRow, hashEntry, signErasure, signRedaction } from './digests.ts'
import { areEndsAuthentic, type ChainDeps, readEnds, toEnds } from './ends-owners.ts'
import { type EntryWithRow, listInserted, readEntries } from './entries-owners.ts'
import { listErasures } from './erasures-owners.ts'
import { type ChainCopy, type Comparison, type LogComparison, openComparison } from './findings.ts'
import { hasLogKeys, type LogKeys } from './keys-owners.ts'
import { listRedactions } from './redactions-owners.ts'
import { lateAfterMs } from './seal.ts'
import { keepVerification } from './verifications-owners.ts'

const batchEntries = 2000

export interface VerifyOptions {
  /** A checkpoint from the server's own log, which the chain must still contain. */
  copy?: ChainCopy | undefined
  /** Called after each batch with the number of entries compared so far, and of all entries. */
  onProgress?(checked: number, entries: number): void
  signal?: AbortSignal
}

/** Verifies the log and keeps the result; `actorId` is the staff user who asked. */
export async function verifyAndKeep(deps: ChainDeps, actorId: string | null, options: VerifyOptions = {}): Promise<LogVerification> {
  const begun = elapsed()
  const at = deps.now()
  const comparison = await verifyLogs(deps, options)
  return keepVerification(deps.db, comparison, { at, durationMs: Math.round(elapsed() - begun), actorId })
}

/** Reads one snapshot, so that changes in the meantime cause no findings. */
export const verifyLogs = ({ db, keys }: ChainDeps, options: VerifyOptions = {}): Promise<LogComparison> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(tx => compareAll(tx, keys, options))

async function compareAll(tx: Tx, keys: LogKeys, { copy, onProgress, signal }: VerifyOptions): Promise<LogComparison> {
  const comparison = openComparison(copy)
  const ends = await readTrustedEnds(tx, keys, comparison)
  const excuses = {
    ...{ keptFrom: ends.keptFrom, erased: await readErased(tx, keys, comparison), redacted: await readRedacted(tx, keys, comparison) },
  }
  let previous = { position: ends.startPosition, hash: ends.startHash }
  comparison.passes(previous)
  for (;;) {
    const batch = await readEntries(tx, previous.position, batchEntries)
    for (const found of batch) {
      await compareEntry(tx, keys, comparison, previous, found)
      compareRow(comparison, found, excuses)
      previous = { position: found.entry.position, hash: found.hash }
      comparison.passes(previous)
    }
    onProgress?.(comparison.result.entries, Math.max(ends.position - ends.startPosition, comparison.result.entries))
    signal?.throwIfAborted()
    if (batch.length < batchEntries) break
    await yieldToEventLoop()
  }
  if (previous.position < ends.position)
    comparison.add('entries_missing', { position: previous.position + 1, count: ends.position - previous.position })
  else if (previous.position > ends.position || !previous.hash.equals(ends.hash))
    comparison.add('end_changed', { position: previous.position })
  await findUnsealed(tx, comparison, ends)
  comparison.end(ends)
  return comparison.result
}

const noEnds: ChainEnds = {
  ...{ position: 0, hash: Buffer.alloc(32), drainedAt: null, keptFrom: null },
  ...{ startPosition: 0, startHash: Buffer.alloc(32) },
}

/** Changed ends still say where to look, but no longer explain missing rows. */
async function readTrustedEnds(tx: Tx, keys: LogKeys, comparison: Comparison): Promise<ChainEnds> {
  const row = await readEnds(tx)
  if (row) {
    if (await areEndsAuthentic(tx, keys, row)) return toEnds(row)
    comparison.add('end_changed', { position: Number(row.position) })
    return { ...toEnds(row), keptFrom: null }
  }
  // The key and the chain are created together, within a minute of the first start.
  if (await hasLogKeys(tx)) comparison.add('end_missing', {})
  return noEnds
}

async function readErased(tx: Tx, keys: LogKeys, comparison: Comparison): Promise<Set<string>> {
  const erased = new Set<string>()
  for (const { subject, erased_at, key_id, mac } of await listErasures(tx)) {
    const key = await keys.find(tx, key_id)
    if (key && signErasure(key, { subject, erasedAt: erased_at }).equals(mac)) erased.add(subject.toString('hex'))
    else comparison.add('erasure_changed', {})
  }
  return erased
}

/** By row, the digest of what is left of it. */
async function readRedacted(tx: Tx, keys: LogKeys, comparison: Comparison): Promise<Map<string, Buffer>> {
  const redacted = new Map<string, Buffer>()
  for (const { log_id: logId, digest, logged_at, key_id, mac } of await listRedactions(tx)) {
    const key = await keys.find(tx, key_id)
    if (key && signRedaction(key, { logId, digest, loggedAt: logged_at }).equals(mac)) redacted.set(logId, digest)
    else comparison.add('erasure_changed', { logId })
  }
  return redacted
}

interface Link {
  position: number
  hash: Buffer
}

async function compareEntry(tx: Tx, keys: LogKeys, comparison: Comparison, previous: Link, { entry, hash }: EntryWithRow): Promise<void> {
  const at = { position: entry.position, logId: entry.logId }
  comparison.result.entries++
  const skipped = entry.position - previous.position - 1
  if (skipped > 0) return comparison.add('entries_missing', { position: previous.position + 1, count: skipped })
  const key = await keys.find(tx, entry.keyId)
  if (!key) comparison.add('key_missing', at)
  else if (!hashEntry(key, previous.hash, entry).equals(hash)) comparison.add('entry_changed', at)
}

interface Excuses {
  keptFrom: Date | null
  erased: ReadonlySet<string>
  redacted: ReadonlyMap<string, Buffer>
}

function compareRow(comparison: Comparison, { entry, row }: EntryWithRow, { keptFrom, erased, redacted }: Excuses): void {
  const at = { position: entry.position, logId: entry.logId }
  if (row) {
    comparison.result.checked++
    const digest = digestRow(row)
    if (!digest.equals(entry.digest) && !redacted.get(entry.logId)?.equals(digest)) comparison.add('row_changed', at)
    if (entry.isLate) comparison.add('row_late', at)
    return
  }
  const isOver = keptFrom !== null && entry.loggedAt < keptFrom
  const isErased = entry.subject !== null && erased.has(entry.subject.toString('hex'))
  if (!isOver && !isErased) comparison.add('row_missing', at)
}

/** Rows without an entry. New rows are waiting for theirs; a row that claims to be sealed, or is too old to wait, was inserted by hand. */
async function findUnsealed(tx: Tx, comparison: Comparison, { drainedAt }: ChainEnds): Promise<void> {
  const lateBefore = drainedAt ? new Date(drainedAt.getTime() - lateAfterMs) : new Date(0)
  for (const logId of await listInserted(tx, lateBefore)) comparison.add('row_inserted', { logId })
}
