// Every table as Kysely sees it; the migrations beside this file make them.
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { AuthTables } from './auth-tables.ts'
import type { Big, Json } from './columns.ts'
import type { ExportTables } from './export-tables.ts'
import type { KeyTables } from './key-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { OutgoingTables } from './outgoing-tables.ts'
import type { PhoneTables } from './phone-tables.ts'

export interface Tables extends AuthTables, ExportTables, KeyTables, MailTables, OutgoingTables, PhoneTables {
  notice_choices: { user_id: string; kind: string; wanted: boolean; changed_at: Date }
  user_roles: { id: string; user_id: string; role: string; created_at: Date }
  activity_logs: {
    id: string
    user_id: string | null
    action: string
    resource_type: string | null
    resource_id: string | null
    status: 'success' | 'error' | 'info' | 'warning'
    details: Json<unknown>
    email: string | null
    ip_address: string | null
    user_agent: string | null
    created_at: Date
  }
  devices: { user_id: string; device_hash: Buffer; first_seen_at: Date; last_seen_at: Date }
  help_votes: { guide: string; voter: string; useful: boolean; voted_at: Date }
  outbox: { id: string; sealed_mail: Buffer; attempts: Generated<number>; due_at: Date | null; created_at: Date }
  departures: { user_id: string; left_at: Date }
  signing_keys: { kid: string; public_jwk: Json<unknown>; sealed_private: Buffer; created_at: Date }
  push_subscriptions: {
    user_id: string
    id: string
    endpoint_hash: Buffer
    sealed: Buffer
    user_agent: string | null
    created_at: Date
  }
  push_keys: { public_key: string; sealed_private: Buffer; created_at: Date }
  person_keys: { user_id: string; secrets_key: Buffer; content_key: Buffer; created_at: Date }
  settings: {
    user_id: string
    language: string
    time_zone: string
    retention_days: number
    quiet: Json<unknown> | null
    digest_at: string | null
    links_ask_sign_in: Generated<boolean>
    onboarding_dismissed: Generated<boolean>
    updated_at: Date
  }
  verdicts: {
    user_id: string
    message_id: string
    verdict: 'matched' | 'not_matched' | 'suppressed'
    reason: string | null
    explanation: Buffer | null
    at: Date
  }
  filters: {
    user_id: string
    id: string
    position: number
    name: string
    paused: boolean
    condition: Json<unknown>
    actions: Json<unknown>
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
  filter_sets: { user_id: string; version: Big }
  filter_versions: {
    user_id: string
    filter_id: string
    version: number
    name: string
    paused: boolean
    condition: Json<unknown>
    actions: Json<unknown>
    restored: number | null
    at: Date
  }
  filter_lists: { user_id: string; name: string; entries: Buffer; updated_at: Date }
  filter_days: { user_id: string; filter_id: string; day: ColumnType<Date, string, string>; matched: number; last_at: Date }
  filter_proposals: {
    user_id: string
    id: string
    destination_id: string
    wamid: string
    wish: 'always' | 'never'
    state: 'asked' | 'kept' | 'left' | 'undone'
    sealed: Buffer | null
    filter_id: string | null
    paused_ids: Generated<string[]>
    created_at: Date
  }
  senders: { user_id: string; address_hash: Buffer; first_seen_at: Date }
  destinations: {
    user_id: string
    id: string
    name: string
    wa_id: string | null
    wa_user_id: string | null
    state: 'pending' | 'linked' | 'stopped' | 'unreachable'
    consent: Json<unknown> | null
    last_inbound_at: Date | null
    paused_until: Date | null
    rights: Generated<'read' | 'act' | 'reply'>
    fallback: Json<unknown> | null
    unreachable_since: Date | null
    told_at: Date | null
    created_at: Date
  }
  pauses: { user_id: string; until: Date; own_ends: Generated<unknown>; set_at: Date }
  notifications_seen: { user_id: string; needs: Json<unknown> }
  rotas: { user_id: string; id: string; name: string; shifts: Json<unknown>; created_at: Date; updated_at: Date }
  escalations: {
    user_id: string
    id: string
    message_id: string
    filter_id: string
    state: string
    after_minutes: number
    then_mail: boolean
    steps: Json<unknown>
    version: Generated<number>
    next_at: Date | null
    created_at: Date
    ended_at: Date | null
  }
  link_codes: { code_hash: Buffer; user_id: string; destination_id: string; created_at: Date; expires_at: Date; used_at: Date | null }
  lanes: {
    user_id: string
    destination_id: string
    tokens: number
    refilled_at: Date
    next_at: Date | null
    blocked_until: Date | null
    claimed_by: string | null
    claimed_until: Date | null
  }
  deliveries: {
    user_id: string
    id: string
    seq: Generated<string>
    kind: Generated<'mail' | 'announcement' | 'digest' | 'shown' | 'attachment'>
    message_id: string | null
    filter_id: string | null
    destination_id: string
    state: string
    reason: string | null
    attempts: number
    due_at: Date | null
    wamid: string | null
    usage_month: string | null
    redact: Json<unknown> | null
    announced_by: string | null
    digest_id: string | null
    urgent: Generated<boolean>
    wait_until: Date | null
    folds: Generated<boolean>
    show: 'headers' | 'summary' | 'full' | null
    overdue_at: Date | null
    incident: string | null
    arrived_wamids: string[] | null
    failures: Json<unknown> | null
    fell_back: 'destination' | 'mail' | 'nowhere' | null
    escalation_id: string | null
    acknowledged_at: Date | null
    files: number[] | null
    carries: number | null
    part: number | null
    as_link: Generated<boolean>
    as_before: Generated<boolean>
    created_at: Date
    resent_at: Date | null
    accepted_at: Date | null
    sent_at: Date | null
    delivered_at: Date | null
    read_at: Date | null
    failed_at: Date | null
    updated_at: Date
  }
  attempts: {
    user_id: string
    delivery_id: string
    n: number
    started_at: Date
    left_at: Date | null
    ended_at: Date | null
    outcome: string | null
    reason: string | null
    wamid: string | null
    price_category: string | null
    is_billed: boolean | null
  }
  inbound_messages: {
    wamid: string
    user_id: string | null
    destination_id: string | null
    sender: string
    kind: string
    body: Json<unknown>
    received_at: Date
    answered_at: Date | null
    saying: Json<unknown> | null
    say_tries: Generated<number>
    say_due_at: Date | null
  }
  messenger_numbers: {
    number_id: string
    paused_until: Date | null
    pause_reason: string | null
    tokens: number | null
    refilled_at: Date | null
    per_second: number | null
    standing_at: Date | null
    direct_send_lost_at: Date | null
    updated_at: Date
  }
  message_templates: {
    id: string
    purpose: string
    name: string
    language: string
    category: string
    components: Json<unknown>
    state: 'draft' | 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled'
    meta_id: string | null
    quality: string | null
    reason: string | null
    paused_until: Date | null
    position: number
    created_at: Date
    updated_at: Date
  }
  files: {
    user_id: string
    version: string
    id: string
    bucket: 'avatars' | 'attachments'
    path: string
    size_bytes: Big
    media_type: string
    cache_control: string
    notes: Buffer | null
    ready_at: Date | null
    created_at: Date
    expires_at: Date | null
  }
  file_chunks: { user_id: string; version: string; n: number; sealed: Buffer }
  mail_files: {
    user_id: string
    message_id: string
    n: number
    size_bytes: Big
    about: Buffer
    created_at: Date
    expires_at: Date
    links_closed_at: Generated<Date | null>
  }
  mail_file_chunks: { user_id: string; message_id: string; file: number; n: number; sealed: Buffer }
  media_uploads: { number_id: string; content_hash: Buffer; mime_type: string; media_id: string; uploaded_at: Date }
  usage: { user_id: string; month: string; reserved: number; delivered: number }
  idempotency_keys: { user_id: string; key: string; request_hash: Buffer; status: number | null; body: string | null; created_at: Date }
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type RowChange<T extends keyof Tables> = Updateable<Tables[T]>
