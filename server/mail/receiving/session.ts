// One connection to one mailbox: drained, listened to, and kept provably alive until it ends.
import { liveness } from '../../../core/mailbox/liveness.ts'
import type { PollingMode } from '../../../core/mailbox/polling.ts'
import { nextReconcileMs } from '../../../core/mailbox/reconcile.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { Connection } from '../imap/connection.ts'
import { MailError } from '../imap/errors.ts'
import { type Patience, patience as usual } from '../imap/patience.ts'
import { newBell } from '../imap/wake.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import { LeaseLost } from '../mailboxes/store.ts'
import { reconcileAll } from './reconcile/all.ts'
import type { ReconcileDeps } from './reconcile/reconcile.ts'
import {
  drainDue,
  goHome,
  isCaughtUp,
  isDrainDue,
  lookAround,
  markHome,
  newRounds,
  nextRoundAt,
  type RoundDeps,
  type Rounds,
} from './rounds.ts'
import type { WatchSigns } from './second-path.ts'

export interface SessionDeps extends RoundDeps {
  patience?: Patience | undefined
  /** Called when the server has just shown that it lives. */
  onAlive(at: Date): void
  /** Called again and again once the folders have been drained for the first time. */
  onLive(): Promise<void>
  reconcile: ReconcileDeps
  signs: WatchSigns
  wayOf(serverListens: boolean): PollingMode
  /** Does what filters ask for in this mailbox; answers in how many milliseconds the next of it is due. */
  workActions(connection: Connection): Promise<number | null>
}

/** After a drain we ask once more so soon: some servers tell IDLE nothing of what came just before it. */
const recheckMs = 2_000
/** So often we look past the cursor even when the server says nothing. */
const lookAnywayMs = 5 * 60_000
/** After a failure of ours, what was to be done waits so long. */
const pauseMs = 30_000
const reconcilePauseMs = 5 * 60_000
/** A server that ends IDLE sooner, unasked, does not mean it. */
const shortIdleMs = 500

/**
 * Runs until the connection ends (throws why), or `signal` aborts (answers null); throws LeaseLost when the mailbox is another's. Where
 * it is only visited it answers in how many milliseconds to come again.
 */
