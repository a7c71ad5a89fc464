// Replies in the shape that the API returns, with what to do in words.

import type { Reply } from '../../../core/api/outgoing.ts'
import type { ReplyDraft } from '../../../core/message/reply/shapes.ts'
import { Caution } from '../../../core/message/reply/shapes.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { isProblem } from '../imap/errors.ts'
import { listMailboxes } from '../mailboxes/store.ts'
import type { KeptReply } from './rows.ts'
import { openDraft } from './sealed.ts'
import { countFiles } from './store.ts'

interface Parts {
  db: Db
  keys: PersonKeys
  sayReply: Translate<'reply'>
}

export async function showAll(deps: Parts, userId: string, rows: KeptReply[]): Promise<Reply[]> {
  const contentKey = await deps.keys.contentKeyOf(deps.db, userId)
  const files = await countFiles(
    deps.db,
    userId,
    rows.map(row => row.id),
  )
  const mailboxes = await listMailboxes(deps.db, userId)
  return rows.map(row => {
    const draft = row.sealed ? openDraft(contentKey, userId, row.id, row.sealed) : null
    const mailbox = mailboxes.find(one => one.id === row.mailbox_id)?.address ?? draft?.from.address ?? ''
    return shown(deps.sayReply, row, draft, mailbox, files.get(row.id) ?? 0)
  })
}

function shown(say: Translate<'reply'>, row: KeptReply, draft: ReplyDraft | null, mailbox: string, files: number): Reply {
  const cautions = row.cautions.filter((one): one is Caution => Caution.safeParse(one).success)
  const address = draft?.to.address ?? ''
  return {
    id: row.id,
    messageId: row.message_id,
    state: row.state,
    reason: row.reason === null ? null : reasonIn(say, row.reason, mailbox),
    cautions,
    warnings: cautions.map(caution => say(`caution.${caution}`, { address })),
    to: draft?.to.address ?? null,
    from: draft?.from.address ?? null,
    subject: draft?.subject ?? null,
    text: draft?.text ?? null,
    files,
    by: row.wamid === null ? 'screen' : 'phone',
    undoUntil: row.state === 'waiting' ? (row.due_at?.toISOString() ?? null) : null,
    canRetry: row.state === 'failed' && draft !== null,
    at: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  }
}

const reasons = [
  'no_smtp',
  'confirm_smtp',
  'smtp_off',
  'recipient_refused',
  'sender_refused',
  'mail_refused',
  'mail_too_large',
  'server_busy',
  'disconnected',
  'gone',
  'unconfirmed',
  'sent_refused',
] as const
const isReason = (reason: string): reason is (typeof reasons)[number] => reasons.some(known => known === reason)

/** What became of an answer, and what to do, in a sentence; `reason` as its row or its end has it. */
export function reasonIn(say: Translate<'reply'>, reason: string, mailbox: string): string {
  if (isReason(reason)) return say(`reason.${reason}`, { mailbox })
  if (['wrong_password', 'app_password', 'app_password_or_imap', 'password_expired', 'password_not_accepted'].includes(reason))
    return say('reason.password', { mailbox })
  return say(isProblem(reason) ? 'reason.other' : 'reason.server_busy', { mailbox })
}
