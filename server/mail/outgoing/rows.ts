// Converts replies between their rows and the data that decisions use.
import type { ReplyProgress } from '../../../core/message/reply/state.ts'
import type { Row } from '../../foundation/db/tables.ts'

export type KeptReply = Row<'replies'>

export const replyOf = (row: KeptReply): ReplyProgress => ({
  ...{
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    looks: row.sent_checks,
    filing: row.filing,
    filings: row.filing_attempts,
  },
  ...{ leftAt: row.dispatched_at, sentAt: row.sent_at, dueAt: row.due_at },
})
