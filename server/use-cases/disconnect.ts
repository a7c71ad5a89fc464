// Disconnects a mailbox: revokes its token, ends its pending work, and erases its messages if the user wants that.
import type { removeMailboxApi as removeShape } from '../../core/api/mail.ts'
import type { Translate } from '../../core/words/words.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { cancelDeliveriesOf } from '../delivery/cancel.ts'
import { dropAttachments } from '../files/attachments/owners.ts'
import { dropRawMessages } from '../files/raw-messages-owners.ts'
import { dropExplanations } from '../filters/explanations-owners.ts'
import { messageKeysOf } from '../foundation/db/message-keys.ts'
import type { Db } from '../foundation/db/pool.ts'
import { retryTransaction } from '../foundation/db/retry-transaction.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { UserHandler } from '../foundation/http/route.ts'
import { readPendingErasures } from '../mail/erasing/owners.ts'
import { beginErasure, endErasure, endFilterActions, eraseMessages, readRemaining } from '../mail/erasing/store.ts'
import { dropEvents } from '../mail/mailboxes/events/store.ts'
import { removeMailbox } from '../mail/mailboxes/store.ts'
import { dropCopies } from '../mail/messages/copies-store.ts'
import { dropSenders } from '../mail/messages/senders-store.ts'

export interface DisconnectDeps {
  db: Db
  /** The clock of deliveries. */
  now(): Date
  say: Translate<'mail'>
  /** Revokes the access that the provider granted us. */
  revoke(userId: string, mailboxId: string): Promise<unknown>
}

/** An email in flight while its mailbox was removed is saved within this time, if at all. */
const inFlightMs = 3_600_000
const batch = 200
/** What a request erases itself; the rest of a large mailbox is erased in the background within minutes. */
const batchesPerRequest = 20

export function disconnectHandler({ db, now, say, revoke }: DisconnectDeps): UserHandler<typeof removeShape> {
  return async ({ userId, params: { id }, query }) => {
    await revoke(userId, id)
    const at = now()
    const isRemoved = await retryTransaction(db, async tx => {
      if (!(await removeMailbox(tx, userId, id))) return false
      await endFilterActions(tx, userId, id, at)
      await dropEvents(tx, userId, id)
      if (query.erase === 'yes') await beginErasure(tx, userId, id, at)
      return true
    })
    if (!isRemoved) throw new HttpError(404, 'not_found', say('refused.not_found'))
    if (query.erase === 'yes') await eraseMessagesOf(db, userId, id, at, batchesPerRequest)
    return {}
  }
}

/** Finishes interrupted erasures, and erases messages that were saved after the erasure began; called by a periodic sweep. */
export async function eraseDisconnected(db: Db, now: Date): Promise<void> {
  const failed: unknown[] = []
  for (const { userId, mailboxId, at } of await readPendingErasures(db))
    try {
      const isComplete = await eraseMessagesOf(db, userId, mailboxId, now, Number.POSITIVE_INFINITY)
      if (isComplete && now.getTime() - at.getTime() > inFlightMs) await endErasure(db, userId, mailboxId)
    } catch (error) {
      // One mailbox's trouble must not stop the others; the job fails in the end, so that it is noticed.
      failed.push(error)
    }
  if (failed.length > 0) throw failed[0]
}

/** Erases in small transactions, so that it can be interrupted; returns false when messages remain. */
async function eraseMessagesOf(db: Db, userId: string, mailboxId: string, now: Date, maxBatches: number): Promise<boolean> {
  await retryTransaction(db, async tx => {
    await dropCopies(tx, userId, mailboxId)
    await dropSenders(tx, userId, mailboxId)
    await dropEvents(tx, userId, mailboxId)
  })
  for (let i = 0; i < maxBatches; i++) {
    const erased = await retryTransaction(db, async tx => {
      const ids = await readRemaining(tx, userId, mailboxId, batch)
      if (ids.length === 0) return 0
      await cancelDeliveriesOf(tx, userId, ids, now, settleUsage)
      await eraseMessages(tx, userId, ids, now)
      const keys = messageKeysOf(userId, ids)
      await dropExplanations(tx, keys)
      await dropRawMessages(tx, keys)
      await dropAttachments(tx, keys)
      return ids.length
    })
    if (erased < batch) return true
  }
  return false
}
