// One connection to one inbox: drained, then listened to, and proven alive, until it ends.
import { reconnectDelayMs } from '../../core/mailbox/backoff.ts'
import { liveness } from '../../core/mailbox/liveness.ts'
import { systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { newBell } from './bell.ts'
import { catchUp, type DrainParts, drain, type Place } from './drain.ts'
import { MailError } from './errors.ts'
import type { Inbox } from './imap/inbox.ts'
import { type Patience, patience as usual } from './patience.ts'
import { LeaseLost } from './store.ts'

export interface SessionParts {
  drain: DrainParts
  log: Log
  patience?: Patience | undefined
  random?: (() => number) | undefined
  /** Called when the server has just shown that it lives. */
  onAlive(at: Date): void
  /** Called once, when the inbox has been drained for the first time. */
  onLive(): Promise<void>
  /** Does what filters ask for in this mailbox; answers in how many milliseconds the next of it is due. */
  workDeeds(inbox: Inbox): Promise<number | null>
}

/** After a drain we ask once more so soon: some servers tell IDLE nothing of what came just before it. */
const recheckMs = 2_000
/** So often we look past the cursor even when the server says nothing. */
const lookAnywayMs = 5 * 60_000
/** Without IDLE we ask so often. */
const pollMs = 15_000
/** After a failure of ours, deeds wait so long. */
const deedsPauseMs = 30_000
/** A server that ends IDLE sooner, unasked, does not mean it. */
const shortIdleMs = 500

/** Runs until the connection ends (throws why), or `signal` aborts (returns); throws LeaseLost when the mailbox is another's. */
export async function runSession(parts: SessionParts, inbox: Inbox, place: Place, signal: AbortSignal): Promise<void> {
  const { now } = systemClock
  const bell = newBell()
  const stop = () => inbox.close()
  signal.addEventListener('abort', stop)
  const state = newState(now(), parts.patience ?? usual, parts.random ?? Math.random)
  inbox.listen(() => {
    state.isDirty = true
    state.retryAt = now()
    alive(parts, state)
    bell.ring()
  }, bell.ring)
  try {
    while (inbox.isOpen() && !signal.aborted) {
      if (state.isDirty && now() >= state.retryAt) await drainNow(parts, inbox, place, state)
      if (state.isCaughtUp && state.deedsAt && now() >= state.deedsAt) await workNow(parts, inbox, place, state)
      if (!state.idling && state.canIdle) listenIn(inbox, state, bell.ring)
      await bell.wait(nextCheckMs(state))
      if (isAskDue(state)) await ask(parts, inbox, state)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    inbox.close()
  }
  if (!signal.aborted) throw state.failure ?? new MailError('closed', 'the server ended the connection')
}

interface State {
  patience: Patience
  random: () => number
  /** Why the connection was given up while it listened. */
  failure: unknown
  /** Something may lie past the cursor. */
  isDirty: boolean
  isCaughtUp: boolean
  retryAt: Date
  failures: number
  lastByteAt: Date
  lastLookAt: Date
  recheckAt: Date | null
  /** When something is to be done to mails here. */
  deedsAt: Date | null
  idling: { since: Date } | null
  /** A command of ours is on its way, which ends IDLE. */
  isAsking: boolean
  canIdle: boolean
}

const newState = (now: Date, patience: Patience, random: () => number): State => ({
  patience,
  random,
  failure: null,
  isDirty: true,
  isCaughtUp: false,
  retryAt: now,
  failures: 0,
  lastByteAt: now,
  lastLookAt: now,
  recheckAt: null,
  deedsAt: now,
  idling: null,
  isAsking: false,
  canIdle: true,
})

function alive(parts: SessionParts, state: State): void {
  state.lastByteAt = systemClock.now()
  parts.onAlive(state.lastByteAt)
}

/** A mail that cannot be kept or fetched now is tried again later, while the connection stays. */
async function drainNow(parts: SessionParts, inbox: Inbox, place: Place, state: State): Promise<void> {
  state.isDirty = false
  state.isAsking = true
  state.lastLookAt = systemClock.now()
  try {
    const take = state.isCaughtUp ? drain : catchUp
    const { handedOver, missing } = await take({ ...parts.drain, isCareful: state.failures > 0 }, inbox, place)
    alive(parts, state)
    if (missing.length > 0) {
      parts.log.warn({ mailbox: place.mailboxId, uids: missing.slice(0, 10) }, 'the server lists mail that it does not hand over')
      retryLater(state)
    } else {
      state.failures = 0
      state.isCaughtUp = true
    }
    if (handedOver > 0) {
      state.recheckAt = soon(recheckMs)
      state.deedsAt = systemClock.now()
    }
  } catch (error) {
    if (error instanceof LeaseLost || !inbox.isOpen()) throw error
    parts.log.error({ err: error, mailbox: place.mailboxId }, 'mail could not be kept; the cursor stays')
    retryLater(state)
    return
  } finally {
    state.isAsking = false
  }
  await parts.onLive()
}

/** What cannot be done now is tried again later; mail that arrives meanwhile is looked for afterwards. */
async function workNow(parts: SessionParts, inbox: Inbox, place: Place, state: State): Promise<void> {
  state.deedsAt = null
  state.isAsking = true
  try {
    const nextMs = await parts.workDeeds(inbox)
    state.deedsAt = nextMs === null ? null : soon(nextMs)
    alive(parts, state)
  } catch (error) {
    if (error instanceof LeaseLost || !inbox.isOpen()) throw error
    parts.log.error({ err: error, mailbox: place.mailboxId }, 'what filters ask for in a mailbox could not be done')
    state.deedsAt = soon(deedsPauseMs)
  } finally {
    state.isAsking = false
  }
  state.isDirty = true
}

function retryLater(state: State): void {
  state.failures++
  state.isDirty = true
  state.retryAt = soon(reconnectDelayMs(state.failures, state.random()))
}

function listenIn(inbox: Inbox, state: State, ring: () => void): void {
  const idling = { since: systemClock.now() }
  state.idling = idling
  const ended = (isHeard: boolean) => {
    if (state.idling === idling) state.idling = null
    const lastedMs = systemClock.now().getTime() - idling.since.getTime()
    if (!isHeard || (lastedMs < shortIdleMs && !state.isAsking)) state.canIdle = false
    ring()
  }
  inbox.idle().then(ended, (error: unknown) => {
    state.failure = error
    ended(false)
  })
}

function nextCheckMs(state: State): number {
  const now = systemClock.now().getTime()
  const checks = [state.lastByteAt.getTime() + askMs(state)]
  if (state.recheckAt) checks.push(state.recheckAt.getTime())
  if (state.isDirty) checks.push(state.retryAt.getTime())
  if (state.isCaughtUp && state.deedsAt) checks.push(state.deedsAt.getTime())
  return Math.max(0, Math.min(...checks) - now)
}

const askMs = (state: State): number => (state.canIdle ? state.patience.askAfterMs : pollMs)

function isAskDue(state: State): boolean {
  const now = systemClock.now()
  if (state.recheckAt && now >= state.recheckAt) return true
  if (now.getTime() - state.lastByteAt.getTime() >= askMs(state)) return true
  return liveness({ lastByteAt: state.lastByteAt, idleSince: state.idling?.since ?? null, now }) !== 'idle'
}

async function ask(parts: SessionParts, inbox: Inbox, state: State): Promise<void> {
  state.recheckAt = null
  state.isAsking = true
  await inbox.noop(state.patience.answerMs)
  state.isAsking = false
  alive(parts, state)
  if (state.lastByteAt.getTime() - state.lastLookAt.getTime() >= lookAnywayMs) state.isDirty = true
}

const soon = (ms: number): Date => new Date(systemClock.now().getTime() + ms)
