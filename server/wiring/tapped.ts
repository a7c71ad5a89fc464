// What a tap on the phone brings, as long as its mail is kept.
import type { Db, Tx } from '../db/pool.ts'
import { listMembers, readSeen } from '../delivery/content/store.ts'
import { showAgain } from '../delivery/queue.ts'
import { isAnyKept } from '../mail/messages/store.ts'

/** Shows a mail, or all of a digest; `gone` where nothing of it is kept. */
export async function showKept(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'> {
  const mails = [deliveryId, ...(await listMembers(tx, userId, deliveryId))]
  return (await isMailKept(tx, userId, mails)) ? showAgain(tx, userId, deliveryId, now) : 'gone'
}

/** The mails of a digest; none where nothing of it is kept. */
export async function mailsKept(tx: Tx, userId: string, digestId: string): Promise<string[]> {
  const mails = await listMembers(tx, userId, digestId)
  return (await isMailKept(tx, userId, mails)) ? mails : []
}

/** An announcement brings no mail of its own. */
async function isMailKept(db: Db, userId: string, deliveryIds: string[]): Promise<boolean> {
  const messageIds = (await readSeen(db, userId, deliveryIds)).flatMap(({ messageId }) => messageId ?? [])
  return messageIds.length === 0 || isAnyKept(db, userId, messageIds)
}
