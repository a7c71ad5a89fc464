// Shows a delivered message or digest again while its content is kept.

import { listDigestDeliveries, readForwardedContent } from '../../delivery/forwarded-content-store.ts'
import { showAgain } from '../../delivery/queue.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { isAnyMessageStored } from '../../mail/messages/store.ts'

/** Shows an email, or all emails of a digest; `gone` when all were erased. */
export async function showAgainIfKept(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'> {
  const deliveryIds = [deliveryId, ...(await listDigestDeliveries(tx, userId, deliveryId))]
  return (await isContentStored(tx, userId, deliveryIds)) ? showAgain(tx, userId, deliveryId, now) : 'gone'
}

/** The deliveries of a digest; empty when all of its emails were erased. */
export async function storedDigestDeliveries(tx: Tx, userId: string, digestId: string): Promise<string[]> {
  const deliveryIds = await listDigestDeliveries(tx, userId, digestId)
  return (await isContentStored(tx, userId, deliveryIds)) ? deliveryIds : []
}

/** An announcement has no message of its own, so it counts as stored. */
async function isContentStored(db: Db, userId: string, deliveryIds: string[]): Promise<boolean> {
  const messageIds = (await readForwardedContent(db, userId, deliveryIds)).flatMap(({ messageId }) => messageId ?? [])
  return messageIds.length === 0 || isAnyMessageStored(db, userId, messageIds)
}
