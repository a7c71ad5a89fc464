// Claims due replies of all users; of two hosts that ask at once, one gets each.
import { sql } from 'kysely'
import { afterReply, type ReplyEffect } from '../../../core/message/reply/state.ts'
import { type MessageKey, messageKeyRows } from '../../foundation/db/message-keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { type BusyMail, nothingBusy } from '../mailboxes/side-by-side.ts'
import { type ReplyRow, toReplyProgress } from './rows.ts'
import { type ReplyAttempt, saveReply } from './store.ts'

export interface ClaimedReply {
  row: ReplyRow
  /** Identifies this claim; an outcome under a different one belongs to another host. */
  attempt: ReplyAttempt
  effects: ReplyEffect[]
  /** The mail server that it goes to, where it is known already. */
  server: string | null
}

const sent: ReplyRow['state'] = 'sent'

/** What was sent, or may have been, concerns the mailbox's own server (IMAP); everything else the one that sends for it. */
const serverOfReply = sql<string | null>`
  case when replies.state = ${sent} or replies.dispatched_at is not null
    then (select lower(m.settings ->> 'host') || ':' || (m.settings ->> 'port') from mailboxes m
      where m.user_id = replies.user_id and m.id = replies.mailbox_id)
    else (select lower(o.settings ->> 'host') || ':' || (o.settings ->> 'port') from mailbox_outgoing o
      where o.user_id = replies.user_id and o.mailbox_id = replies.mailbox_id) end`

/** The next due reply, leased for `leaseMs`; null when there is none. */
export function claimReply(db: Db, now: Date, leaseMs: number, busy: BusyMail = nothingBusy): Promise<ClaimedReply | null> {
  return db.transaction().execute(async tx => {
    const found = await tx
      .selectFrom('replies')
      .selectAll()
      .select(serverOfReply.as('server'))
      .where('due_at', '<=', now)
      .where(sql<boolean>`mailbox_id <> all(${busy.mailboxIds}::uuid[])`)
      .where(sql<boolean>`coalesce(${serverOfReply}, '') <> all(${busy.servers}::text[])`)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!found) return null
    const { server, ...row } = found
    const { reply, effects } = afterReply(toReplyProgress(row), { kind: 'claimed', leaseMs }, now)
    await saveReply(tx, row.user_id, row.id, reply, now)
    const { attempts, sentChecks, filingAttempts, dispatchedAt } = reply
    return {
      row: { ...row, attempts, sent_checks: sentChecks, filing_attempts: filingAttempts, state: reply.state, dispatched_at: dispatchedAt },
      attempt: { attempts, sentChecks, filingAttempts },
      effects,
      server,
    }
  })
}

/** Erases the contents of replies to these messages; the rows stay. */
export async function dropReplies(tx: Tx, messages: MessageKey[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    with dropped as (
      update replies r set sealed = null from ${messageKeyRows(messages)} as k (user_id uuid, message_id uuid)
      where r.user_id = k.user_id and r.message_id = k.message_id and r.due_at is null and r.sealed is not null
      returning r.user_id, r.id)
    delete from reply_files f using dropped d where f.user_id = d.user_id and f.reply_id = d.id`.execute(tx)
}
