// Decides what becomes of an inbound message that could not be answered: another try, or set aside with an alarm.
import { isAlarm, nextInboundTry } from '../../../core/delivery/set-aside.ts'
import { isDatabaseTrouble } from '../../foundation/db/connection-errors.ts'
import { countFailure, setAside } from '../../foundation/db/set-aside.ts'
import type { ClaimedInbound } from '../../whatsapp/inbound-owners.ts'
import type { AnswerDeps } from './deps.ts'

/** While the database is in trouble, a failure says nothing about the message. */
export async function recordFailure(deps: AnswerDeps, message: ClaimedInbound, error: unknown): Promise<void> {
  const { db, clock, log } = deps
  const { wamid, isUrgent } = message
  log.error({ err: error, wamid }, 'a message from a phone could not be answered')
  if (isDatabaseTrouble(error)) return
  const item = { kind: 'inbound' as const, id: wamid }
  const now = clock.now()
  const failures = await countFailure(db, item, error, now)
  if (isAlarm(failures)) await setAside(deps, item, error, now)
  const retryAt = nextInboundTry(failures, isUrgent, now)
  if (retryAt) await deps.postponeInbound(db, wamid, retryAt)
  else await db.transaction().execute(tx => deps.closeInbound(tx, wamid, 'set_aside', now))
}
