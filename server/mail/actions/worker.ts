// Runs pending mailbox actions: a filter's on the connection that watches the mailbox, a user's at once on a separate one.
import { actionPauseMs, afterAction, type MailboxActionNext, type MailboxActionOutcome } from '../../../core/mailbox/actions.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { Connection } from '../imap/connection.ts'
import { needsUserAction, toMailProblem } from '../imap/errors.ts'
import { openMailServers } from '../mailboxes/mail-servers.ts'
import { workSideBySide } from '../mailboxes/side-by-side.ts'
import { readMailbox, type WatchLease } from '../mailboxes/store.ts'
import { readView } from '../messages/store.ts'
import { type SeparateDeps, withMailboxConnection } from '../outgoing/filed.ts'
import { readMessageLocation } from '../outgoing/store.ts'
import { claimPersonAction } from './owners.ts'
import { runAction } from './run.ts'
import { beginFilterAction, dueFilterActions, type KeptAction, nextFilterActionAt, noteCopyMoved, recordAction } from './store.ts'

interface ActionDeps {
  db: Db
  keys: UserKeys
  /** The clock that timestamped the message. */
  clock: Pick<Clock, 'now'>
}

export interface FilterActionDeps extends ActionDeps {
  userId: string
  watched: WatchLease
}

const batchSize = 100

export interface WorkedActions {
  /** Milliseconds until the next action is due; null when none waits. */
  nextMs: number | null
  /** Another folder may be open on the connection now. */
  hasRun: boolean
}

/** Runs what is due. Throws when the connection ends, and LeaseLost when another host has taken over. */
export async function workFilterActions(deps: FilterActionDeps, connection: Connection): Promise<WorkedActions> {
  const { db, clock, userId, watched } = deps
  for (let hasRun = false; ; hasRun = true) {
    // Usually nothing is due, which this alone tells.
    const next = await nextFilterActionAt(db, userId, watched.id)
    const waitMs = next && Math.max(0, next.getTime() - clock.now().getTime())
    const due = waitMs === 0 ? await dueFilterActions(db, userId, watched.id, clock.now(), batchSize) : []
    if (due.length === 0) return { nextMs: waitMs, hasRun }
    for (const action of due) {
      const now = clock.now()
      const retryAt = new Date(now.getTime() + actionPauseMs(action.attempts + 1))
      const begun = await beginFilterAction(db, userId, watched, action, retryAt, now)
      await record(deps, begun, await runAt(deps, connection, begun))
    }
  }
}

async function runAt({ db, keys }: ActionDeps, connection: Connection, action: KeptAction): Promise<MailboxActionOutcome> {
  const { user_id: userId, message_id: messageId } = action
  const location = await readMessageLocation(db, userId, messageId)
  if (!location) return { kind: 'failed', reason: 'gone' }
  const { source, kind, folder, attempts } = action
  const readMessageId = async () => (await readView(db, userId, keys, messageId))?.messageId ?? null
  let known: Promise<string | null> | undefined
  const { outcome, archive } = await runAction(connection, {
    ...{ source, kind, folder, attempts, location },
    messageId: () => (known ??= readMessageId()),
  })
  if (outcome.kind === 'done' && archive !== null) await noteCopyMoved(db, userId, messageId, archive)
  return outcome
}

/** Null when another host has taken the action over, or it will be retried. */
async function record({ db, clock }: ActionDeps, action: KeptAction, outcome: MailboxActionOutcome): Promise<FinalAction | null> {
  const next = afterAction(action.attempts, outcome, clock.now())
  const isRecorded = await recordAction(db, action.user_id, action, next, clock.now())
  return isRecorded && next.state !== 'waiting' ? { state: next.state, reason: next.reason } : null
}

interface FinalAction {
  state: 'done' | 'failed'
  reason: MailboxActionNext['reason']
}

/** A requested action that has succeeded or failed for good. `reason` is a code of `reply.act.*`. */
export interface FinishedAction extends FinalAction {
  userId: string
  actionId: string
  messageId: string
  destinationId: string | null
  kind: KeptAction['kind']
}

export interface PersonActionDeps extends SeparateDeps {
  clock: Clock
  log: Log
  /** Called once at most, after the outcome was recorded. */
  onActionEnd?(finished: FinishedAction): Promise<void>
}

const leaseMs = 5 * 60_000

/** Runs users' requested actions, at once after `wake`, else within a second. */
export function openPersonActions(given: PersonActionDeps): { wake(): void; stop(): Promise<void> } {
  const { db, clock, log, servers = openMailServers(log) } = given
  const deps = { ...given, servers }
  return workSideBySide({
    ...{ clock, servers },
    claim: busy => claimPersonAction(db, clock.now(), leaseMs, busy),
    placeOf: ({ action, server }) => ({ mailboxId: action.mailbox_id, server }),
    work: ({ action }) =>
      runClaimed(deps, action).catch((error: unknown) =>
        // The action is claimed again when its lease ends.
        log.error({ err: error, actionId: action.id }, 'a requested mailbox action could not be run'),
      ),
    onClaimFailed: error => log.error({ err: error }, 'requested mailbox actions could not be claimed'),
  })
}

/** Runs all actions that are due now, in turn; returns how many. @internal */
export async function workPersonActions(deps: PersonActionDeps): Promise<number> {
  for (let worked = 0; ; worked++) {
    const claimed = await claimPersonAction(deps.db, deps.clock.now(), leaseMs)
    if (!claimed) return worked
    await runClaimed(deps, claimed.action)
  }
}

async function runClaimed(deps: PersonActionDeps, action: KeptAction): Promise<void> {
  const final = await record(deps, action, await runSeparately(deps, action))
  if (!final) return
  const { user_id: userId, id: actionId, message_id: messageId, destination_id: destinationId, kind } = action
  await deps
    .onActionEnd?.({ userId, actionId, messageId, destinationId, kind, ...final })
    .catch((error: unknown) => deps.log.warn({ err: error, actionId }, 'the outcome of a mailbox action could not be reported'))
}

/** Uses a separate connection, as the user is waiting. */
async function runSeparately(deps: PersonActionDeps, action: KeptAction): Promise<MailboxActionOutcome> {
  const mailbox = await readMailbox(deps.db, action.user_id, action.mailbox_id)
  if (!mailbox || mailbox.kind !== 'imap') return { kind: 'failed', reason: 'disconnected' }
  try {
    return await withMailboxConnection(deps, mailbox, connection => runAt(deps, connection, action))
  } catch (error) {
    deps.log.info({ err: error, actionId: action.id }, 'a mailbox could not be reached for what its person asked')
    return { kind: 'away', isFinal: needsUserAction(toMailProblem(error, '')) }
  }
}
