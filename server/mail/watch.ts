// Watches one leased mailbox: connects, runs a session, and connects again after a pause that grows.

import { absenceOf } from '../../core/mailbox/backlog.ts'
import { reconnectDelayMs, retryDelayMs } from '../../core/mailbox/backoff.ts'
import type { Happening } from '../../core/mailbox/events.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'
import { saveAbsence } from './backlog/store.ts'
import { type TokenSource, withCredential } from './credential.ts'
import { workDeeds } from './deeds/work.ts'
import { type DrainParts, type OnMail } from './drain.ts'
import { isDefinite, needsPerson, type Problem, problemOf, turnsAway } from './errors.ts'
import { saveEvent } from './events/store.ts'
import { openFollow } from './folders/follow.ts'
import { beginFolder, forgetNumbering, moveCursor, renameFolders, setFolderGone } from './folders/store.ts'
import { connectTo, type ImapDoor } from './imap/connect.ts'
import type { Connection } from './imap/connection.ts'
import type { LeasedMailbox } from './owners.ts'
import { newPlace, type Place } from './place.ts'
import type { ReconcileParts } from './reconcile/reconcile.ts'
import { countTakenUp, readFirstUid, readHashes, readKeptUids, saveCount } from './reconcile/store.ts'
import { runSession, type SessionParts } from './session.ts'
import { LeaseLost, setMailboxState } from './store.ts'

export interface WatchParts {
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
}

/** A session that held so long was a good one: the next failure is a first one. */
const steadyMs = 30_000
/** A server that knew the password yesterday may refuse it in a bad hour; three times is a no. */
const refusalsAtMost = 3

/** Runs until `signal` aborts, the mailbox is another's, or its person has to act. */
export async function watchMailbox(
  parts: WatchParts,
  mailbox: LeasedMailbox,
  signal: AbortSignal,
  onAlive: (at: Date) => void,
): Promise<void> {
  const places = mailbox.folders.map(folder => newPlace(mailbox.userId, mailbox.id, folder))
  const telling: Telling = { told: null }
  let failures = 0
  let refusals = 0
  let hasLived = mailbox.lastAliveAt !== null
  const isLive = () => {
    hasLived = true
    refusals = 0
    telling.told = null
  }
  const heard = (at: Date) => {
    mailbox.lastAliveAt = at
    onAlive(at)
  }
  while (!signal.aborted) {
    const startedAt = systemClock.now().getTime()
    const ended = await connectOnce(parts, mailbox, places, signal, heard, isLive)
    if (signal.aborted || ended === 'lease_lost') return
    failures = systemClock.now().getTime() - startedAt >= steadyMs ? 1 : failures + 1
    if (needsPerson(ended)) refusals++
    const isFinal = needsPerson(ended) && (!hasLived || isDefinite(ended) || refusals >= refusalsAtMost)
    if (!(await tell(parts, mailbox, telling, isFinal ? 'needs_you' : 'waiting', ended)) || isFinal) return
    const pauseMs = needsPerson(ended)
      ? (parts.signInRetryMs ?? 120_000) * refusals
      : pauseAfter(ended, failures, (parts.random ?? Math.random)())
    await systemClock.sleep(pauseMs, signal)
  }
}

/** A network that broke is back at any moment; a server that turns us away wants to be left alone. */
const pauseAfter = (ended: Problem, failures: number, random: number): number =>
  turnsAway(ended) ? retryDelayMs(failures, random) : reconnectDelayMs(failures, random)

/** One connection from its start to its end; says why it ended. */
async function connectOnce(
  parts: WatchParts,
  mailbox: LeasedMailbox,
  places: Place[],
  signal: AbortSignal,
  onAlive: (at: Date) => void,
  isLive: () => void,
): Promise<Problem | 'lease_lost'> {
  const { log } = parts
  try {
    const connection = await connect(parts, mailbox)
    await noteAbsence(parts, mailbox).catch((error: unknown) => {
      connection.close()
      throw error
    })
    await runSession(sessionParts(parts, mailbox, places, onAlive, isLive), connection, places, signal)
    return 'closed'
  } catch (error) {
    if (error instanceof LeaseLost) return 'lease_lost'
    const problem = problemOf(error, mailbox.settings.host)
    if (problem === 'unknown') log.error({ err: error, mailbox: mailbox.id }, 'a mailbox failed in an unknown way')
    else log.info({ mailbox: mailbox.id, problem }, 'a mailbox is not connected')
    return problem
  }
}

