// Kysely types of all tables; the files in schema/ create them.
import type { Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { AccountTables } from './account-tables.ts'
import type { AuthTables } from './auth-tables.ts'
import type { BillingTables } from './billing-tables.ts'
import type { Json } from './columns.ts'
import type { DeliveryTables } from './delivery-tables.ts'
import type { FileTables } from './file-tables.ts'
import type { FilterTables } from './filter-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { WhatsAppTables } from './whatsapp-tables.ts'

export interface Tables
  extends AccountTables,
    AuthTables,
    BillingTables,
    DeliveryTables,
    FileTables,
    FilterTables,
    MailTables,
    WhatsAppTables {
  outbox: { id: string; sealed_email: Buffer; attempts: Generated<number>; due_at: Date | null; created_at: Date }
  signing_keys: { kid: string; public_jwk: Json<unknown>; sealed_private: Buffer; created_at: Date }
  push_keys: { public_key: string; sealed_private: Buffer; created_at: Date }
  user_keys: { user_id: string; secrets_key: Buffer; content_key: Buffer; created_at: Date }
  idempotency_keys: { user_id: string; key: string; request_hash: Buffer; status: number | null; body: string | null; created_at: Date }
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type RowUpdate<T extends keyof Tables> = Updateable<Tables[T]>
