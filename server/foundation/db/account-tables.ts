// Kysely types of the tables for settings, roles, logs, keys and notifications.
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

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
  }
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
  account_deletions: { user_id: string; deleted_at: Date }
  help_votes: { guide: string; voter: string; useful: boolean; voted_at: Date }
}
