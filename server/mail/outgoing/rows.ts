// Converts replies between their rows and the data that decisions use.
import type { ReplyProgress } from '../../../core/message/reply/state.ts'
import type { Row } from '../../foundation/db/tables.ts'

export type ReplyRow = Row<'replies'>

export const toReplyProgress = (row: ReplyRow): ReplyProgress => ({
  ...{
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    sentChecks: row.sent_checks,
    filing: row.filing,
    filingAttempts: row.filing_attempts,
  },
  ...{ dispatchedAt: row.dispatched_at, sentAt: row.sent_at, dueAt: row.due_at },
})
