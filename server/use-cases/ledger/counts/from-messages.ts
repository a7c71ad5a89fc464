// Builds the SQL that counts messages by hour, mailbox and state from the messages themselves.
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { MessageState } from '../../../../core/api/ledger.ts'
import type { Tables } from '../../../foundation/db/tables.ts'
import { emailedInstead, messageState } from '../message-state.ts'

/** The hour that a time is in. */
export const hourOf = (time: RawBuilder<unknown>): RawBuilder<Date> => sql`date_bin('1 hour', ${time}, '2000-01-01 00:00+00')`

/**
 * The server lists them but never returned them. Their rows are deleted when the content comes after all, so they are never part of what
 * was counted, and counted on each read.
 */
export const isUnreturned: RawBuilder<boolean> = sql`(messages.content_hash = '' and messages.uid is not null)`

const among = (state: MessageState): RawBuilder<number> => sql`count(*) filter (where state = ${sql.lit(state)})::int`

/**
 * Rows of hour, mailbox and counts. `spans` is a table of `starts_at` and `ends_at`: each span is looked up by itself, so that few spans
 * are cheap, however many messages the user has.
 */
export function countFromMessages(
  userId: string,
  spans: RawBuilder<unknown>,
  { where = sql`true`, mailboxId }: { where?: RawBuilder<boolean>; mailboxId?: string | undefined } = {},
): RawBuilder<unknown> {
  const e = expressionBuilder<Tables, 'messages'>()
  // `offset 0` keeps PostgreSQL from finding out the state once for each column that names it.
  return sql`
    select hour, mailbox_id, ${among('forwarded')} as forwarded, ${among('under_way')} as under_way, ${among('held')} as held,
      ${among('failed')} as failed, count(*) filter (where emailed)::int as by_email, ${among('not_matched')} as not_matched,
      ${among('suppressed')} as suppressed
    from (
      select messages.hour, messages.mailbox_id, messages.state,
        case when messages.state = ${sql.lit('failed' satisfies MessageState)} then ${emailedInstead(e)} else false end as emailed
      from (
        select m.* from ${spans} as s cross join lateral (
          select messages.user_id, messages.id, messages.mailbox_id, ${hourOf(sql.ref('messages.dated_at'))} as hour,
            ${messageState(e)} as state
          from messages
          where messages.user_id = ${userId} and messages.dated_at >= s.starts_at and messages.dated_at < s.ends_at
            and ${where} and ${mailboxId === undefined ? sql`true` : sql`messages.mailbox_id = ${mailboxId}`}
          offset 0) m
        offset 0) messages
    ) with_state
    group by hour, mailbox_id`
}
