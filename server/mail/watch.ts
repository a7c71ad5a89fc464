// Watches one leased mailbox: connects, runs a session, and connects again after a pause that grows.
import { reconnectDelayMs } from '../../core/mailbox/backoff.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'
import { type TokenSource, withCredential } from './credential.ts'
import { workDeeds } from './deeds/work.ts'
import type { DrainParts, OnMail, Place } from './drain.ts'
import { isDefinite, needsPerson, type Problem, problemOf } from './errors.ts'
import { type ImapDoor, openInbox } from './imap/connect.ts'
import type { Inbox } from './imap/inbox.ts'
import type { LeasedMailbox } from './owners.ts'
import { runSession } from './session.ts'
import { forgetNumbering, LeaseLost, moveCursor, setMailboxState } from './store.ts'

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
  const place: Place = {
    userId: mailbox.userId,
    mailboxId: mailbox.id,
    cursor: mailbox.cursor,
    ahead: new Set(),
    connectedAt: mailbox.connectedAt,
    lastMailAt: mailbox.lastMailAt,
  }
  let failures = 0
  let refusals = 0
  let hasLived = mailbox.lastAliveAt !== null
  const isLive = () => {
    hasLived = true
    refusals = 0
  }
  while (!signal.aborted) {
    const startedAt = systemClock.now().getTime()
    const ended = await connectOnce(parts, mailbox, place, signal, onAlive, isLive)
    if (signal.aborted || ended === 'lease_lost') return
    failures = systemClock.now().getTime() - startedAt >= steadyMs ? 1 : failures + 1
    if (needsPerson(ended)) refusals++
    const isFinal = needsPerson(ended) && (!hasLived || isDefinite(ended) || refusals >= refusalsAtMost)
    if (!(await tell(parts, mailbox, isFinal ? 'needs_you' : 'waiting', ended)) || isFinal) return
    const pauseMs = needsPerson(ended)
      ? (parts.signInRetryMs ?? 120_000) * refusals
      : reconnectDelayMs(failures, (parts.random ?? Math.random)())
    await systemClock.sleep(pauseMs, signal)
  }
}

/** One connection from its start to its end; says why it ended. */
async function connectOnce(
  parts: WatchParts,
  mailbox: LeasedMailbox,
  place: Place,
  signal: AbortSignal,
  onAlive: (at: Date) => void,
  isLive: () => void,
): Promise<Problem | 'lease_lost'> {
  const { log } = parts
  let isTold = false
  try {
    const inbox = await connect(parts, mailbox)
    const onLive = async () => {
      isLive()
      if (!isTold) await setMailboxState(parts.db, mailbox.userId, mailbox, 'live', null)
      isTold = true
    }
    const { db, keys, clock } = parts
    const deeds = { db, keys, now: clock.now, userId: mailbox.userId, watched: mailbox }
    const { random, door } = parts
    const session = {
      drain: drainParts(parts, mailbox),
      log,
      patience: door.patience,
      random,
      onAlive,
      onLive,
      workDeeds: (open: Inbox) => workDeeds(deeds, open),
    }
    await runSession(session, inbox, place, signal)
    return 'closed'
  } catch (error) {
    if (error instanceof LeaseLost) return 'lease_lost'
    const problem = problemOf(error, mailbox.settings.host)
    if (problem === 'unknown') log.error({ err: error, mailbox: mailbox.id }, 'a mailbox failed in an unknown way')
    else log.info({ mailbox: mailbox.id, problem }, 'a mailbox is not connected')
    return problem
  }
}

async function connect(parts: WatchParts, mailbox: LeasedMailbox): Promise<Inbox> {
  return withCredential(parts, mailbox, credential =>
    openInbox(parts.door, mailbox.settings, credential, parts.connectTimeoutMs ?? 30_000),
  )
}

function drainParts(parts: WatchParts, mailbox: LeasedMailbox): DrainParts {
  const { db, onMail, batch, maxBytes, clock } = parts
  return {
    onMail,
    now: clock.now,
    batch,
    maxBytes,
    moveCursor: (tx, cursor) => moveCursor(tx, mailbox.userId, mailbox, cursor, systemClock.now()),
    saveCursor: cursor => moveCursor(db, mailbox.userId, mailbox, cursor, null),
    forgetNumbering: () => forgetNumbering(db, mailbox.userId, mailbox),
  }
}

/** Writes the state that the person sees; false when the mailbox is another's by now. */
async function tell(parts: WatchParts, mailbox: LeasedMailbox, state: 'waiting' | 'needs_you', problem: Problem): Promise<boolean> {
  try {
    await setMailboxState(parts.db, mailbox.userId, mailbox, state, problem)
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return false
    // A database that is away must not end the watch: the state is told with the next change.
    parts.log.warn({ err: error, mailbox: mailbox.id }, 'the state of a mailbox could not be written')
    return true
  }
}
