// Does the actions that wait in mailboxes: a filter's on the connection that watches the mailbox, a user's at once on its own.
import { actionPauseMs, afterAction, type MailboxActionNext, type MailboxActionOutcome } from '../../../core/mailbox/actions.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { Connection } from '../imap/connection.ts'
import { needsPerson, problemOf } from '../imap/errors.ts'
import type { AccessDeps } from '../mailboxes/access.ts'
import { readMailbox, type Watched } from '../mailboxes/store.ts'
import { readView } from '../messages/store.ts'
import { atMailbox } from '../outgoing/filed.ts'
import { readMessageLocation } from '../outgoing/store.ts'
import { claimPersonAction } from './owners.ts'
import { runAction } from './run.ts'
import { beginFilterAction, dueFilterActions, type KeptAction, nextFilterActionAt, noteCopyMoved, recordAction } from './store.ts'

interface ActionDeps {
  db: Db
  keys: PersonKeys
  /** The clock that dated the message. */
  clock: Pick<Clock, 'now'>
}

export interface FilterActionDeps extends ActionDeps {
  userId: string
  watched: Watched
}

const atOnce = 100

/** Does what is due; returns in how many milliseconds the next is, or null. Throws when the connection ends, and LeaseLost when the mailbox is another's. */
export async function workFilterActions(deps: FilterActionDeps, connection: Connection): Promise<number | null> {
  const { db, clock, userId, watched } = deps
  for (;;) {
    const due = await dueFilterActions(db, userId, watched.id, clock.now(), atOnce)
    for (const action of due) {
      const now = clock.now()
      const retryAt = new Date(now.getTime() + actionPauseMs(action.attempts + 1))
      const begun = await beginFilterAction(db, userId, watched, action, retryAt, now)
      await record(deps, begun, await runAt(deps, connection, begun))
    }
    if (due.length === atOnce) continue
    const next = await nextFilterActionAt(db, userId, watched.id)
    return next && Math.max(0, next.getTime() - clock.now().getTime())
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

/** Null where another host has taken it over, or it is to be done again. */
async function record({ db, clock }: ActionDeps, action: KeptAction, outcome: MailboxActionOutcome): Promise<FinalAction | null> {
  const next = afterAction(action.attempts, outcome, clock.now())
  const isRecorded = await recordAction(db, action.user_id, action, next, clock.now())
  return isRecorded && next.state !== 'waiting' ? { state: next.state, reason: next.reason } : null
}

interface FinalAction {
  state: 'done' | 'failed'
  reason: MailboxActionNext['reason']
}

/** What a person asked for, once it is done or cannot be. `reason` is a code of `reply.act.*`. */
export interface FinishedAction extends FinalAction {
  userId: string
  actionId: string
  messageId: string
  destinationId: string | null
  kind: KeptAction['kind']
}

export interface PersonActionDeps extends AccessDeps {
  clock: Clock
  log: Log
  /** Called after the end was recorded, at most once. */
  onActionEnd?(finished: FinishedAction): Promise<void>
}

const sweepMs = 1000
const leaseMs = 5 * 60_000

/** Does what people asked for, at once after `wake`, else within a second. */
export function openPersonActions(deps: PersonActionDeps): { wake(): void; stop(): Promise<void> } {
  let working: Promise<void> | null = null
  const work = (): Promise<void> => {
    working ??= workPersonActions(deps)
      .then(() => undefined)
      .catch((error: unknown) => deps.log.error({ err: error }, 'what people asked for in their mailboxes could not be looked up'))
      .finally(() => {
        working = null
      })
    return working
  }
  const sweep = deps.clock.every(sweepMs, work)
  return {
    wake: () => void work(),
    stop: async () => {
      await sweep.stop()
      await working
    },
  }
}

/** Does all that is due now, one after the other; returns how many those were. */
export async function workPersonActions(deps: PersonActionDeps): Promise<number> {
  for (let worked = 0; ; worked++) {
    const action = await claimPersonAction(deps.db, deps.clock.now(), leaseMs)
    if (!action) return worked
    const final = await record(deps, action, await runApart(deps, action))
    if (!final) continue
    const { user_id: userId, id: actionId, message_id: messageId, destination_id: destinationId, kind } = action
    await deps
      .onActionEnd?.({ userId, actionId, messageId, destinationId, kind, ...final })
      .catch((error: unknown) => deps.log.warn({ err: error, actionId }, 'nobody was told how an action in a mailbox ended'))
  }
}

/** On a connection of its own: its person waits. */
async function runApart(deps: PersonActionDeps, action: KeptAction): Promise<MailboxActionOutcome> {
  const mailbox = await readMailbox(deps.db, action.user_id, action.mailbox_id)
  if (!mailbox || mailbox.kind !== 'imap') return { kind: 'failed', reason: 'disconnected' }
  try {
    return await atMailbox(deps, mailbox, connection => runAt(deps, connection, action))
  } catch (error) {
    deps.log.info({ err: error, actionId: action.id }, 'a mailbox could not be reached for what its person asked')
    return { kind: 'away', isFinal: needsPerson(problemOf(error, '')) }
  }
}
