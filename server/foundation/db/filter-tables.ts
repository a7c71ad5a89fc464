// Kysely types of the tables for filters and their decisions.
import type { ColumnType, Generated } from 'kysely'
import type { Big, Json } from './columns.ts'

export interface FilterTables {
  filters: {
    user_id: string
    id: string
    position: number
    name: string
    paused: boolean
    condition: Json<unknown>
    actions: Json<unknown>
    version: Generated<number>
    removed_at: Generated<Date | null>
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
  filter_days: { user_id: string; filter_id: string; day: ColumnType<Date, string, string>; matched: number; last_at: Date }
  filter_lists: { user_id: string; name: string; entries: Buffer; updated_at: Date }
  filter_proposals: {
    user_id: string
    id: string
    destination_id: string
    wamid: string
    effect: 'always' | 'never'
    state: 'asked' | 'kept' | 'left' | 'undone'
    sealed: Buffer | null
    filter_id: string | null
    paused_ids: Generated<string[]>
    created_at: Date
  }
  past_runs: {
    user_id: string
    id: string
    filter_id: string
    state: 'running' | 'done' | 'failed'
    last_at: Date
    last_id: string
    looked: Generated<number>
    total: number
    matched: Generated<number>
    enqueued: Generated<number>
    held: Generated<number>
    claim: Generated<number>
    claimed_until: Date
    created_at: Date
    ended_at: Date | null
  }
  known_senders: { user_id: string; address_hash: Buffer; first_seen_at: Date }
  decisions: {
    user_id: string
    message_id: string
    decision: 'matched' | 'not_matched' | 'suppressed'
    reason: string | null
    explanation: Buffer | null
    at: Date
  }
}
