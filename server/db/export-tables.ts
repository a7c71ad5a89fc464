// The tables of copies that people ask for, as Kysely sees them.
import type { Generated } from 'kysely'
import type { Big } from './columns.ts'

export interface ExportTables {
  exports: {
    user_id: string
    id: string
    state: 'waiting' | 'working' | 'ready' | 'failed'
    reason: 'too_large' | 'too_many' | 'broken' | null
    done: Generated<number>
    parts: number
    size_bytes: Big | null
    tries: Generated<number>
    claimed_until: Date | null
    created_at: Date
    expires_at: Date | null
  }
  export_chunks: { user_id: string; export_id: string; try: number; n: number; sealed: Buffer }
}
