// Works off what people asked to be done in their mailboxes, each on a connection of its own.
import { type ActNext, type ActOutcome, afterAct } from '../../../core/mailbox/acts.ts'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { AccessParts } from '../access.ts'
import { needsPerson, problemOf } from '../errors.ts'
import { readView } from '../messages/store.ts'
import { atMailbox } from '../outgoing/filed.ts'
import { readPlace } from '../outgoing/store.ts'
import { readMailbox } from '../store.ts'
import { carryOutAct } from './carry-out.ts'
import { claimAct } from './owners.ts'
import { type KeptAct, noteCopyMoved, settleAct } from './store.ts'

/** What was asked for, once it is done or cannot be. `reason` is a code of `reply.act.*`. */
export interface EndedAct {
  userId: string
  actId: string
  messageId: string
  destinationId: string | null
  kind: KeptAct['kind']
  state: 'done' | 'failed'
  reason: ActNext['reason']
}

export interface ActParts extends AccessParts {
  clock: Clock
  log: Log
  /** Called after the end was kept, and at best once. */
  onActEnd?(ended: EndedAct): Promise<void>
}

const sweepMs = 1000
const leaseMs = 5 * 60_000

/** Does what is due, at once after `wake`, else within a second. */
export function openActs(parts: ActParts): { wake(): void; stop(): Promise<void> } {
  let working: Promise<void> | null = null
  const work = (): Promise<void> => {
    working ??= workActs(parts)
      .then(() => undefined)
      .catch((error: unknown) => parts.log.error({ err: error }, 'what people asked for in their mailboxes could not be looked up'))
      .finally(() => {
        working = null
      })
    return working
  }
  const sweep = parts.clock.every(sweepMs, work)
  return {
    wake: () => void work(),
    stop: async () => {
      await sweep.stop()
      await working
    },
  }
}

/** Does all that is due now, one after the other; answers how much that was. */
export async function workActs(parts: ActParts): Promise<number> {
  for (let worked = 0; ; worked++) {
    const act = await claimAct(parts.db, parts.clock.now(), leaseMs)
    if (!act) return worked
    await workAct(parts, act)
  }
}

async function workAct(parts: ActParts, act: KeptAct): Promise<void> {
  const { db, clock, log } = parts
  const next = afterAct(act.attempts, await doAct(parts, act), clock.now())
  if (!(await settleAct(db, act.user_id, act, next, clock.now())) || next.state === 'waiting') return
  const ended = { userId: act.user_id, actId: act.id, messageId: act.message_id, destinationId: act.destination_id, kind: act.kind }
  await parts
    .onActEnd?.({ ...ended, state: next.state, reason: next.reason })
    .catch((error: unknown) => log.warn({ err: error, act: act.id }, 'what became of a deed was not told'))
}

async function doAct(parts: ActParts, act: KeptAct): Promise<ActOutcome> {
  const { db, keys, log } = parts
  const { user_id: userId, message_id: messageId } = act
  const mailbox = await readMailbox(db, userId, act.mailbox_id)
  const place = await readPlace(db, userId, messageId)
  if (!mailbox || mailbox.kind !== 'imap') return { kind: 'failed', reason: 'disconnected' }
  if (!place) return { kind: 'failed', reason: 'gone' }
  const idOfMail = (await readView(db, userId, keys, messageId))?.messageId ?? null
  try {
    const { outcome, archive } = await atMailbox(parts, mailbox, connection => carryOutAct(connection, act.kind, place, idOfMail))
    if (act.kind === 'archive' && outcome.kind === 'done' && archive !== null) await noteCopyMoved(db, userId, messageId, archive)
    return outcome
  } catch (error) {
    log.info({ err: error, act: act.id }, 'a mailbox could not be reached for what its person asked')
    return { kind: 'away', isFinal: needsPerson(problemOf(error, '')) }
  }
}