const connect = (parts: WatchParts, mailbox: LeasedMailbox): Promise<Connection> =>
  withCredential(parts, mailbox, credential => connectTo(parts.door, mailbox.settings, credential, parts.connectTimeoutMs ?? 30_000))

function sessionParts(
  parts: WatchParts,
  mailbox: LeasedMailbox,
  places: Place[],
  onAlive: (at: Date) => void,
  isLive: () => void,
): SessionParts {
  const { db, keys, clock, log, door, random = Math.random } = parts
  const { userId } = mailbox
  const deeds = { db, keys, now: clock.now, userId, watched: mailbox }
  let isTold = false
  return {
    ...{ log, random, onAlive, patience: door.patience },
    drain: drainParts(parts, mailbox, places),
    reconcile: reconcileParts(parts, mailbox),
    note: happening => note(parts, mailbox, happening),
    setGone: (folder, isGone) => setFolderGone(db, userId, mailbox, folder, isGone),
    follow: openFollow((renamed, added) => renameFolders(db, userId, mailbox, renamed, added)),
    workDeeds: connection => workDeeds(deeds, connection),
    async onLive() {
      isLive()
      if (isTold) return
      isTold = true
      await setMailboxState(db, userId, mailbox, 'live', null, systemClock.now())
      await note(parts, mailbox, { kind: 'connected', detail: {} })
    },
  }
}

function drainParts(parts: WatchParts, mailbox: LeasedMailbox, places: Place[]): DrainParts {
  const { db, onMail, batch, maxBytes, clock } = parts
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
    numberedAnew: folder => note(parts, mailbox, { kind: 'numbered_anew', detail: { folder } }),
    notHandedOver: count => note(parts, mailbox, { kind: 'not_handed_over', detail: { count } }),
  }
}

function reconcileParts(parts: WatchParts, mailbox: LeasedMailbox): ReconcileParts {
  const { db, onMail, batch, maxBytes, clock } = parts
  const { userId } = mailbox
  const of = (place: Place) => ({ mailboxId: mailbox.id, folder: place.folder, uidValidity: place.cursor?.uidValidity ?? 0 })
  return {
    ...{ onMail, now: clock.now, batch, maxBytes },
    firstUid: folder => readFirstUid(db, userId, mailbox.id, folder),
    keptUids: (place, range, isUnseen) => readKeptUids(db, userId, of(place), range, isUnseen),
    hashes: (place, uids) => readHashes(db, userId, of(place), uids),
    countTakenUp: (tx, folder, count) => countTakenUp(tx, userId, mailbox, folder, count),
    saveCount: (folder, count) => saveCount(db, userId, mailbox, folder, { ...count, at: systemClock.now() }),
  }
}

function passed(places: Place[], folder: string, at: Date | null): void {
  const place = places.find(p => p.folder === folder)
  if (place && at) place.passedAt = at
}

/** After a long silence, what came meanwhile is a backlog: kept before the first of it is taken in. */
async function noteAbsence({ db }: WatchParts, mailbox: LeasedMailbox): Promise<void> {
  const absence = absenceOf(mailbox.lastAliveAt, systemClock.now())
  if (absence) await saveAbsence(db, mailbox.userId, mailbox, absence)
}

/** What is told in the log of a mailbox must not end its watch. */
async function note({ db, log }: WatchParts, { userId, id }: LeasedMailbox, happening: Happening): Promise<void> {
  const event = { ...happening, mailboxId: id, now: systemClock.now() }
  await saveEvent(db, userId, event).catch((error: unknown) => log.warn({ err: error, mailbox: id }, 'an event could not be written'))
}

/** What was written last: what was told already is not told with each attempt. */
interface Telling {
  told: string | null
}

/** Writes the state that the person sees; false when the mailbox is another's by now. */
async function tell(
  parts: WatchParts,
  mailbox: LeasedMailbox,
  telling: Telling,
  state: 'waiting' | 'needs_you',
  problem: Problem,
): Promise<boolean> {
  if (telling.told === `${state} ${problem}`) return true
  try {
    await setMailboxState(parts.db, mailbox.userId, mailbox, state, problem, systemClock.now())
    await note(parts, mailbox, { kind: state === 'waiting' ? 'lost' : 'needs_you', detail: { problem } })
    telling.told = `${state} ${problem}`
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return false
    // A database that is away must not end the watch: the state is told with the next change.
    parts.log.warn({ err: error, mailbox: mailbox.id }, 'the state of a mailbox could not be written')
    return true
  }
}