export async function runSession(
  deps: SessionDeps,
  connection: Connection,
  places: FolderSync[],
  signal: AbortSignal,
): Promise<number | null> {
  const bell = newBell()
  const stop = () => connection.close()
  signal.addEventListener('abort', stop)
  const rounds = newRounds(deps, connection, places)
  const state = newState(systemClock.now(), deps.patience ?? usual)
  connection.listen(() => {
    markHome(rounds)
    alive(deps, state)
    bell.ring()
  }, bell.ring)
  try {
    while (connection.isOpen() && !signal.aborted) {
      const isHome = await asking(deps, state, () => workAll(deps, rounds, state))
      const way = deps.wayOf(state.canIdle)
      if (isHome && way.kind === 'visit') return way.everyMs
      if (isHome && !state.idling && way.kind === 'listen') listenIn(connection, state, bell.ring)
      await bell.wait(nextCheckMs(deps, state, rounds))
      if (isAskDue(deps, state)) await asking(deps, state, () => ask(deps, rounds, state))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    connection.close()
  }
  if (!signal.aborted) throw state.failure ?? new MailError('closed', 'the server ended the connection')
  return null
}

interface State {
  patience: Patience
  /** Why the connection was given up while it listened. */
  failure: unknown
  lastByteAt: Date
  lastLookAt: Date
  recheckAt: Date | null
  /** When something is to be done to mails here. */
  actionsAt: Date | null
  idling: { since: Date; isBroken: boolean } | null
  canIdle: boolean
}

const newState = (now: Date, patience: Patience): State => ({
  patience,
  failure: null,
  lastByteAt: now,
  lastLookAt: now,
  recheckAt: null,
  actionsAt: now,
  idling: null,
  canIdle: true,
})

function alive(deps: SessionDeps, state: State): void {
  state.lastByteAt = systemClock.now()
  deps.onAlive(state.lastByteAt)
}

async function asking<T>({ signs }: SessionDeps, state: State, work: () => Promise<T>): Promise<T> {
  signs.isBusy = true
  if (state.idling) state.idling.isBroken = true
  try {
    return await work()
  } finally {
    signs.isBusy = false
  }
}

/** Whatever is due, one after the other; answers whether the first folder is open and nothing more is known to lie in it. */
async function workAll(deps: SessionDeps, rounds: Rounds, state: State): Promise<boolean> {
  if (isDrainDue(rounds)) await drainNow(deps, rounds, state)
  if (isCaughtUp(rounds) && isReached(state.actionsAt)) await workActions(deps, rounds, state)
  if (isCaughtUp(rounds) && isReached(deps.signs.reconcileAt)) await reconcileNow(deps, rounds, state)
  if (await lookAround(rounds)) alive(deps, state)
  return !isDrainDue(rounds) && (await goHome(rounds))
}

async function drainNow(deps: SessionDeps, rounds: Rounds, state: State): Promise<void> {
  state.lastLookAt = systemClock.now()
  const { handedOver, failed } = await drainDue(rounds)
  if (handedOver > 0) {
    state.recheckAt = soon(recheckMs)
    state.actionsAt = systemClock.now()
  }
  if (failed > 0) return
  alive(deps, state)
  await deps.onLive()
}

/** What cannot be done now is tried again later; mail that arrives meanwhile is looked for afterwards. */
async function workActions(deps: SessionDeps, rounds: Rounds, state: State): Promise<void> {
  state.actionsAt = null
  rounds.open = null
  try {
    const nextMs = await deps.workActions(rounds.connection)
    state.actionsAt = nextMs === null ? null : soon(nextMs)
    alive(deps, state)
  } catch (error) {
    if (error instanceof LeaseLost || !rounds.connection.isOpen()) throw error
    deps.log.error({ err: error, mailbox: rounds.places[0]?.mailboxId }, 'what filters ask for in a mailbox could not be done')
    state.actionsAt = soon(pauseMs)
  }
}

async function reconcileNow(deps: SessionDeps, rounds: Rounds, state: State): Promise<void> {
  deps.signs.reconcileAt = soon(reconcilePauseMs)
  try {
    const lacking = await reconcileAll(deps.reconcile, rounds)
    deps.signs.reconcileAt = soon(nextReconcileMs(lacking, deps.random()))
    alive(deps, state)
  } catch (error) {
    if (error instanceof LeaseLost || !rounds.connection.isOpen()) throw error
    deps.log.error({ err: error, mailbox: rounds.places[0]?.mailboxId }, 'a mailbox could not be compared with its server')
  }
}

function listenIn(connection: Connection, state: State, ring: () => void): void {
  const idling = { since: systemClock.now(), isBroken: false }
  state.idling = idling
  const ended = (isHeard: boolean) => {
    if (state.idling === idling) state.idling = null
    const lastedMs = systemClock.now().getTime() - idling.since.getTime()
    // A command of ours ends IDLE as well.
    if (!isHeard || (lastedMs < shortIdleMs && !idling.isBroken)) state.canIdle = false
    ring()
  }
  connection.idle().then(ended, (error: unknown) => {
    state.failure = error
    ended(false)
  })
}

function nextCheckMs(deps: SessionDeps, state: State, rounds: Rounds): number {
  const checks = [new Date(state.lastByteAt.getTime() + askMs(deps, state)), state.recheckAt, nextRoundAt(rounds)]
  if (isCaughtUp(rounds)) checks.push(state.actionsAt, deps.signs.reconcileAt)
  const first = Math.min(...checks.flatMap(at => at?.getTime() ?? []))
  return Math.max(0, first - systemClock.now().getTime())
}

function askMs(deps: SessionDeps, { canIdle, patience }: State): number {
  const way = deps.wayOf(canIdle)
  return way.kind === 'ask' ? Math.min(way.everyMs, patience.askAfterMs) : patience.askAfterMs
}

function isAskDue(deps: SessionDeps, state: State): boolean {
  const now = systemClock.now()
  if (isReached(state.recheckAt)) return true
  if (now.getTime() - state.lastByteAt.getTime() >= askMs(deps, state)) return true
  return liveness({ lastByteAt: state.lastByteAt, idleSince: state.idling?.since ?? null, now }) !== 'idle'
}

async function ask(deps: SessionDeps, rounds: Rounds, state: State): Promise<void> {
  state.recheckAt = null
  await rounds.connection.noop(state.patience.answerMs)
  alive(deps, state)
  if (state.lastByteAt.getTime() - state.lastLookAt.getTime() >= lookAnywayMs) markHome(rounds)
}

const isReached = (at: Date | null): boolean => at !== null && systemClock.now() >= at
const soon = (ms: number): Date => new Date(systemClock.now().getTime() + ms)
