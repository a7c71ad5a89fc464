// Binds the watch of one mailbox to its connection and its stores.
import type { Happening } from '../../../core/mailbox/events.ts'
import { type PollTimes, wayOf } from '../../../core/mailbox/polling.ts'
import type { LookTimes } from '../../../core/mailbox/rounds.ts'
import { type Plan, selfHosted } from '../../../core/plans/plans.ts'
import { type Clock, systemClock } from '../../foundation/clock.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import { workFilterActions } from '../actions/worker.ts'
import { connectTo, type ImapDoor } from '../imap/connect.ts'
import type { Connection } from '../imap/connection.ts'
import type { ConnectionLimiter } from '../mailboxes/connection-limiter.ts'
import { type TokenSource, withCredential } from '../mailboxes/credential.ts'
import { saveEvent } from '../mailboxes/events/store.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import { openFollow } from '../mailboxes/folders/follow.ts'
import { beginFolder, forgetNumbering, forgetUids, moveCursor, renameFolders, setFolderGone } from '../mailboxes/folders/store.ts'
import type { LeasedMailbox } from '../mailboxes/owners.ts'
import { setMailboxState, setSecondPath } from '../mailboxes/store.ts'
import { readView } from '../messages/store.ts'
import type { DrainDeps, OnMail } from './drain.ts'
import type { MissingMessage, ReconcileDeps } from './reconcile/reconcile.ts'
import { countTakenUp, type LedgerFolder, readByUid, readFirstUid, readKeptUids, readUsualGap, saveCount } from './reconcile/store.ts'
import type { SecondPath, WatchedMailbox, WatchSigns } from './second-path.ts'
import type { SessionDeps } from './session.ts'

export interface WatchDeps {
  db: Db
  keys: PersonKeys
  door: ImapDoor
  tokens?: TokenSource | null
  /** Dates arrivals; connections and leases follow the machine's own clock. */
  clock: Clock
  log: Log
  onMail: OnMail
  batch: number
  maxBytes: number
  connectTimeoutMs?: number
  signInRetryMs?: number
  /** In [0, 1): spreads what would happen to many at once. */
  random?: () => number
  secondPath: SecondPath
  gate: ConnectionLimiter
  /** Of whoever the mailbox belongs to. */
  plan?: Pick<Plan, 'listens'>
  pollTimes?: PollTimes
  looks?: LookTimes
}

/** One mailbox, over all its connections. */
export interface Watch {
  mailbox: LeasedMailbox
  places: FolderSync[]
  signs: WatchSigns
  connection: Connection | null
  /** Is visited now and then, and was well the last time. */
  hasRested: boolean
}

export async function connect(deps: WatchDeps, mailbox: LeasedMailbox, signal?: AbortSignal): Promise<Connection> {
  const { settings } = mailbox
  const leave = await deps.gate.enter(settings.host, settings.username, signal)
  try {
    const connection = await withCredential(deps, mailbox, credential =>
      connectTo(deps.door, settings, credential, deps.connectTimeoutMs ?? 30_000),
    )
    connection.listen(() => undefined, leave)
    return connection
  } catch (error) {
    leave()
    throw error
  }
}

/** `isLive` is called again and again while all is well. */
export function sessionDeps(deps: WatchDeps, watch: Watch, onAlive: (at: Date) => void, isLive: () => void): SessionDeps {
  const { db, keys, clock, log, door, looks, random = Math.random, plan = selfHosted, pollTimes } = deps
  const { mailbox, places, signs } = watch
  const { userId } = mailbox
  const actions = { db, keys, clock, userId, watched: mailbox }
  return {
    ...{ log, random, onAlive, signs, looks, patience: door.patience },
    wayOf: serverListens => wayOf(plan, { serverListens, lastMailAt: lastMailAt(watch) }, systemClock.now(), pollTimes),
    drain: drainParts(deps, mailbox, places),
    reconcile: reconcileParts(deps, mailbox),
    note: happening => note(deps, mailbox, happening),
    setGone: (folder, isGone) => setFolderGone(db, userId, mailbox, folder, isGone),
    follow: openFollow((renamed, added) => renameFolders(db, userId, mailbox, renamed, added)),
    workActions: connection => workFilterActions(actions, connection),
    async onLive() {
      isLive()
      if (signs.connectedAt) return
      await setMailboxState(db, userId, mailbox, 'live', null, systemClock.now())
      signs.connectedAt = systemClock.now()
      if (!watch.hasRested) await note(deps, mailbox, { kind: 'connected', detail: {} })
    },
  }
}

