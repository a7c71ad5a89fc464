// Stores a message the way the server does: sealed for its owner, with the fields that lists show.
import type { MailView } from '../core/message/view.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { newId, newKey, type SealKey } from '../server/foundation/seal.ts'
import { sealHead, sealView, toSummary } from '../server/mail/messages/sealed.ts'

/** Of a mailbox that nobody has, where none is named. Returns its id. */
export async function keepMail(
  db: Db,
  contentKey: SealKey,
  userId: string,
  view: MailView,
  arrivedAt: Date,
  as: { messageId?: string; mailboxId?: string } = {},
): Promise<string> {
  const id = as.messageId ?? newId(arrivedAt)
  const sealed = { head: sealHead(contentKey, userId, id, toSummary(view)), view: await sealView(contentKey, userId, id, view) }
  const of = { user_id: userId, id, mailbox_id: as.mailboxId ?? id, source_key: id, content_hash: newKey() }
  await db
    .insertInto('messages')
    .values({ ...of, ...sealed, size_bytes: 1, arrived_at: arrivedAt, dated_at: arrivedAt })
    .execute()
  return id
}
