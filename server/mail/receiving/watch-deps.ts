// Wires up the watch of one mailbox: its connection, its stores, and its event log.
import type { MailboxLogEvent } from '../../../core/mailbox/events.ts'
import { type PollTimes, pollingModeFor } from '../../../core/mailbox/polling.ts'
import type { CheckTimes } from '../../../core/mailbox/rounds.ts'
import type { PlanLimits } from '../../../core/plans/plans.ts'
import { type Clock, systemClock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { setAside } from '../../foundation/db/set-aside.ts'
import type { Log } from '../../foundation/log.ts'
import { workFilterActions } from '../actions/worker.ts'
import { connectTo, type ImapDeps } from '../imap/connect.ts'
import type { Connection } from '../imap/connection.ts'
import type { ConnectionLimiter } from '../mailboxes/connection-limiter.ts'
import { type TokenSource, withCredential } from '../mailboxes/credential.ts'
import { saveEvent } from '../mailboxes/events/store.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import { newFollowRenames } from '../mailboxes/folders/follow.ts'
import { beginFolder, forgetNumbering, forgetUids, moveCursor, renameFolders, setFolderGone } from '../mailboxes/folders/store.ts'
import type { LeasedMailbox } from '../mailboxes/owners.ts'
import { setMailboxState, setSecondPath } from '../mailboxes/store.ts'
import { readView } from '../messages/store.ts'
import type { DrainDeps, OnMail } from './drain.ts'
import type { FetchLimiter } from './fetch-limiter.ts'
import type { KeepDeps } from './keep-batch.ts'
import type { ProviderTroubles } from './provider-troubles.ts'
import type { ReconcileDeps, StoredMessageIdentity } from './reconcile/reconcile.ts'
import { countRecovered, type LedgerFolder, readByUid, readFirstUid, readStoredUids, readUsualGap, saveCount } from './reconcile/store.ts'
import type { SecondPath, WatchedMailbox, WatchSigns } from './second-path.ts'
import type { SessionDeps } from './session.ts'

export interface WatchDeps {
  db: Db
  keys: UserKeys
  door: ImapDeps
  tokens?: TokenSource | null
  /** Timestamps arrivals; connections and leases use the system clock. */
  clock: Clock
  log: Log
  onMail: OnMail
  batch: number
  maxBytes: number
  connectTimeoutMs?: number
  signInRetryMs?: number
  /** In [0, 1): spreads actions of many mailboxes over time. */
  random?: () => number
  secondPath: SecondPath
  limiter: ConnectionLimiter
  /** Shared by all mailboxes of this host. */
  fetchLimiter?: FetchLimiter
  providers: Pick<ProviderTroubles, 'refused' | 'accepted'>
  /** What a user may do; without it, everybody's mailboxes are watched with IDLE. */
  limitsOf?: (userId: string) => Promise<Pick<PlanLimits, 'instant'>>
  pollTimes?: PollTimes
  pollIntervals?: CheckTimes
}

/** The state of one mailbox across connections. */
export interface Watch {
  mailbox: LeasedMailbox
  folderSyncs: FolderSync[]
  signs: WatchSigns
  connection: Connection | null
  /** Only polled now and then, and fine the last time. */
  hasRested: boolean
  /** As last read from the owner's limits. */
  isInstant: boolean
  limitsReadAt: Date | null
}

export async function connect(deps: WatchDeps, mailbox: LeasedMailbox, signal?: AbortSignal): Promise<Connection> {
  const { settings } = mailbox
  const release = await deps.limiter.enter(settings.host, settings.username, { signal })
  try {
    const connection = await withCredential(deps, mailbox, credential =>
      connectTo(deps.door, settings, credential, deps.connectTimeoutMs ?? 30_000),
    )
    connection.listen(() => undefined, release)
    return connection
  } catch (error) {
    release()
    throw error
  }
}

/** `isLive` is called repeatedly while all is well. */
export function toSessionDeps(deps: WatchDeps, watch: Watch, onAlive: (at: Date) => void, isLive: () => void): SessionDeps {
  const { db, keys, clock, log, door, pollIntervals, random = Math.random, pollTimes } = deps
  const { mailbox, signs } = watch
  const { userId } = mailbox
  const actions = { db, keys, clock, userId, watched: mailbox }
  return {
    ...{ log, random, onAlive, signs, pollIntervals, patience: door.patience },
    pollingMode: supportsIdle =>
      pollingModeFor({ instant: watch.isInstant }, { supportsIdle, lastMailAt: lastMailAt(watch) }, systemClock.now(), pollTimes),
    drain: toDrainDeps(deps, watch),
    reconcile: toReconcileDeps(deps, mailbox),
    saveEvent: happening => saveMailboxEvent(deps, mailbox, happening),
    saveFolderGone: (folder, isGone) => setFolderGone(db, userId, mailbox, folder, isGone),
    followRenames: newFollowRenames((renamed, added) => renameFolders(db, userId, mailbox, renamed, added)),
    runFilterActions: connection => workFilterActions(actions, connection),
    async onLive() {
      isLive()
      await readLimits(deps, watch)
      if (signs.connectedAt) return
      await setMailboxState(db, userId, mailbox, 'live', null, systemClock.now())
      signs.connectedAt = systemClock.now()
      if (!watch.hasRested) await saveMailboxEvent(deps, mailbox, { kind: 'connected', detail: {} })
    },
  }
}

/** A connection can last for weeks, and a plan may change meanwhile. */
const limitsReadEveryMs = 10 * 60_000

/** Called with each connection and while it lasts. A failure must not end the watch. */
export async function readLimits({ limitsOf, log }: WatchDeps, watch: Watch): Promise<void> {
  const now = systemClock.now()
  if (!limitsOf || (watch.limitsReadAt && now.getTime() - watch.limitsReadAt.getTime() < limitsReadEveryMs)) return
  const { id, userId } = watch.mailbox
  watch.limitsReadAt = now
  await limitsOf(userId).then(
    ({ instant }) => {
      watch.isInstant = instant
    },
    (error: unknown) => log.warn({ err: error, mailbox: id }, "the limits of a mailbox's owner could not be read"),
  )
}

function toDrainDeps(deps: WatchDeps, { mailbox, folderSyncs, signs }: Watch): DrainDeps {
  const { db, onMail, batch, maxBytes, clock, fetchLimiter: limiter } = deps
  const { userId } = mailbox
  const { now } = systemClock
  return {
    ...{ onMail, now: clock.now, batch, maxBytes, limiter },
    async moveCursor(tx, folder, cursor, isPassed) {
      const at = now()
      const { hasActions } = await moveCursor(tx, userId, mailbox, folder, { cursor, at: isPassed ? at : null, mailAt: at })
      if (hasActions) signs.hasNewActions = true
      updatePassedAt(folderSyncs, folder, isPassed ? at : null)
    },
    async saveCursor(folder, cursor, firstUid) {
      if (firstUid === null) {
        await moveCursor(db, userId, mailbox, folder, { cursor, at: null, mailAt: null })
        return
      }
      await beginFolder(db, userId, mailbox, folder, { ...cursor, firstUid, at: now() })
      updatePassedAt(folderSyncs, folder, now())
    },
    forgetNumbering: folder => forgetNumbering(db, userId, mailbox, folder),
    onRenumbered: folder => saveMailboxEvent(deps, mailbox, { kind: 'numbered_anew', detail: { folder } }),
    onNotReturned: count => saveMailboxEvent(deps, mailbox, { kind: 'not_handed_over', detail: { count } }),
    ...toKeepDeps(deps, mailbox),
  }
}

function toKeepDeps({ db, log }: WatchDeps, { id: mailbox }: LeasedMailbox): KeepDeps {
  return {
    onUnkept: ({ folder, uid }, error) => log.error({ err: error, mailbox, folder, uid }, 'an email could not be saved'),
    async onSetAside({ sourceKey }, error) {
      const item = { kind: 'email' as const, id: `${mailbox}:${sourceKey}` }
      await setAside({ db, log }, item, error, systemClock.now()).catch((failed: unknown) =>
        log.warn({ err: failed, mailbox }, 'an email that was set aside could not be recorded'),
      )
    },
  }
}

function toReconcileDeps(deps: WatchDeps, mailbox: LeasedMailbox): ReconcileDeps {
  const { db, onMail, batch, maxBytes, clock, fetchLimiter: limiter } = deps
  const { userId } = mailbox
  const of = (folderSync: FolderSync) => ({
    mailboxId: mailbox.id,
    folder: folderSync.folder,
    uidValidity: folderSync.cursor?.uidValidity ?? 0,
  })
  return {
    ...{ onMail, now: clock.now, batch, maxBytes, limiter },
    firstUid: folder => readFirstUid(db, userId, mailbox.id, folder),
    storedUids: (folderSync, range, isUnseen) => readStoredUids(db, userId, of(folderSync), range, isUnseen),
    known: (folderSync, uids) => readStoredMessages(deps, mailbox, of(folderSync), uids),
    forget: (folderSync, uids) => forgetUids(db, userId, mailbox, of(folderSync), uids),
    onNotReturned: count => saveMailboxEvent(deps, mailbox, { kind: 'not_handed_over', detail: { count } }),
    countRecovered: (tx, folder, count) => countRecovered(tx, userId, mailbox, folder, count),
    ...toKeepDeps(deps, mailbox),
    saveCount: (folder, count) => saveCount(db, userId, mailbox, folder, { ...count, at: systemClock.now() }),
  }
}

async function readStoredMessages(
  { db, keys }: WatchDeps,
  { userId }: LeasedMailbox,
  of: LedgerFolder,
  uids: number[],
): Promise<Map<number, StoredMessageIdentity>> {
  const known = new Map<number, StoredMessageIdentity>()
  for (const { id, uid, contentHash } of await readByUid(db, userId, of, uids))
    known.set(uid, { contentHash, view: await readView(db, userId, keys, id) })
  return known
}

function updatePassedAt(folderSyncs: FolderSync[], folder: string, at: Date | null): void {
  const folderSync = folderSyncs.find(p => p.folder === folder)
  if (folderSync && at) folderSync.passedAt = at
}

function lastMailAt({ folderSyncs, mailbox }: Watch): Date | null {
  return folderSyncs.reduce((last, { passedAt }) => (passedAt && (!last || passedAt > last) ? passedAt : last), mailbox.lastMailAt)
}

/** A stalled watch closes its connection; the next one finds what it missed. */
export function toWatchedMailbox(deps: WatchDeps, watch: Watch): WatchedMailbox {
  const { db } = deps
  const { mailbox, folderSyncs, signs } = watch
  const { userId, id } = mailbox
  return {
    ...{ mailboxId: id, host: mailbox.settings.host, folderSyncs, watch: signs },
    connect: () => connect(deps, mailbox),
    lastMailAt: () => lastMailAt(watch),
    usualGapMs: () => readUsualGap(db, userId, id),
    onAgreed: () => setSecondPath(db, userId, mailbox, systemClock.now()),
    async onStalled() {
      await saveMailboxEvent(deps, mailbox, { kind: 'deaf', detail: {} })
      watch.connection?.close()
    },
  }
}

/** A failure to write the mailbox's event log must not end its watch. */
export async function saveMailboxEvent({ db, log }: WatchDeps, { userId, id }: LeasedMailbox, happening: MailboxLogEvent): Promise<void> {
  const event = { ...happening, mailboxId: id, now: systemClock.now() }
  await saveEvent(db, userId, event).catch((error: unknown) => log.warn({ err: error, mailbox: id }, 'a mailbox event could not be saved'))
}