function drainParts(deps: WatchDeps, mailbox: LeasedMailbox, places: FolderSync[]): DrainDeps {
  const { db, onMail, batch, maxBytes, clock } = deps
  const { userId } = mailbox
  const { now } = systemClock
  return {
    ...{ onMail, now: clock.now, batch, maxBytes },
    async moveCursor(tx, folder, cursor, isPassed) {
      const at = now()
      await moveCursor(tx, userId, mailbox, folder, { cursor, at: isPassed ? at : null, mailAt: at })
      passed(places, folder, isPassed ? at : null)
    },
    async saveCursor(folder, cursor, firstUid) {
      if (firstUid === null) return moveCursor(db, userId, mailbox, folder, { cursor, at: null, mailAt: null })
      await beginFolder(db, userId, mailbox, folder, { ...cursor, firstUid, at: now() })
      passed(places, folder, now())
    },
    forgetNumbering: folder => forgetNumbering(db, userId, mailbox, folder),
    numberedAnew: folder => note(deps, mailbox, { kind: 'numbered_anew', detail: { folder } }),
    notHandedOver: count => note(deps, mailbox, { kind: 'not_handed_over', detail: { count } }),
  }
}

function reconcileParts(deps: WatchDeps, mailbox: LeasedMailbox): ReconcileDeps {
  const { db, onMail, batch, maxBytes, clock } = deps
  const { userId } = mailbox
  const of = (place: FolderSync) => ({ mailboxId: mailbox.id, folder: place.folder, uidValidity: place.cursor?.uidValidity ?? 0 })
  return {
    ...{ onMail, now: clock.now, batch, maxBytes },
    firstUid: folder => readFirstUid(db, userId, mailbox.id, folder),
    keptUids: (place, range, isUnseen) => readKeptUids(db, userId, of(place), range, isUnseen),
    known: (place, uids) => knownMails(deps, mailbox, of(place), uids),
    forget: (place, uids) => forgetUids(db, userId, mailbox, of(place), uids),
    notHandedOver: count => note(deps, mailbox, { kind: 'not_handed_over', detail: { count } }),
    countTakenUp: (tx, folder, count) => countTakenUp(tx, userId, mailbox, folder, count),
    saveCount: (folder, count) => saveCount(db, userId, mailbox, folder, { ...count, at: systemClock.now() }),
  }
}

async function knownMails(
  { db, keys }: WatchDeps,
  { userId }: LeasedMailbox,
  of: LedgerFolder,
  uids: number[],
): Promise<Map<number, MissingMessage>> {
  const known = new Map<number, MissingMessage>()
  for (const { id, uid, contentHash } of await readByUid(db, userId, of, uids))
    known.set(uid, { contentHash, view: await readView(db, userId, keys, id) })
  return known
}

function passed(places: FolderSync[], folder: string, at: Date | null): void {
  const place = places.find(p => p.folder === folder)
  if (place && at) place.passedAt = at
}

function lastMailAt({ places, mailbox }: Watch): Date | null {
  return places.reduce((last, { passedAt }) => (passedAt && (!last || passedAt > last) ? passedAt : last), mailbox.lastMailAt)
}

/** `deaf`: its connection is given up, and the next one finds what it has not heard. */
export function lookedOf(deps: WatchDeps, watch: Watch): WatchedMailbox {
  const { db } = deps
  const { mailbox, places, signs } = watch
  const { userId, id } = mailbox
  return {
    ...{ mailboxId: id, host: mailbox.settings.host, places, watch: signs },
    connect: () => connect(deps, mailbox),
    lastMailAt: () => lastMailAt(watch),
    usualGapMs: () => readUsualGap(db, userId, id),
    agreed: () => setSecondPath(db, userId, mailbox, systemClock.now()),
    async deaf() {
      await note(deps, mailbox, { kind: 'deaf', detail: {} })
      watch.connection?.close()
    },
  }
}

/** What is told in the log of a mailbox must not end its watch. */
export async function note({ db, log }: WatchDeps, { userId, id }: LeasedMailbox, happening: Happening): Promise<void> {
  const event = { ...happening, mailboxId: id, now: systemClock.now() }
  await saveEvent(db, userId, event).catch((error: unknown) => log.warn({ err: error, mailbox: id }, 'an event could not be written'))
}
