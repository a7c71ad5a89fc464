// An answer as its row has it, and as the decisions about it do.
import type { Reply } from '../../../core/message/reply/state.ts'
import type { Row } from '../../db/tables.ts'

export type KeptReply = Row<'replies'>

export const replyOf = (row: KeptReply): Reply => ({
  ...{ state: row.state, reason: row.reason, attempts: row.attempts, looks: row.looks, filing: row.filing, filings: row.filings },
  ...{ leftAt: row.left_at, sentAt: row.sent_at, dueAt: row.due_at },
})
