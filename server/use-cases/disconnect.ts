// Disconnects a mailbox: revokes its token, ends its open work, and erases its mail if the user wants that.
import type { removeMailboxApi as removeShape } from '../../core/api/mail.ts'
import type { Translate } from '../../core/words/words.ts'
import { settleUsage } from '../billing/store.ts'
import { cancelOfMessages } from '../delivery/cancel.ts'
import { dropMailFiles } from '../files/attachments/store.ts'
import { dropBlobs } from '../files/raw-message-store.ts'
import { dropExplanations } from '../filters/store.ts'
import type { Db } from '../foundation/db/pool.ts'
import { retryTransaction } from '../foundation/db/retry-transaction.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { PersonHandler } from '../foundation/http/route.ts'
import { openErasures } from '../mail/erasing/owners.ts'
import { beginErasure, endErasure, endFilterActions, eraseMessages, leftOf } from '../mail/erasing/store.ts'
import { dropEvents } from '../mail/mailboxes/events/store.ts'
import { removeMailbox } from '../mail/mailboxes/store.ts'
import { dropCopies } from '../mail/messages/copies-store.ts'
import { dropSenders } from '../mail/messages/senders-store.ts'

export interface DisconnectDeps {
  db: Db
  /** The clock of deliveries. */
  now(): Date
  say: Translate<'mail'>
  /** Takes back what a provider allowed us. */
  revoke(userId: string, mailboxId: string): Promise<unknown>
}

/** A mail that was under way while its mailbox went is written within this time, if at all. */
const underWayMs = 3_600_000
const batch = 200
/** What a request erases itself; the rest of a large mailbox goes within minutes. */
const batchesAtOnce = 20

export function disconnectHandler({ db, now, say, revoke }: DisconnectDeps): PersonHandler<typeof removeShape> {
  return async ({ userId, params: { id }, query }) => {
    await revoke(userId, id)
    const at = now()
    const isGone = await retryTransaction(db, async tx => {
      if (!(await removeMailbox(tx, userId, id))) return false
      await endFilterActions(tx, userId, id, at)
      await dropEvents(tx, userId, id)
      if (query.erase === 'yes') await beginErasure(tx, userId, id, at)
      return true
    })
    if (!isGone) throw new HttpError(404, 'not_found', say('refused.not_found'))
    if (query.erase === 'yes') await eraseKept(db, userId, id, at, batchesAtOnce)
    return {}
  }
}

/** Goes on with what a request or a host left undone, and erases once more what was still written; for a sweep now and then. */
export async function eraseDisconnected(db: Db, now: Date): Promise<void> {
  for (const { userId, mailboxId, at } of await openErasures(db)) {
    const isAll = await eraseKept(db, userId, mailboxId, now, Number.POSITIVE_INFINITY)
    if (isAll && now.getTime() - at.getTime() > underWayMs) await endErasure(db, userId, mailboxId)
  }
}

/** In small transactions, each of which may be the last; false when more is left. */
async function eraseKept(db: Db, userId: string, mailboxId: string, now: Date, most: number): Promise<boolean> {
  await retryTransaction(db, async tx => {
    await dropCopies(tx, userId, mailboxId)
    await dropSenders(tx, userId, mailboxId)
    await dropEvents(tx, userId, mailboxId)
  })
  for (let i = 0; i < most; i++) {
    const erased = await retryTransaction(db, async tx => {
      const ids = await leftOf(tx, userId, mailboxId, batch)
      if (ids.length === 0) return 0
      await cancelOfMessages(tx, userId, ids, now, settleUsage)
      await eraseMessages(tx, userId, ids, now)
      await dropExplanations(tx, userId, ids)
      await dropBlobs(tx, userId, ids)
      await dropMailFiles(tx, userId, ids)
      return ids.length
    })
    if (erased < batch) return true
  }
  return false
}
