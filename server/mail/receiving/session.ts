// Runs one connection to a mailbox: fetches what is new, listens for more, and checks that the connection is alive.
import { liveness } from '../../../core/mailbox/liveness.ts'
import type { PollingMode } from '../../../core/mailbox/polling.ts'
import { nextReconcileMs } from '../../../core/mailbox/reconcile.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { WorkedActions } from '../actions/worker.ts'
import type { Connection } from '../imap/connection.ts'
import { MailError } from '../imap/errors.ts'
import { type Patience, patience as usual } from '../imap/patience.ts'
import { newWakeSignal } from '../imap/wake.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import { LeaseLost } from '../mailboxes/store.ts'
import { type ReconcileDeps, reconcileAll } from './reconcile/reconcile.ts'
import {
  drainDue,
  isCaughtUp,
  isDrainDue,
  markPrimaryDirty,
  newRounds,
  nextPollAt,
  openPrimary,
  pollOthers,
  type Rounds,
  type RoundsDeps,
} from './rounds.ts'
import type { WatchSigns } from './second-path.ts'

export interface SessionDeps extends RoundsDeps {
  patience?: Patience | undefined
  /** Called whenever the server has shown that it is alive. */
  onAlive(at: Date): void
  /** Called repeatedly once the folders have been drained for the first time. */
  onLive(): Promise<void>
  reconcile: ReconcileDeps
  signs: WatchSigns
  pollingMode(supportsIdle: boolean): PollingMode
  /** Runs due filter actions in this mailbox. */
  runFilterActions(connection: Connection): Promise<WorkedActions>
}

/** When to check again after a drain: some servers don't report in IDLE what arrived just before it. */
const recheckAfterMs = 2_000
/** How often we look past the cursor even when the server reports nothing. */
const maxUncheckedMs = 5 * 60_000
/** How long filter actions wait after a failure of ours. */
const retryAfterMs = 30_000
const reconcileRetryMs = 5 * 60_000
/** A server that ends IDLE sooner than this on its own doesn't really support it. */
const shortIdleMs = 500

/**
 * Runs until the connection ends (throws the reason) or `signal` aborts (returns null); throws LeaseLost when another host has taken
 * over. For a mailbox that is only polled, returns the milliseconds until the next visit.
 */
