// Kysely types of all tables; the files in schema/ create them.
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { AccountTables } from './account-tables.ts'
import type { AnalyticsTables } from './analytics-tables.ts'
import type { AuthTables } from './auth-tables.ts'
import type { BillingTables } from './billing-tables.ts'
import type { Json } from './columns.ts'
import type { DeliveryTables } from './delivery-tables.ts'
import type { FileTables } from './file-tables.ts'
import type { FilterTables } from './filter-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { OperationsTables } from './operations-tables.ts'
import type { WhatsAppTables } from './whatsapp-tables.ts'

export interface Tables
  extends AccountTables,
    AnalyticsTables,
    AuthTables,
    BillingTables,
    DeliveryTables,
    FileTables,
    FilterTables,
    MailTables,
    OperationsTables,
    WhatsAppTables {
  rate_limits: { key: string; points: number; expire: string | null }
  outbox: { id: string; sealed_email: Buffer; attempts: Generated<number>; due_at: Date | null; created_at: Date }
  signing_keys: { kid: string; public_jwk: Json<unknown>; sealed_private: Buffer; created_at: Date; signs_at: Date }
  secret_sightings: { name: string; fingerprint: Buffer; since: Date }
  push_keys: { public_key: string; sealed_private: Buffer; created_at: Date }
  user_keys: { user_id: string; secrets_key: Buffer; content_key: Buffer; created_at: Date }
  email_texts: {
    language: string
    kind: string
    version: number
    texts: Json<unknown>
    defaults: Json<unknown>
    created_by: string
    created_at: Date
  }
  runtime_settings: SettingVersionColumns
  runtime_setting_changes: SettingVersionColumns & { id: string }
  idempotency_keys: { user_id: string; key: string; request_hash: Buffer; status: number | null; body: string | null; created_at: Date }
}

interface SettingVersionColumns {
  key: string
  version: number
  value: ColumnType<unknown, string | null, string | null>
  sealed_value: Buffer | null
  changed_by: string | null
  changed_at: Date
  reason: string | null
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type RowUpdate<T extends keyof Tables> = Updateable<Tables[T]>
