// Kysely types of the tables for mailboxes, messages and replies.
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
    may_send: boolean | null
    asked_to_send_at: Date | null
    backlog: Generated<'forward' | 'digest' | 'urgent' | 'note'>
    suspended_until: Date | null
    forwards_copies: Generated<boolean>
    away_since: Date | null
    back_at: Date | null
    backlog_arrived: Generated<number>
    backlog_matched: Generated<number>
    backlog_at: Date | null
    cross_checked_at: Date | null
    pulse: ColumnType<string, string | number | bigint | undefined, string | number | bigint>
    pulse_half: Big | null
    down_since: Date | null
    down_notified_at: Date | null
    refused_at: Date | null
    retry_at: Date | null
    retries: Generated<number>
    lease_host: string | null
    lease_token: Big
    lease_until: Date | null
    created_at: Date
  }
  mailbox_addresses: { address: string; user_id: string; mailbox_id: string }
  folder_syncs: {
    user_id: string
    mailbox_id: string
    name: string
    starts_at: Date
    uid_validity: Big | null
    uid_next: Big | null
    first_uid: Big | null
    synced_at: Date | null
    is_gone: Generated<boolean>
    on_server: number | null
    stored: number | null
    recovered: Generated<number>
    reconciled_at: Date | null
  }
  mailbox_events: { user_id: string; mailbox_id: string; id: string; at: Date; kind: string; detail: Json<unknown> }
  mailbox_confirmations: { user_id: string; mailbox_id: string; sealed: Buffer; at: Date }
  mailbox_senders: { user_id: string; mailbox_id: string; sealed: Buffer; at: Date }
  message_counts: {
    user_id: string
    hour: Date
    mailbox_id: string
    forwarded: number
    under_way: number
    held: number
    failed: number
    by_email: number
    not_matched: number
    suppressed: number
  }
  message_count_progress: { user_id: string; counted_until: Date; counted_xid: string | null }
  retention_changes: { user_id: string; at: Date }
  mailbox_erasures: { user_id: string; mailbox_id: string; at: Date }
  mailbox_hosts: {
    host: string
    until: Date
    mailbox_limit: number | null
  }
  mail_provider_troubles: { server: string; since: Date }
  mailbox_sign_ins: {
    state_hash: Buffer
    user_id: string
    browser_hash: Buffer
    provider: string
    mailbox_id: string | null
    sealed: Buffer
    expires_at: Date
  }
  mailbox_token_locks: {
    user_id: string
    mailbox_id: string
    renewing_until: Date | null
    renewal: ColumnType<string, string | number | undefined, string | number>
    renew_at: Date | null
  }
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
    dated_at: Date
    head: Buffer | null
    view: Buffer | null
    erase_at: Generated<Date>
    erased_at: Generated<Date | null>
    first_time_sender: Generated<boolean | null>
  }
  message_copies: {
    user_id: string
    copy_key: Buffer
    message_id: string
    mailbox_id: string
    folder: string | null
    at: Date
    sent_to: string[]
  }
  web_views: { user_id: string; message_id: string; sealed: Buffer; kept_until: Date }
  web_view_links: {
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
  mailbox_actions: {
    user_id: string
    id: string
    source: 'filter' | 'person'
    message_id: string
    mailbox_id: string
    kind: 'mark_read' | 'flag' | 'move' | 'archive' | 'move_back'
    folder: string | null
    filter_id: string | null
    destination_id: string | null
    wamid: string | null
    state: 'waiting' | 'done' | 'failed'
    reason: string | null
    attempts: Generated<number>
    due_at: Date | null
    created_at: Date
    updated_at: Date
  }
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
    sent_checks: Generated<number>
    dispatched_at: Date | null
    filing: 'waiting' | 'done' | 'failed' | null
    filing_attempts: Generated<number>
    due_at: Date | null
    created_at: Date
    sent_at: Date | null
    updated_at: Date
  }
  reply_files: { user_id: string; reply_id: string; n: number; sealed: Buffer }
}
