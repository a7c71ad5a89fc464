// A mail as it lies in the database: sealed for its person, with what lists show of it.
import type { MailView } from '../core/message/view.ts'
import type { Db } from '../server/db/pool.ts'
import { headOf, sealHead, sealView } from '../server/mail/sealed.ts'
import { type Key, newId, newKey } from '../server/seal.ts'

/** Of a mailbox that nobody has, where none is named. Returns its id. */
export async function keepMail(
  db: Db,
  contentKey: Key,
  userId: string,
  view: MailView,
  arrivedAt: Date,
  as: { messageId?: string; mailboxId?: string } = {},
): Promise<string> {
  const id = as.messageId ?? newId(arrivedAt)
  const sealed = { head: sealHead(contentKey, userId, id, headOf(view)), view: await sealView(contentKey, userId, id, view) }
  const of = { user_id: userId, id, mailbox_id: as.mailboxId ?? id, source_key: id, content_hash: newKey() }
  await db
    .insertInto('messages')
    .values({ ...of, ...sealed, size_bytes: 1, arrived_at: arrivedAt })
    .execute()
  return id
}
