// Watches one leased mailbox: connects, runs a session, and reconnects after growing delays.
import { toAbsence } from '../../../core/mailbox/backlog.ts'
import { reconnectDelayMs, retryDelayMs } from '../../../core/mailbox/backoff.ts'
import { nextRetryAt, troubleRetryMs } from '../../../core/mailbox/provider-trouble.ts'
import { systemClock } from '../../foundation/clock.ts'
import { isConclusive, isMailProblem, isRejection, type MailProblem, needsUserAction, toMailProblem } from '../imap/errors.ts'
import { newFolderSync } from '../mailboxes/folder-sync.ts'
import type { LeasedMailbox } from '../mailboxes/owners.ts'
import { LeaseLost, setMailboxState } from '../mailboxes/store.ts'
import { saveAbsence } from '../messages/backlog-store.ts'
import type { WatchSigns } from './second-path.ts'
import { runSession } from './session.ts'
import { connect, readLimits, saveMailboxEvent, toSessionDeps, toWatchedMailbox, type Watch, type WatchDeps } from './watch-deps.ts'

/** After a session this long, the next failure counts as the first. */
const stableAfterMs = 30_000
/** A server that accepted the password yesterday may refuse it in an outage; after three refusals we believe it. */
const maxRefusals = 3

/** Runs until `signal` aborts, another host takes over, or the user has to act. */
export async function watchMailbox(
  deps: WatchDeps,
  mailbox: LeasedMailbox,
  signal: AbortSignal,
  onAlive: (at: Date) => void,
): Promise<void> {
  const folderSyncs = mailbox.folders.map(folder => newFolderSync(mailbox.userId, mailbox.id, folder))
  const watch: Watch = { mailbox, folderSyncs, signs: newSigns(), connection: null, hasRested: false, isInstant: true, limitsReadAt: null }
  const secondPath = deps.secondPath.add(toWatchedMailbox(deps, watch))
  try {
    await reconnectLoop(deps, watch, signal, onAlive)
  } finally {
    secondPath.end()
  }
}

const newSigns = (): WatchSigns => ({ connectedAt: null, isBusy: false, hasNewActions: false, reconcileAt: systemClock.now() })

async function reconnectLoop(deps: WatchDeps, watch: Watch, signal: AbortSignal, onAlive: (at: Date) => void): Promise<void> {
  const { mailbox } = watch
  const reported: Reported = { state: null }
  let failures = 0
  let refusals = 0
  let hasLived = mailbox.lastAliveAt !== null
  /** Its user was to act: it is tried once, and goes back to that unless it works. */
  let isRetry = mailbox.state === 'needs_you'
  const onLive = () => {
    if (refusals > 0 || isRetry) deps.providers.accepted(mailbox)
    hasLived = true
    isRetry = false
    refusals = 0
    reported.state = null
  }
  const onByte = (at: Date) => {
    mailbox.lastAliveAt = at
    onAlive(at)
  }
  while (!signal.aborted) {
    const startedAt = systemClock.now().getTime()
    const ended = await connectOnce(deps, watch, signal, onByte, onLive)
    if (signal.aborted || ended === 'lease_lost') return
    watch.hasRested = typeof ended === 'object'
    if (typeof ended === 'object') {
      failures = 0
      // Spreads the mailboxes that are only polled, so that they don't all connect at once.
      await systemClock.sleep(ended.restMs * (0.9 + 0.2 * (deps.random ?? Math.random)()), signal)
      continue
    }
    failures = systemClock.now().getTime() - startedAt >= stableAfterMs ? 1 : failures + 1
    const random = (deps.random ?? Math.random)()
    const judged = await judgeRefusal(deps, mailbox, ended)
    if (judged === 'lease_lost') return
    if (judged === 'provider_trouble') {
      if (!(await reportState(deps, mailbox, reported, 'waiting', judged))) return
      await systemClock.sleep(deps.signInRetryMs ?? troubleRetryMs(random), signal)
      continue
    }
    const needsUser = needsUserAction(ended)
    if (needsUser) refusals++
    const isFinal = isRetry || (needsUser && (!hasLived || isConclusive(ended) || refusals >= maxRefusals))
    const problem = isRetry && !needsUser ? toProblem(mailbox.reason) : ended
    if (!(await reportState(deps, mailbox, reported, isFinal ? 'needs_you' : 'waiting', problem)) || isFinal) return
    await systemClock.sleep(needsUser ? (deps.signInRetryMs ?? 120_000) * refusals : pauseAfter(ended, failures, random), signal)
  }
}

