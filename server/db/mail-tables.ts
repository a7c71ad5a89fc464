// The tables of mailboxes and of the mail that came by them, as Kysely sees them.
import type { ColumnType, Generated } from 'kysely'
import type { Big, Json } from './columns.ts'

export interface MailTables {
  mailboxes: {
    user_id: string
    id: string
    kind: 'imap' | 'address'
    address: string
    settings: Json<unknown>
    secret: Buffer | null
    state: 'connecting' | 'live' | 'waiting' | 'needs_you' | 'paused'
    reason: string | null
    last_alive_at: Date | null
    last_mail_at: Date | null
    provider: string | null
    sign_in: Generated<'password' | 'oauth2'>
    backlog: Generated<'forward' | 'digest' | 'urgent' | 'note'>
    forwards_copies: Generated<boolean>
    away_since: Date | null
    back_at: Date | null
    backlog_came: Generated<number>
    backlog_matched: Generated<number>
    backlog_at: Date | null
    second_path_at: Date | null
    pulse: ColumnType<string, string | number | bigint | undefined, string | number | bigint>
    pulse_half: Big | null
    down_since: Date | null
    down_told_at: Date | null
    lease_host: string | null
    lease_token: Big
    lease_until: Date | null
    created_at: Date
  }
  mail_hosts: {
    host: string
    until: Date
  }
  mailbox_folders: {
    user_id: string
    mailbox_id: string
    name: string
    starts_at: Date
    uid_validity: Big | null
    uid_next: Big | null
    first_uid: Big | null
    passed_at: Date | null
    is_gone: Generated<boolean>
    held: number | null
    kept: number | null
    taken_up: Generated<number>
    reconciled_at: Date | null
  }
  mailbox_erasures: { user_id: string; mailbox_id: string; at: Date }
  mailbox_events: { user_id: string; mailbox_id: string; id: string; at: Date; kind: string; detail: Json<unknown> }
  mail_copies: {
    user_id: string
    copy_key: Buffer
    message_id: string
    mailbox_id: string
    folder: string | null
    at: Date
    sent_to: string[]
  }
  mailbox_confirmations: { user_id: string; mailbox_id: string; sealed: Buffer; at: Date }
  mailbox_senders: { user_id: string; mailbox_id: string; sealed: Buffer; at: Date }
  mail_sign_ins: {
    state_hash: Buffer
    user_id: string
    browser_hash: Buffer
    provider: string
    mailbox_id: string | null
    sealed: Buffer
    expires_at: Date
  }
  mail_grants: { user_id: string; mailbox_id: string }
  mailbox_addresses: { address: string; user_id: string; mailbox_id: string }
  messages: {
    user_id: string
    id: string
    mailbox_id: string
    source_key: string
    content_hash: Buffer
    folder: Generated<string | null>
    uid_validity: Big | null
    uid: Big | null
    size_bytes: number
    arrived_at: Date
    head: Buffer | null
    view: Buffer | null
    erased_at: Date | null
    first_time_sender: Generated<boolean | null>
  }
  mail_pages: { user_id: string; message_id: string; sealed: Buffer; kept_until: Date }
  mail_links: {
    token_hash: Buffer
    user_id: string
    message_id: string
    for_owner: boolean
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    delivery_id: string | null
    views: Generated<number>
    last_viewed_at: Date | null
  }
  blobs: { user_id: string; id: string; sealed: Buffer; size_bytes: number; created_at: Date }
  mail_deeds: {
    user_id: string
    message_id: string
    mailbox_id: string
    kind: 'mark_read' | 'flag' | 'move'
    folder: string | null
    filter_id: string | null
    state: 'waiting' | 'done' | 'failed'
    reason: string | null
    attempts: number
    due_at: Date | null
    created_at: Date
    updated_at: Date
  }
}