export async function runSession(
  deps: SessionDeps,
  connection: Connection,
  folderSyncs: FolderSync[],
  signal: AbortSignal,
): Promise<number | null> {
  const wakeSignal = newWakeSignal()
  const stop = () => connection.close()
  signal.addEventListener('abort', stop)
  const rounds = newRounds(deps, connection, folderSyncs)
  const state = newState(systemClock.now(), deps.patience ?? usual)
  connection.listen(() => {
    markPrimaryDirty(rounds)
    recordByte(deps, state)
    wakeSignal.wake()
  }, wakeSignal.wake)
  try {
    while (connection.isOpen() && !signal.aborted) {
      const isHome = await whileBusy(deps, state, () => doDueWork(deps, rounds, state))
      const mode = deps.pollingMode(state.canIdle)
      if (isHome && mode.kind === 'visit') return mode.everyMs
      if (isHome && !state.idling && mode.kind === 'listen') startIdle(connection, state, wakeSignal.wake)
      await wakeSignal.wait(nextCheckMs(deps, state, rounds))
      if (isProbeDue(deps, state)) await whileBusy(deps, state, () => probe(deps, rounds, state))
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
  /** Why the connection failed while idling. */
  failure: unknown
  lastByteAt: Date
  lastDrainAt: Date
  recheckAt: Date | null
  /** When the next filter action is due. */
  actionsAt: Date | null
  idling: { since: Date; isBroken: boolean } | null
  canIdle: boolean
}

const newState = (now: Date, patience: Patience): State => ({
  patience,
  failure: null,
  lastByteAt: now,
  lastDrainAt: now,
  recheckAt: null,
  actionsAt: now,
  idling: null,
  canIdle: true,
})

function recordByte(deps: SessionDeps, state: State): void {
  state.lastByteAt = systemClock.now()
  deps.onAlive(state.lastByteAt)
}

async function whileBusy<T>({ signs }: SessionDeps, state: State, work: () => Promise<T>): Promise<T> {
  signs.isBusy = true
  if (state.idling) state.idling.isBroken = true
  try {
    return await work()
  } finally {
    signs.isBusy = false
  }
}

/** Does everything that is due, in turn; true when the primary folder is open and has nothing known to fetch. */
async function doDueWork(deps: SessionDeps, rounds: Rounds, state: State): Promise<boolean> {
  if (isDrainDue(rounds)) await drainNow(deps, rounds, state)
  if (isCaughtUp(rounds) && isPast(state.actionsAt)) await runFilterActions(deps, rounds, state)
  if (isCaughtUp(rounds) && isPast(deps.signs.reconcileAt)) await reconcileNow(deps, rounds, state)
  if (await pollOthers(rounds)) recordByte(deps, state)
  return !isDrainDue(rounds) && (await openPrimary(rounds))
}

async function drainNow(deps: SessionDeps, rounds: Rounds, state: State): Promise<void> {
  state.lastDrainAt = systemClock.now()
  const { received, failed } = await drainDue(rounds)
  if (received > 0) {
    state.recheckAt = inMs(recheckAfterMs)
    if (deps.signs.hasNewActions) state.actionsAt = systemClock.now()
  }
  if (failed > 0) return
  recordByte(deps, state)
  await deps.onLive()
}

/** Actions that fail are retried later. After any, the primary folder is reopened, which finds emails that arrived meanwhile. */
async function runFilterActions(deps: SessionDeps, rounds: Rounds, state: State): Promise<void> {
  state.actionsAt = null
  deps.signs.hasNewActions = false
  const { open } = rounds
  rounds.open = null
  try {
    const { nextMs, hasRun } = await deps.runFilterActions(rounds.connection)
    if (!hasRun) rounds.open = open
    state.actionsAt = nextMs === null ? null : inMs(nextMs)
    recordByte(deps, state)
  } catch (error) {
    if (error instanceof LeaseLost || !rounds.connection.isOpen()) throw error
    deps.log.error({ err: error, mailbox: rounds.folderSyncs[0]?.mailboxId }, 'filter actions in a mailbox failed')
    state.actionsAt = inMs(retryAfterMs)
  }
}

async function reconcileNow(deps: SessionDeps, rounds: Rounds, state: State): Promise<void> {
  deps.signs.reconcileAt = inMs(reconcileRetryMs)
  try {
    const missing = await reconcileAll(deps.reconcile, rounds)
    deps.signs.reconcileAt = inMs(nextReconcileMs(missing, deps.random()))
    recordByte(deps, state)
  } catch (error) {
    if (error instanceof LeaseLost || !rounds.connection.isOpen()) throw error
    deps.log.error({ err: error, mailbox: rounds.folderSyncs[0]?.mailboxId }, 'reconciling a mailbox failed')
  }
}

function startIdle(connection: Connection, state: State, wake: () => void): void {
  const idling = { since: systemClock.now(), isBroken: false }
  state.idling = idling
  const ended = (wasAccepted: boolean) => {
    if (state.idling === idling) state.idling = null
    const lastedMs = systemClock.now().getTime() - idling.since.getTime()
    // One of our own commands ends IDLE too.
    if (!wasAccepted || (lastedMs < shortIdleMs && !idling.isBroken)) state.canIdle = false
    wake()
  }
  connection.idle().then(ended, (error: unknown) => {
    state.failure = error
    ended(false)
  })
}

function nextCheckMs(deps: SessionDeps, state: State, rounds: Rounds): number {
  const checks = [new Date(state.lastByteAt.getTime() + probeAfterMs(deps, state)), state.recheckAt, nextPollAt(rounds)]
  if (isCaughtUp(rounds)) checks.push(state.actionsAt, deps.signs.reconcileAt)
  const first = Math.min(...checks.flatMap(at => at?.getTime() ?? []))
  return Math.max(0, first - systemClock.now().getTime())
}

function probeAfterMs(deps: SessionDeps, { canIdle, patience }: State): number {
  const mode = deps.pollingMode(canIdle)
  return mode.kind === 'ask' ? Math.min(mode.everyMs, patience.askAfterMs) : patience.askAfterMs
}

function isProbeDue(deps: SessionDeps, state: State): boolean {
  const now = systemClock.now()
  if (isPast(state.recheckAt)) return true
  if (now.getTime() - state.lastByteAt.getTime() >= probeAfterMs(deps, state)) return true
  return liveness({ lastByteAt: state.lastByteAt, idleSince: state.idling?.since ?? null, now }) !== 'idle'
}

async function probe(deps: SessionDeps, rounds: Rounds, state: State): Promise<void> {
  state.recheckAt = null
  await rounds.connection.noop(state.patience.answerMs)
  recordByte(deps, state)
  if (state.lastByteAt.getTime() - state.lastDrainAt.getTime() >= maxUncheckedMs) markPrimaryDirty(rounds)
}

const isPast = (at: Date | null): boolean => at !== null && systemClock.now() >= at
const inMs = (ms: number): Date => new Date(systemClock.now().getTime() + ms)
