// Logs what a user did to their mailbox.

import type { z } from 'zod/mini'
import type { changeMailboxApi } from '../../../../core/api/mail.ts'
import type { Happening } from '../../../../core/mailbox/events.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { KeptMailbox } from '../store.ts'
import { saveEvent } from './store.ts'

type Wanted = z.output<(typeof changeMailboxApi)['body']>

/** `mailbox` is as it was before; what was so already is not noted. */
export async function noteChange(db: Db, userId: string, mailbox: KeptMailbox, wanted: Wanted, now: Date): Promise<void> {
  for (const happening of actsOf(mailbox, wanted)) await saveEvent(db, userId, { ...happening, mailboxId: mailbox.id, now })
}

function* actsOf(mailbox: KeptMailbox, { paused, password, folders, backlog, forwardsCopies }: Wanted): Generator<Happening> {
  const isPaused = mailbox.state === 'paused'
  if (password !== undefined) yield { kind: 'password_changed', detail: {} }
  if (folders) yield { kind: 'folders_changed', detail: { count: folders.length } }
  if (backlog && backlog !== mailbox.backlog) yield { kind: 'backlog_chosen', detail: { choice: backlog } }
  if (forwardsCopies !== undefined && forwardsCopies !== mailbox.forwards_copies)
    yield { kind: 'copies_chosen', detail: { choice: forwardsCopies ? 'each' : 'once' } }
  if (paused === true && !isPaused) yield { kind: 'paused', detail: {} }
  if (paused === false && isPaused) yield { kind: 'resumed', detail: {} }
}
