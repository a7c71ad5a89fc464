// Shows a delivered message or digest again while its content is kept.

import { listDigestDeliveries, readForwardedContent } from '../../delivery/forwarded-content-store.ts'
import { showAgain } from '../../delivery/queue.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { isAnyKept } from '../../mail/messages/store.ts'

/** Shows a mail, or all of a digest; `gone` where nothing of it is kept. */
export async function showAgainIfKept(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'> {
  const mails = [deliveryId, ...(await listDigestDeliveries(tx, userId, deliveryId))]
  return (await isMailKept(tx, userId, mails)) ? showAgain(tx, userId, deliveryId, now) : 'gone'
}

/** The mails of a digest; none where nothing of it is kept. */
export async function keptMessages(tx: Tx, userId: string, digestId: string): Promise<string[]> {
  const mails = await listDigestDeliveries(tx, userId, digestId)
  return (await isMailKept(tx, userId, mails)) ? mails : []
}

/** An announcement brings no mail of its own. */
async function isMailKept(db: Db, userId: string, deliveryIds: string[]): Promise<boolean> {
  const messageIds = (await readForwardedContent(db, userId, deliveryIds)).flatMap(({ messageId }) => messageId ?? [])
  return messageIds.length === 0 || isAnyKept(db, userId, messageIds)
}
