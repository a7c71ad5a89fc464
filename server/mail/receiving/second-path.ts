// Checks watched mailboxes from time to time over separate connections, to detect a watch that has stalled.
import {
  evaluateSecondPath,
  nextCheckAt,
  type SecondPathState,
  type SecondPathTimes,
  secondPathTimes,
} from '../../../core/mailbox/second-path.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/log.ts'
import type { Connection, FolderStatus } from '../imap/connection.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'

/** A mailbox watched on this host. */
export interface WatchedMailbox {
  mailboxId: string
  /** The mail server's host name. */
  host: string
  folderSyncs: FolderSync[]
  watch: WatchSigns
  lastMailAt(): Date | null
  connect(): Promise<Connection>
  /** The usual gap between two emails in this mailbox. */
  usualGapMs(): Promise<number | null>
  onAgreed(): Promise<void>
  onStalled(): Promise<void>
}

/** The watch's own state, as the second path sees it. */
export interface WatchSigns {
  connectedAt: Date | null
  /** When the next reconciliation is due. */
  reconcileAt: Date
  /** Emails were saved of which filter actions may wait. */
  hasNewActions: boolean
  /** A command is in progress, so news may not have reached it yet. */
  isBusy: boolean
}

export interface SecondPath {
  add(mailbox: WatchedMailbox): { end(): void }
  /** Doesn't wait for a check in progress: it saves nothing that matters. */
  stop(): Promise<void>
}

interface Entry {
  mailbox: WatchedMailbox
  history: SecondPathState
  isChecking: boolean
}

/** One check per mail server and tick: two a second. */
const tickMs = 500

/** One timer for all mailboxes on this host; mailboxes on the same server are checked in turn. */
export function openSecondPath(log: Log, times: SecondPathTimes = secondPathTimes): SecondPath {
  const entries = new Set<Entry>()
  const ticking = systemClock.every(tickMs, () => {
    for (const entry of longestDuePerHost(entries, times)) {
      entry.isChecking = true
      void runCheck(entry, log, times).finally(() => {
        entry.isChecking = false
      })
    }
  })
  return {
    add(mailbox) {
      const history = { connectedAt: null, lastMailAt: null, gapMs: null, checkedAt: null, hasFailed: false, doubtfulSince: null }
      const entry = { mailbox, history, isChecking: false }
      entries.add(entry)
      return { end: () => entries.delete(entry) }
    },
    async stop() {
      entries.clear()
      await ticking.stop()
    },
  }
}

/** For each mail server, the mailbox that has been due the longest. */
function longestDuePerHost(entries: Set<Entry>, times: SecondPathTimes): Iterable<Entry> {
  const now = systemClock.now()
  const first = new Map<string, { entry: Entry; at: Date }>()
  for (const entry of entries) {
    if (entry.isChecking) continue
    const { watch, host, lastMailAt } = entry.mailbox
    Object.assign(entry.history, { connectedAt: watch.connectedAt, lastMailAt: lastMailAt() })
    const at = nextCheckAt(entry.history, times)
    const before = first.get(host)
    if (at && at <= now && (!before || at < before.at)) first.set(host, { entry, at })
  }
  return [...first.values()].map(({ entry }) => entry)
}

async function runCheck({ mailbox, history }: Entry, log: Log, times: SecondPathTimes): Promise<void> {
  history.checkedAt = systemClock.now()
  try {
    const hasMissed = await hasMissedMail(mailbox, history.doubtfulSince !== null)
    const result = evaluateSecondPath(hasMissed, history.doubtfulSince, systemClock.now(), times)
    history.doubtfulSince = result.kind === 'doubtful' ? result.since : null
    history.hasFailed = false
    if (result.kind === 'agrees') await mailbox.onAgreed()
    if (result.kind === 'deaf') await mailbox.onStalled()
    history.gapMs = await mailbox.usualGapMs()
  } catch (error) {
    history.hasFailed = true
    history.doubtfulSince = null
    log.info({ err: error, mailbox: mailbox.mailboxId }, 'the second-path check of a mailbox failed')
  }
}

/** Whether the server has email that the watch missed. With `mustExist`, looks for the email itself: UIDNEXT may have grown for one that is gone. */
async function hasMissedMail(mailbox: WatchedMailbox, mustExist: boolean): Promise<boolean> {
  const connection = await mailbox.connect()
  try {
    for (const folderSync of mailbox.folderSyncs.filter(p => !p.isGone && p.cursor !== null)) {
      const status = await connection.status(folderSync.folder)
      if (!status || mailbox.watch.isBusy || !isAhead(status, folderSync)) continue
      if (!mustExist || (await hasEmail(connection, status, folderSync))) return true
    }
    return false
  } finally {
    connection.close()
  }
}

const isAhead = ({ uidValidity, uidNext }: FolderStatus, { cursor, knownUidNext }: FolderSync): boolean =>
  cursor?.uidValidity !== uidValidity || uidNext > knownUidNext

async function hasEmail(connection: Connection, { uidValidity, uidNext }: FolderStatus, folderSync: FolderSync): Promise<boolean> {
  if (folderSync.cursor?.uidValidity !== uidValidity) return true
  const folder = await connection.open(folderSync.folder)
  const missedUids = folder ? await folder.uids(folderSync.knownUidNext, uidNext - 1, null) : []
  if (missedUids.length === 0) folderSync.knownUidNext = Math.max(folderSync.knownUidNext, uidNext)
  return missedUids.length > 0
}
