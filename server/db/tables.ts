// Every table as Kysely sees it; the migrations beside this file make them.
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { Big, Json } from './columns.ts'
import type { MailTables } from './mail-tables.ts'

export interface Tables extends MailTables {
  users: {
    id: string
    email: string | null
    password_hash: string | null
    email_confirmed_at: Date | null
    user_metadata: Json<unknown>
    app_metadata: Json<unknown>
    is_anonymous: boolean
    new_email: string | null
    banned_until: Date | null
    confirmation_sent_at: Date | null
    recovery_sent_at: Date | null
    email_change_sent_at: Date | null
    reauthentication_sent_at: Date | null
    last_sign_in_at: Date | null
    created_at: Date
    updated_at: Date
  }
  identities: {
    id: string
    user_id: string
    provider: string
    provider_id: string
    identity_data: Json<unknown>
    last_sign_in_at: Date | null
    created_at: Date
    updated_at: Date
  }
  sessions: {
    id: string
    user_id: string
    aal: 'aal1' | 'aal2'
    amr: Json<unknown>
    factor_id: string | null
    user_agent: string | null
    ip: string | null
    created_at: Date
    refreshed_at: Date
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    user_id: string
    parent_hash: Buffer | null
    sealed_token: Buffer | null
    revoked_at: Date | null
    created_at: Date
  }
  flow_states: {
    id: string
    user_id: string
    code_challenge: string
    code_challenge_method: 's256' | 'plain'
    method: string
    auth_code_hash: Buffer | null
    auth_code_issued_at: Date | null
    created_at: Date
  }
  one_time_tokens: {
    user_id: string
    kind: 'confirmation' | 'recovery' | 'email_change_current' | 'email_change_new' | 'reauthentication'
    email: string
    code_hash: Buffer
    link_hash: Buffer
    flow_id: string | null
    attempts: Generated<number>
    used_at: Date | null
    created_at: Date
  }
  factors: {
    id: string
    user_id: string
    friendly_name: string
    factor_type: 'totp'
    status: 'unverified' | 'verified'
    sealed_secret: Buffer
    last_step: Big | null
    last_challenged_at: Date | null
    created_at: Date
    updated_at: Date
  }
  challenges: {
    id: string
    factor_id: string
    user_id: string
    ip: string
    verified_at: Date | null
    created_at: Date
  }
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
  outbox: { id: string; sealed_mail: Buffer; attempts: Generated<number>; due_at: Date | null; created_at: Date }
  departures: { user_id: string; left_at: Date }
  signing_keys: { kid: string; public_jwk: Json<unknown>; sealed_private: Buffer; created_at: Date }
  person_keys: { user_id: string; secrets_key: Buffer; content_key: Buffer; created_at: Date }
  settings: {
    user_id: string
    language: string
    time_zone: string
    retention_days: number
    quiet: Json<unknown> | null
    digest_at: string | null
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
    fallback: Json<unknown> | null
    unreachable_since: Date | null
    told_at: Date | null
    created_at: Date
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
    kind: Generated<'mail' | 'announcement' | 'digest' | 'shown'>
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
  }
  messenger_numbers: {
    number_id: string
    paused_until: Date | null
    pause_reason: string | null
    tokens: number | null
    refilled_at: Date | null
    per_second: number | null
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
  media_uploads: { number_id: string; content_hash: Buffer; mime_type: string; media_id: string; uploaded_at: Date }
  usage: { user_id: string; month: string; reserved: number; delivered: number }
  idempotency_keys: { user_id: string; key: string; request_hash: Buffer; status: number | null; body: string | null; created_at: Date }
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type RowChange<T extends keyof Tables> = Updateable<Tables[T]>
