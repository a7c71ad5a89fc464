// Hands emails to be kept; one that always fails is kept without its content, so that those behind it go on.
import { countFetch, type FetchTries, isGivenUp } from '../../../core/mailbox/missing.ts'
import { systemClock } from '../../foundation/clock.ts'
import { isDatabaseTrouble } from '../../foundation/db/connection-errors.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import { LeaseLost } from '../mailboxes/store.ts'
import { type Arrived, noContent } from '../parsing/arrived.ts'
import { splitMail } from '../parsing/raw.ts'

export interface KeepDeps {
  /** An email could not be kept, and is tried again. */
  onUnkept(arrived: Arrived, error: unknown): void
  /** An email always failed, and was kept without its content. */
  onSetAside(arrived: Arrived, error: unknown): Promise<void>
}

interface KeptBatch {
  kept: Arrived[]
  unkept: Arrived[]
}

type Keep = (batch: Arrived[]) => Promise<void>

/** Whether the failure may be the email's own: another host took over, or the database is in trouble, otherwise. */
const isOwnFailure = (error: unknown): boolean => !(error instanceof LeaseLost || isDatabaseTrouble(error))

/** Keeps them together or, if that fails, one by one. Throws where none of them is the cause. */
export async function keepBatch(deps: KeepDeps, folderSync: FolderSync, batch: Arrived[], keep: Keep): Promise<KeptBatch> {
  if (batch.length === 1) return keepEach(deps, folderSync, batch, keep)
  try {
    await keep(batch)
    return { kept: batch, unkept: [] }
  } catch (error) {
    if (!isOwnFailure(error)) throw error
    return keepEach(deps, folderSync, batch, keep)
  }
}

async function keepEach(deps: KeepDeps, folderSync: FolderSync, batch: Arrived[], keep: Keep): Promise<KeptBatch> {
  const done: KeptBatch = { kept: [], unkept: [] }
  for (const arrived of batch) {
    const kept = await keepOne(deps, folderSync, arrived, keep)
    if (kept) done.kept.push(kept)
    else done.unkept.push(arrived)
  }
  return done
}

async function keepOne(deps: KeepDeps, { keepTries }: FolderSync, arrived: Arrived, keep: Keep): Promise<Arrived | null> {
  try {
    await keep([arrived])
    keepTries.delete(arrived.sourceKey)
    return arrived
  } catch (error) {
    if (!isOwnFailure(error)) throw error
    deps.onUnkept(arrived, error)
    const tries = rememberTry(keepTries, arrived.sourceKey)
    if (!isGivenUp(tries, systemClock.now())) return null
    const reduced = await keepReduced(arrived, keep)
    if (!reduced) return null
    keepTries.delete(arrived.sourceKey)
    await deps.onSetAside(arrived, error)
    return reduced
  }
}

/** Its headers or, if those are the cause, its UID alone. Without a content hash, it is asked for again by each comparison with the server. */
async function keepReduced(arrived: Arrived, keep: Keep): Promise<Arrived | null> {
  const { raw, more: _more, fetched: _fetched, ...rest } = arrived
  const head = raw.subarray(0, raw.length - splitMail(raw).body.length)
  for (const left of [head, noContent]) {
    const reduced: Arrived = { ...rest, raw: left, contentHash: noContent, reduced: 'not_kept' }
    try {
      await keep([reduced])
      return reduced
    } catch (error) {
      if (!isOwnFailure(error)) throw error
    }
  }
  return null
}

const maxRememberedTries = 10_000

function rememberTry(keepTries: Map<string, FetchTries>, key: string): FetchTries {
  const tries = countFetch(keepTries.get(key), systemClock.now())
  if (keepTries.size >= maxRememberedTries) keepTries.clear()
  keepTries.set(key, tries)
  return tries
}
