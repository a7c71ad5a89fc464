// Tracks the folders of one connection: empties them one by one, listens to the first, and polls the others.
import { retryDelayMs } from '../../../core/mailbox/backoff.ts'
import type { MailboxLogEvent } from '../../../core/mailbox/events.ts'
import { type CheckTimes, checkIntervalMs, checkTimes } from '../../../core/mailbox/rounds.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/log.ts'
import type { Connection } from '../imap/connection.ts'
import { MailError } from '../imap/errors.ts'
import type { OpenFolder } from '../imap/folder.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import type { FollowRenames } from '../mailboxes/folders/follow.ts'
import { LeaseLost } from '../mailboxes/store.ts'
import { catchUp, type DrainDeps, drain } from './drain.ts'

export interface RoundsDeps {
  drain: DrainDeps
  log: Log
  random: () => number
  pollIntervals?: CheckTimes | undefined
  saveEvent(happening: MailboxLogEvent): Promise<void>
  followRenames: FollowRenames
  saveFolderGone(folder: string, isGone: boolean): Promise<void>
}

export interface Rounds {
  deps: RoundsDeps
  connection: Connection
  /** Outlives the connection; renamed folders are updated in place. */
  folderSyncs: FolderSync[]
  folders: WatchedFolder[]
  open: OpenFolder | null
}

interface WatchedFolder {
  folderSync: FolderSync
  /** There may be emails past the cursor. */
  isDirty: boolean
  /** Read to its end since the connection began. */
  isCaughtUp: boolean
  retryAt: Date
  failures: number
  checkedAt: Date
}

export function newRounds(deps: RoundsDeps, connection: Connection, folderSyncs: FolderSync[]): Rounds {
  for (const folderSync of folderSyncs) folderSync.uidNextAtConnect = folderSync.cursor?.uidNext ?? 0
  return { deps: deps, connection, folderSyncs, folders: folderSyncs.map(newWatchedFolder), open: null }
}

const now = systemClock.now

function newWatchedFolder(folderSync: FolderSync): WatchedFolder {
  return { folderSync, isDirty: true, isCaughtUp: false, retryAt: now(), failures: 0, checkedAt: now() }
}

export const isDrainDue = (rounds: Rounds): boolean => rounds.folders.some(isDue)

export const isCaughtUp = (rounds: Rounds): boolean => rounds.folders.every(w => w.isCaughtUp || w.folderSync.isGone)

/** When the next folder has to be drained or polled; null when the primary folder is the only one. */
export function nextPollAt(rounds: Rounds): Date | null {
  const dates = rounds.folders.flatMap(w => (w.isDirty ? [w.retryAt] : w === findPrimary(rounds) ? [] : [checkAt(rounds, w)]))
  return dates.reduce<Date | null>((first, date) => (first && first <= date ? first : date), null)
}

/** Called when the server reports news in the primary folder, or when a check is due anyway. */
export function markPrimaryDirty(rounds: Rounds): void {
  const primary = findPrimary(rounds)
  if (primary) markDirty(primary)
}

export interface DrainedAll {
  received: number
  /** Folders whose emails could not be saved. */
  failed: number
}

/** Drains the folders that are due. An email that can't be saved or fetched now is retried later on the same connection. */
export async function drainDue(rounds: Rounds): Promise<DrainedAll> {
  const done = { received: 0, failed: 0 }
  for (const folderState of rounds.folders.filter(isDue)) {
    // Folders were renamed meanwhile, so their state has been reset.
    if (!rounds.folders.includes(folderState)) break
    try {
      done.received += await drainOne(rounds, folderState)
    } catch (error) {
      if (error instanceof LeaseLost || !rounds.connection.isOpen()) throw error
      rounds.deps.log.error({ err: error, mailbox: folderState.folderSync.mailboxId }, 'email could not be saved; the cursor stays')
      retryLater(rounds, folderState)
      done.failed++
    }
  }
  return done
}

/** Polls the other folders that are due; true when the server was asked at all. */
export async function pollOthers(rounds: Rounds): Promise<boolean> {
  const due = rounds.folders.filter(w => w !== findPrimary(rounds) && !w.isDirty && now() >= checkAt(rounds, w))
  for (const folderState of due) {
    const status = await rounds.connection.status(folderState.folderSync.folder)
    folderState.checkedAt = now()
    // A server may refuse STATUS for a folder that it opens; a missing folder may have been renamed.
    if (!status && folderState.folderSync.isGone) {
      if (await followRenamed(rounds)) break
    } else if (!status || folderState.folderSync.isGone || hasChanged(folderState.folderSync, status)) markDirty(folderState)
  }
  return due.length > 0
}

/** Opens the primary folder for listening; false when there is none, or when it has new emails to drain first. */
export async function openPrimary(rounds: Rounds): Promise<boolean> {
  const primary = findPrimary(rounds)
  if (!primary) return false
  const folder = await openForReading(rounds, primary.folderSync)
  if (!folder) await handleMissingFolder(rounds, primary)
  return folder !== null && !isDue(primary)
}

