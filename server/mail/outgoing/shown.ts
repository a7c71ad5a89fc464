// Converts replies to the API's shape, with a sentence about the outcome.

import type { Reply } from '../../../core/api/outgoing.ts'
import type { ReplyDraft } from '../../../core/message/reply/shapes.ts'
import { Caution } from '../../../core/message/reply/shapes.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { isMailProblem } from '../imap/errors.ts'
import { listMailboxes } from '../mailboxes/store.ts'
import type { ReplyRow } from './rows.ts'
import { openReplyDraft } from './sealed.ts'
import { countFiles } from './store.ts'

interface Parts {
  db: Db
  keys: UserKeys
  sayReply: Translate<'reply'>
}

export async function toReplyViews(deps: Parts, userId: string, rows: ReplyRow[]): Promise<Reply[]> {
  const contentKey = await deps.keys.contentKeyOf(deps.db, userId)
  const files = await countFiles(
    deps.db,
    userId,
    rows.map(row => row.id),
  )
  const mailboxes = await listMailboxes(deps.db, userId)
  return rows.map(row => {
    const draft = row.sealed ? openReplyDraft(contentKey, userId, row.id, row.sealed) : null
    const mailbox = mailboxes.find(one => one.id === row.mailbox_id)?.address ?? draft?.from.address ?? ''
    return toReplyView(deps.sayReply, row, draft, mailbox, files.get(row.id) ?? 0)
  })
}

function toReplyView(say: Translate<'reply'>, row: ReplyRow, draft: ReplyDraft | null, mailbox: string, files: number): Reply {
  const cautions = row.cautions.filter((one): one is Caution => Caution.safeParse(one).success)
  const address = draft?.to.address ?? ''
  return {
    id: row.id,
    messageId: row.message_id,
    state: row.state,
    reason: row.reason === null ? null : describeReason(say, row.reason, mailbox),
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
  'allow_sending',
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
const isReason = (reason: string): reason is (typeof reasons)[number] => reasons.some(code => code === reason)

/** Describes what became of a reply and what to do about it. */
export function describeReason(say: Translate<'reply'>, reason: string, mailbox: string): string {
  if (isReason(reason)) return say(`reason.${reason}`, { mailbox })
  if (['wrong_password', 'app_password', 'app_password_or_imap', 'password_expired', 'password_not_accepted'].includes(reason))
    return say('reason.password', { mailbox })
  return say(isMailProblem(reason) ? 'reason.other' : 'reason.server_busy', { mailbox })
}
