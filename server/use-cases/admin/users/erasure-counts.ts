// Counts what an erasure is about to delete, by module and table, for its receipt.
import { sql } from 'kysely'
import type { Tx } from '../../../foundation/db/pool.ts'

/** Every table with rows of a user, by the module that erases it. A test compares this with the schema. */
export const erasedTables = {
  account: [
    'settings',
    'user_roles',
    'activity_logs',
    'api_keys',
    'email_preferences',
    'notifications_seen',
    'push_subscriptions',
    'log_views',
  ],
  auth: [
    ...[
      'users',
      'identities',
      'factors',
      'passkeys',
      'sign_in_passkeys',
      'used_passkey_challenges',
      'recovery_codes',
      'challenges',
      'sessions',
      'refresh_tokens',
      'flow_states',
      'provider_flows',
    ],
    ...['one_time_tokens', 'phone_codes', 'devices', 'known_networks'],
  ],
  mail: [
    ...['mailboxes', 'mailbox_addresses', 'folder_syncs', 'mailbox_events', 'mailbox_confirmations', 'mailbox_senders', 'mailbox_erasures'],
    ...['mailbox_sign_ins', 'mailbox_token_locks', 'mailbox_actions', 'mailbox_outgoing', 'messages', 'message_copies', 'web_views'],
    ...['web_view_links', 'replies', 'reply_files', 'retention_changes', 'message_counts', 'message_count_progress'],
  ],
  filters: [
    ...['filters', 'filter_sets', 'filter_versions', 'filter_days', 'filter_lists', 'filter_proposals', 'past_runs', 'known_senders'],
    ...['decisions'],
  ],
  delivery: ['destinations', 'link_codes', 'lanes', 'deliveries', 'attempts', 'pauses', 'rotas', 'escalations', 'phone_commands'],
  billing: ['usage', 'plan_grants', 'billing_notices', 'billing_customers', 'subscriptions', 'invoices', 'billing_intents'],
  files: ['exports', 'export_chunks', 'files', 'file_chunks', 'message_files', 'message_file_chunks', 'raw_messages'],
  foundation: ['user_keys', 'idempotency_keys'],
} as const

export type ErasureCounts = Record<string, Record<string, number>>

const keyOf = (module: string, table: string): string => {
  if (table === 'users') return 'id'
  return module === 'billing' ? 'owner_id' : 'user_id'
}

/** Leaves out tables without rows. Uses one statement, so that all counts are of the same moment. */
export async function countErasedRows(tx: Tx, userId: string): Promise<ErasureCounts> {
  const parts = Object.entries(erasedTables).flatMap(([module, tables]) =>
    tables.map(
      table =>
        sql`select ${module}::text as module, ${table}::text as name, count(*)::int as rows from ${sql.table(table)} where ${sql.ref(keyOf(module, table))} = ${userId}::uuid`,
    ),
  )
  const { rows } = await sql<{ module: string; name: string; rows: number }>`${sql.join(parts, sql` union all `)}`.execute(tx)
  const counts: ErasureCounts = {}
  for (const { module, name, rows: count } of rows) if (count > 0) counts[module] = { ...counts[module], [name]: count }
  return counts
}
