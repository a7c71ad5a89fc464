// The tables of mail that goes out of a person's own mailbox, as Kysely sees them.
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

export interface OutgoingTables {
  mailbox_outgoing: {
    user_id: string
    mailbox_id: string
    settings: Json<unknown> | null
    source: string | null
    sealed: Buffer | null
    updated_at: Date
  }
  replies: {
    user_id: string
    id: string
    message_id: string
    mailbox_id: string
    destination_id: string | null
    wamid: string | null
    state: 'asking' | 'waiting' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'unconfirmed'
    reason: string | null
    cautions: string[]
    to_hash: Buffer
    sealed: Buffer | null
    attempts: Generated<number>
    looks: Generated<number>
    left_at: Date | null
    filing: 'waiting' | 'done' | 'failed' | null
    filings: Generated<number>
    due_at: Date | null
    created_at: Date
    sent_at: Date | null
    updated_at: Date
  }
  reply_files: { user_id: string; reply_id: string; n: number; sealed: Buffer }
  mail_acts: {
    user_id: string
    id: string
    message_id: string
    mailbox_id: string
    kind: 'mark_read' | 'archive' | 'move_back'
    destination_id: string | null
    wamid: string | null
    state: 'waiting' | 'done' | 'failed'
    reason: string | null
    attempts: Generated<number>
    due_at: Date | null
    created_at: Date
    updated_at: Date
  }
}
