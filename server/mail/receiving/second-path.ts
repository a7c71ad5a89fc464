// Checks watched mailboxes on separate connections now and then, to find a watch that has gone deaf.
import { judge, type Looks, nextLookAt, type SecondPathTimes, secondPathTimes } from '../../../core/mailbox/second-path.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/log.ts'
import type { Connection, FolderStatus } from '../imap/connection.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'

/** A mailbox that is watched on this host. */
export interface WatchedMailbox {
  mailboxId: string
  /** Its mail server. */
  host: string
  places: FolderSync[]
  watch: WatchSigns
  lastMailAt(): Date | null
  connect(): Promise<Connection>
  /** Between two mails, as it usually is here. */
  usualGapMs(): Promise<number | null>
  agreed(): Promise<void>
  deaf(): Promise<void>
}

/** What the watch shows of itself. */
export interface WatchSigns {
  connectedAt: Date | null
  /** When the server's list is compared with ours. */
  reconcileAt: Date
  /** It talks with the server, and so may not have heard yet. */
  isBusy: boolean
}

export interface SecondPath {
  begin(looked: WatchedMailbox): { end(): void }
  /** A look that is under way is not waited for: it keeps nothing that matters. */
  stop(): Promise<void>
}

interface Entry {
  looked: WatchedMailbox
  looks: Looks
  isLooking: boolean
}

/** One look at each mail server with each tick: two a second. */
const tickMs = 500

/** One clock for all mailboxes of this host; the looks of a server's mailboxes wait for each other. */
export function openSecondPath(log: Log, times: SecondPathTimes = secondPathTimes): SecondPath {
  const entries = new Set<Entry>()
  const ticking = systemClock.every(tickMs, () => {
    for (const entry of firstOfEachHost(entries, times)) {
      entry.isLooking = true
      void lookAt(entry, log, times).finally(() => {
        entry.isLooking = false
      })
    }
  })
  return {
    begin(looked) {
      const looks = { connectedAt: null, lastMailAt: null, gapMs: null, lookedAt: null, hasFailed: false, doubtfulSince: null }
      const entry = { looked, looks, isLooking: false }
      entries.add(entry)
      return { end: () => entries.delete(entry) }
    },
    async stop() {
      entries.clear()
      await ticking.stop()
    },
  }
}

/** Of those that are due, the one that waits longest at each mail server. */
function firstOfEachHost(entries: Set<Entry>, times: SecondPathTimes): Iterable<Entry> {
  const now = systemClock.now()
  const first = new Map<string, { entry: Entry; at: Date }>()
  for (const entry of entries) {
    if (entry.isLooking) continue
    const { watch, host, lastMailAt } = entry.looked
    Object.assign(entry.looks, { connectedAt: watch.connectedAt, lastMailAt: lastMailAt() })
    const at = nextLookAt(entry.looks, times)
    const before = first.get(host)
    if (at && at <= now && (!before || at < before.at)) first.set(host, { entry, at })
  }
  return [...first.values()].map(({ entry }) => entry)
}

async function lookAt({ looked, looks }: Entry, log: Log, times: SecondPathTimes): Promise<void> {
  looks.lookedAt = systemClock.now()
  try {
    const isUnheard = await seesUnheard(looked, looks.doubtfulSince !== null)
    const judged = judge(isUnheard, looks.doubtfulSince, systemClock.now(), times)
    looks.doubtfulSince = judged.kind === 'doubtful' ? judged.since : null
    looks.hasFailed = false
    if (judged.kind === 'agrees') await looked.agreed()
    if (judged.kind === 'deaf') await looked.deaf()
    looks.gapMs = await looked.usualGapMs()
  } catch (error) {
    looks.hasFailed = true
    looks.doubtfulSince = null
    log.info({ err: error, mailbox: looked.mailboxId }, 'the second look at a mailbox came to nothing')
  }
}

/** Whether the server holds mail that the watch has not heard of; with `isSure`, the mail itself is looked for, as a number may have been given and its mail be gone. */
async function seesUnheard(looked: WatchedMailbox, isSure: boolean): Promise<boolean> {
  const connection = await looked.connect()
  try {
    for (const place of looked.places.filter(p => !p.isGone && p.cursor !== null)) {
      const status = await connection.status(place.folder)
      if (!status || looked.watch.isBusy || !isAhead(status, place)) continue
      if (!isSure || (await holdsMail(connection, status, place))) return true
    }
    return false
  } finally {
    connection.close()
  }
}

const isAhead = ({ uidValidity, uidNext }: FolderStatus, { cursor, heardUidNext }: FolderSync): boolean =>
  cursor?.uidValidity !== uidValidity || uidNext > heardUidNext

async function holdsMail(connection: Connection, { uidValidity, uidNext }: FolderStatus, place: FolderSync): Promise<boolean> {
  if (place.cursor?.uidValidity !== uidValidity) return true
  const folder = await connection.open(place.folder)
  const unheard = folder ? await folder.uids(place.heardUidNext, uidNext - 1, null) : []
  if (unheard.length === 0) place.heardUidNext = Math.max(place.heardUidNext, uidNext)
  return unheard.length > 0
}
