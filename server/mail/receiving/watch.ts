// Watches one leased mailbox: connects, runs a session, and reconnects with growing pauses.
import { absenceOf } from '../../../core/mailbox/backlog.ts'
import { reconnectDelayMs, retryDelayMs } from '../../../core/mailbox/backoff.ts'
import { systemClock } from '../../foundation/clock.ts'
import { isDefinite, type MailProblem, needsPerson, problemOf, turnsAway } from '../imap/errors.ts'
import { newFolderSync } from '../mailboxes/folder-sync.ts'
import type { LeasedMailbox } from '../mailboxes/owners.ts'
import { LeaseLost, setMailboxState } from '../mailboxes/store.ts'
import { saveAbsence } from '../messages/backlog-store.ts'
import type { WatchSigns } from './second-path.ts'
import { runSession } from './session.ts'
import { connect, lookedOf, note, sessionDeps, type Watch, type WatchDeps } from './watching.ts'

/** A session that held so long was a good one: the next failure is a first one. */
const steadyMs = 30_000
/** A server that knew the password yesterday may refuse it in a bad hour; three times is a no. */
const refusalsAtMost = 3

/** Runs until `signal` aborts, the mailbox is another's, or its person has to act. */
export async function watchMailbox(
  deps: WatchDeps,
  mailbox: LeasedMailbox,
  signal: AbortSignal,
  onAlive: (at: Date) => void,
): Promise<void> {
  const places = mailbox.folders.map(folder => newFolderSync(mailbox.userId, mailbox.id, folder))
  const watch: Watch = { mailbox, places, signs: newSigns(), connection: null, hasRested: false }
  const looks = deps.secondPath.begin(lookedOf(deps, watch))
  try {
    await keepConnected(deps, watch, signal, onAlive)
  } finally {
    looks.end()
  }
}

const newSigns = (): WatchSigns => ({ connectedAt: null, isBusy: false, reconcileAt: systemClock.now() })

async function keepConnected(deps: WatchDeps, watch: Watch, signal: AbortSignal, onAlive: (at: Date) => void): Promise<void> {
  const { mailbox } = watch
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
    const ended = await connectOnce(deps, watch, signal, heard, isLive)
    if (signal.aborted || ended === 'lease_lost') return
    watch.hasRested = typeof ended === 'object'
    if (typeof ended === 'object') {
      failures = 0
      // Those that are visited do not all come at the same moment.
      await systemClock.sleep(ended.restMs * (0.9 + 0.2 * (deps.random ?? Math.random)()), signal)
      continue
    }
    failures = systemClock.now().getTime() - startedAt >= steadyMs ? 1 : failures + 1
    if (needsPerson(ended)) refusals++
    const isFinal = needsPerson(ended) && (!hasLived || isDefinite(ended) || refusals >= refusalsAtMost)
    if (!(await tell(deps, mailbox, telling, isFinal ? 'needs_you' : 'waiting', ended)) || isFinal) return
    const pauseMs = needsPerson(ended)
      ? (deps.signInRetryMs ?? 120_000) * refusals
      : pauseAfter(ended, failures, (deps.random ?? Math.random)())
    await systemClock.sleep(pauseMs, signal)
  }
}

/** A network that broke is back at any moment; a server that turns us away wants to be left alone. */
const pauseAfter = (ended: MailProblem, failures: number, random: number): number =>
  turnsAway(ended) ? retryDelayMs(failures, random) : reconnectDelayMs(failures, random)

/** One connection from its start to its end; says why it ended. */
async function connectOnce(
  deps: WatchDeps,
  watch: Watch,
  signal: AbortSignal,
  onAlive: (at: Date) => void,
  isLive: () => void,
): Promise<MailProblem | 'lease_lost' | { restMs: number }> {
  const { log } = deps
  const { mailbox, signs } = watch
  try {
    watch.connection = await connect(deps, mailbox, signal)
    await noteAbsence(deps, mailbox)
    const restMs = await runSession(sessionDeps(deps, watch, onAlive, isLive), watch.connection, watch.places, signal)
    return restMs === null ? 'closed' : { restMs }
  } catch (error) {
    if (error instanceof LeaseLost) return 'lease_lost'
    const problem = problemOf(error, mailbox.settings.host)
    // What was lost is not known, but for what the next comparison finds.
    signs.reconcileAt = systemClock.now()
    if (problem === 'unknown') log.error({ err: error, mailbox: mailbox.id }, 'a mailbox failed in an unknown way')
    else log.info({ mailbox: mailbox.id, problem }, 'a mailbox is not connected')
    return problem
  } finally {
    signs.connectedAt = null
    watch.connection?.close()
    watch.connection = null
  }
}

/** After a long silence, what came meanwhile is a backlog: kept before the first of it is taken in. */
async function noteAbsence({ db }: WatchDeps, mailbox: LeasedMailbox): Promise<void> {
  const absence = absenceOf(mailbox.lastAliveAt, systemClock.now())
  if (absence) await saveAbsence(db, mailbox.userId, mailbox, absence)
}

/** What was written last: what was told already is not told with each attempt. */
interface Telling {
  told: string | null
}

/** Writes the state that the person sees; false when the mailbox is another's by now. */
async function tell(
  deps: WatchDeps,
  mailbox: LeasedMailbox,
  telling: Telling,
  state: 'waiting' | 'needs_you',
  problem: MailProblem,
): Promise<boolean> {
  if (telling.told === `${state} ${problem}`) return true
  try {
    await setMailboxState(deps.db, mailbox.userId, mailbox, state, problem, systemClock.now())
    await note(deps, mailbox, { kind: state === 'waiting' ? 'lost' : 'needs_you', detail: { problem } })
    telling.told = `${state} ${problem}`
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return false
    // A database that is away must not end the watch: the state is told with the next change.
    deps.log.warn({ err: error, mailbox: mailbox.id }, 'the state of a mailbox could not be written')
    return true
  }
}
