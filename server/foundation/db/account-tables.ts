// Kysely types of the tables for settings, roles, logs, keys and notifications.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Big, Json } from './columns.ts'

export interface AccountTables {
  settings: {
    user_id: string
    language: string
    time_zone: string
    retention_days: number
    quiet: Json<unknown> | null
    digest_at: string | null
    links_ask_sign_in: Generated<boolean>
    onboarding_dismissed: Generated<boolean>
    devices_forgotten_at: Generated<Date | null>
    updated_at: Date
  }
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
    actor_id: Generated<string | null>
    created_at: Date
    source: Generated<'server' | 'browser'>
    is_sealed: Generated<boolean>
    kind: GeneratedAlways<'activity' | 'security' | 'staff'>
  }
  log_chain: {
    position: Big
    log_id: string
    subject: Buffer | null
    logged_at: Date
    is_late: boolean
    sealed_at: Date
    digest: Buffer
    key_id: string
    hash: Buffer
  }
  log_chain_ends: {
    id: Generated<boolean>
    position: Big
    hash: Buffer
    drained_at: Date | null
    kept_from: Date | null
    start_position: Big
    start_hash: Buffer
    key_id: string
    mac: Buffer
  }
  log_erasures: { subject: Buffer; erased_at: Date; key_id: string; mac: Buffer }
  log_redactions: { log_id: string; digest: Buffer; logged_at: Date; key_id: string; mac: Buffer }
  log_keys: { id: string; sealed_key: Buffer; created_at: Date }
  log_verifications: {
    id: string
    verified_at: Date
    duration_ms: number
    actor_id: string | null
    entries: Big
    checked: Big
    changed: Big
    missing: Big
    inserted: Big
    findings: Json<unknown>
  }
  log_views: { user_id: string; id: string; name: string; filters: Json<unknown>; is_shared: boolean; created_at: Date }
  api_keys: {
    user_id: string
    id: string
    key_hash: Buffer
    name: string
    prefix: string
    scope: 'read' | 'write'
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  email_preferences: { user_id: string; kind: string; enabled: boolean; updated_at: Date }
  notifications_seen: { user_id: string; needs: Json<unknown> }
  push_subscriptions: {
    user_id: string
    id: string
    endpoint_hash: Buffer
    sealed: Buffer
    user_agent: string | null
    created_at: Date
  }
  erasure_receipts: { id: string; user_digest: string; erased_at: Date; actor_id: string; reason: string; counts: Json<unknown> }
  account_deletions: { user_id: string; deleted_at: Date }
  help_votes: { guide: string; voter: string; useful: boolean; voted_at: Date }
}
