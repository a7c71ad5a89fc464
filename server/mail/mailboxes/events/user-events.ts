// Logs a user's changes to a mailbox.

import type { z } from 'zod/mini'
import type { changeMailboxApi } from '../../../../core/api/mail.ts'
import type { MailboxLogEvent } from '../../../../core/mailbox/events.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { MailboxRow } from '../store.ts'
import { saveEvent } from './store.ts'

type Wanted = z.output<(typeof changeMailboxApi)['body']>

/** `mailbox` is the state before the change; values that stay the same are not logged. */
export async function saveChangeEvents(db: Db, userId: string, mailbox: MailboxRow, wanted: Wanted, now: Date): Promise<void> {
  for (const happening of listChangeEvents(mailbox, wanted)) await saveEvent(db, userId, { ...happening, mailboxId: mailbox.id, now })
}

function* listChangeEvents(
  mailbox: MailboxRow,
  { paused, password, folders, backlog, forwardsCopies }: Wanted,
): Generator<MailboxLogEvent> {
  const isPaused = mailbox.state === 'paused'
  if (password !== undefined) yield { kind: 'password_changed', detail: {} }
  if (folders) yield { kind: 'folders_changed', detail: { count: folders.length } }
  if (backlog && backlog !== mailbox.backlog) yield { kind: 'backlog_chosen', detail: { choice: backlog } }
  if (forwardsCopies !== undefined && forwardsCopies !== mailbox.forwards_copies)
    yield { kind: 'copies_chosen', detail: { choice: forwardsCopies ? 'each' : 'once' } }
  if (paused === true && !isPaused) yield { kind: 'paused', detail: {} }
  if (paused === false && isPaused) yield { kind: 'resumed', detail: {} }
}
