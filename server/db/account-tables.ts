// The tables of people: their roles, settings, devices and log, as Kysely sees them.
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

export interface AccountTables {
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
  notice_choices: { user_id: string; kind: string; wanted: boolean; changed_at: Date }
  notifications_seen: { user_id: string; needs: Json<unknown> }
  push_subscriptions: {
    user_id: string
    id: string
    endpoint_hash: Buffer
    sealed: Buffer
    user_agent: string | null
    created_at: Date
  }
  help_votes: { guide: string; voter: string; useful: boolean; voted_at: Date }
  departures: { user_id: string; left_at: Date }
}