const workedWithinMs = 2 * 86_400_000

/** A refusal of a mailbox that worked lately may be its provider's trouble; then many others are refused, too. */
async function judgeRefusal(
  { providers, log }: WatchDeps,
  mailbox: LeasedMailbox,
  problem: MailProblem,
): Promise<'provider_trouble' | 'lease_lost' | null> {
  const { lastAliveAt } = mailbox
  const hasWorkedLately = lastAliveAt !== null && systemClock.now().getTime() - lastAliveAt.getTime() < workedWithinMs
  // A changed certificate is a decision for its user, however many it concerns.
  if (!needsUserAction(problem) || problem === 'fingerprint_changed' || !hasWorkedLately) return null
  try {
    return (await providers.refused(mailbox)) ? 'provider_trouble' : null
  } catch (error) {
    if (error instanceof LeaseLost) return 'lease_lost'
    log.warn({ err: error, mailbox: mailbox.id }, 'a refusal could not be saved')
    return null
  }
}

const toProblem = (reason: string | null): MailProblem => (reason !== null && isMailProblem(reason) ? reason : 'unknown')

/** A broken network may return at any moment; a server that turns us away needs a longer pause. */
const pauseAfter = (ended: MailProblem, failures: number, random: number): number =>
  isRejection(ended) ? retryDelayMs(failures, random) : reconnectDelayMs(failures, random)

/** Runs one connection and returns why it ended. */
async function connectOnce(
  deps: WatchDeps,
  watch: Watch,
  signal: AbortSignal,
  onAlive: (at: Date) => void,
  onLive: () => void,
): Promise<MailProblem | 'lease_lost' | { restMs: number }> {
  const { log } = deps
  const { mailbox, signs } = watch
  try {
    watch.connection = await connect(deps, mailbox, signal)
    await recordAbsence(deps, mailbox)
    await readLimits(deps, watch)
    const restMs = await runSession(toSessionDeps(deps, watch, onAlive, onLive), watch.connection, watch.folderSyncs, signal)
    return restMs === null ? 'closed' : { restMs }
  } catch (error) {
    if (error instanceof LeaseLost) return 'lease_lost'
    const problem = toMailProblem(error, mailbox.settings.host)
    // We can't know what we missed until the next reconciliation.
    signs.reconcileAt = systemClock.now()
    if (problem === 'unknown') log.error({ err: error, mailbox: mailbox.id }, 'a mailbox failed with an unknown error')
    else log.info({ mailbox: mailbox.id, problem }, 'a mailbox is not connected')
    return problem
  } finally {
    signs.connectedAt = null
    watch.connection?.close()
    watch.connection = null
  }
}

/** After a long absence, the emails that came meanwhile are a backlog. Saved before the first of them is received. */
async function recordAbsence({ db }: WatchDeps, mailbox: LeasedMailbox): Promise<void> {
  const absence = toAbsence(mailbox.lastAliveAt, systemClock.now())
  if (absence) await saveAbsence(db, mailbox.userId, mailbox, absence)
}

/** The state written last, so that repeated failures don't report it again. */
interface Reported {
  state: string | null
}

/** Writes the state that the user sees; false when another host has taken over. */
async function reportState(
  deps: WatchDeps,
  mailbox: LeasedMailbox,
  reported: Reported,
  state: 'waiting' | 'needs_you',
  problem: MailProblem,
): Promise<boolean> {
  if (reported.state === `${state} ${problem}`) return true
  try {
    const now = systemClock.now()
    const retryAt = state === 'needs_you' ? nextRetryAt(mailbox.retries, mailbox.downSince ?? now, now) : null
    await setMailboxState(deps.db, mailbox.userId, mailbox, state, problem, now, retryAt)
    await saveMailboxEvent(deps, mailbox, { kind: state === 'waiting' ? 'lost' : 'needs_you', detail: { problem } })
    reported.state = `${state} ${problem}`
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return false
    // An unreachable database must not end the watch: the state is written with the next change.
    deps.log.warn({ err: error, mailbox: mailbox.id }, 'the state of a mailbox could not be saved')
    return true
  }
}
