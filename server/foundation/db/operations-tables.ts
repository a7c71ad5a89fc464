// Kysely types of the tables about how the service is doing: its hosts, their errors, and alerts.
import type { Generated } from 'kysely'
import type { Big, Json } from './columns.ts'

export interface OperationsTables {
  hosts: { id: string; roles: string[]; version: string; started_at: Date; beat_at: Date; load: Json<unknown> }
  error_groups: {
    host: string
    fingerprint: string
    level: number
    message: string
    count: Big
    first_at: Date
    last_at: Date
  }
  set_aside: { kind: string; id: string; error: string; attempts: number; first_at: Date; set_aside_at: Date | null }
  alert_settings: {
    id: Generated<boolean>
    rules: Json<unknown>
    email_user_ids: string[] | null
    phones: Json<unknown>
    checked_at: Date | null
  }
  alert_states: { rule: string; subject: string; is_open: boolean; changing_since: Date | null; checked_at: Date }
  incidents: {
    id: string
    rule: string
    subject: string
    value: number
    threshold: number
    opened_at: Date
    closed_at: Date | null
    acknowledged_at: Date | null
    acknowledged_by: string | null
  }
}