/** Opens a folder to read it outside a drain. The server won't report what arrived before it was opened, so we check for that here. */
export async function openForReading(rounds: Rounds, folderSync: FolderSync): Promise<OpenFolder | null> {
  if (rounds.open?.name === folderSync.folder) return rounds.open
  const folder = await reopen(rounds, folderSync)
  if (folder && hasChanged(folderSync, folder)) startOver(rounds, folderSync)
  return folder
}

/** Marks a folder to be caught up again from its cursor. */
function startOver(rounds: Rounds, folderSync: FolderSync): void {
  for (const folderState of rounds.folders)
    if (folderState.folderSync === folderSync) Object.assign(folderState, { isDirty: true, isCaughtUp: false, retryAt: now() })
}

async function reopen(rounds: Rounds, folderSync: FolderSync): Promise<OpenFolder | null> {
  rounds.open = null
  rounds.open = await rounds.connection.open(folderSync.folder)
  return rounds.open
}

async function drainOne(rounds: Rounds, folderState: WatchedFolder): Promise<number> {
  const { deps } = rounds
  const { folderSync } = folderState
  Object.assign(folderState, { isDirty: false, checkedAt: now() })
  // The server reports UIDNEXT only when it opens a folder.
  const isFresh = rounds.open?.name !== folderSync.folder || !folderState.isCaughtUp
  const folder = isFresh ? await reopen(rounds, folderSync) : rounds.open
  if (!folder || (isRenumbered(folderSync, folder) && (await followRenamed(rounds)))) {
    if (!folder) await handleMissingFolder(rounds, folderState)
    return 0
  }
  if (folderSync.isGone) await saveGone(deps, folderSync, false)
  const run = isFresh ? catchUp : drain
  const { received, missing, unkept } = await run({ ...deps.drain, isCareful: folderState.failures > 0 }, folder, folderSync)
  if (missing.length > 0) await reportMissing(deps, folderState, missing)
  if (unkept.length > 0 && folderState.failures > 1) await deps.saveEvent({ kind: 'not_kept', detail: { count: unkept.length } })
  if (missing.length + unkept.length > 0) retryLater(rounds, folderState)
  else Object.assign(folderState, { failures: 0, isCaughtUp: true })
  return received
}

async function reportMissing(deps: RoundsDeps, { folderSync, failures }: WatchedFolder, missing: number[]): Promise<void> {
  const { mailboxId: mailbox, folder } = folderSync
  deps.log.warn({ mailbox, folder, uids: missing.slice(0, 10) }, 'the server lists emails that it does not return')
  if (failures > 0) await deps.saveEvent({ kind: 'not_handed_over', detail: { count: missing.length } })
}

/** The server doesn't have the folder, or denies access. */
async function handleMissingFolder(rounds: Rounds, folderState: WatchedFolder): Promise<void> {
  if (folderState.folderSync.folder === 'INBOX') {
    rounds.connection.close()
    throw new MailError('no_inbox', 'the server does not open INBOX')
  }
  Object.assign(folderState, { isDirty: false, checkedAt: now() })
  if (!(await followRenamed(rounds)) && !folderState.folderSync.isGone) await saveGone(rounds.deps, folderState.folderSync, true)
}

async function followRenamed(rounds: Rounds): Promise<boolean> {
  if (!(await rounds.deps.followRenames(rounds.connection, rounds.folderSyncs))) return false
  rounds.open = null
  rounds.folders = rounds.folderSyncs.map(newWatchedFolder)
  return true
}

async function saveGone(deps: RoundsDeps, folderSync: FolderSync, isGone: boolean): Promise<void> {
  folderSync.isGone = isGone
  await deps.saveFolderGone(folderSync.folder, isGone)
  await deps.saveEvent({ kind: isGone ? 'folder_gone' : 'folder_back', detail: { folder: folderSync.folder } })
}

function retryLater(rounds: Rounds, folderState: WatchedFolder): void {
  folderState.failures++
  folderState.isDirty = true
  folderState.retryAt = new Date(now().getTime() + retryDelayMs(folderState.failures, rounds.deps.random()))
}

function markDirty(folderState: WatchedFolder): void {
  Object.assign(folderState, { isDirty: true, retryAt: now() })
}

interface FolderNumbers {
  uidValidity: number
  uidNext: number
}

const findPrimary = ({ folders }: Rounds): WatchedFolder | undefined => folders.find(w => !w.folderSync.isGone)
const isDue = (folderState: WatchedFolder): boolean => folderState.isDirty && now() >= folderState.retryAt
const checkAt = ({ deps }: Rounds, { folderSync, checkedAt }: WatchedFolder): Date =>
  new Date(checkedAt.getTime() + checkIntervalMs(folderSync.isGone ? null : folderSync.passedAt, now(), deps.pollIntervals ?? checkTimes))
const isRenumbered = (folderSync: FolderSync, { uidValidity }: FolderNumbers): boolean =>
  folderSync.cursor !== null && folderSync.cursor.uidValidity !== uidValidity
const hasChanged = (folderSync: FolderSync, status: FolderNumbers): boolean =>
  isRenumbered(folderSync, status) || status.uidNext !== folderSync.knownUidNext
