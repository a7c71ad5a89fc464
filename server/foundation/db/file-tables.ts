// Kysely types of the tables for files, attachments and exports.
import type { Generated } from 'kysely'
import type { Big } from './columns.ts'

export interface FileTables {
  raw_messages: { user_id: string; id: string; sealed: Buffer; size_bytes: number; created_at: Date }
  files: {
    user_id: string
    version: string
    id: string
    bucket: 'avatars' | 'attachments'
    path: string
    size_bytes: Big
    media_type: string
    cache_control: string
    notes: Buffer | null
    ready_at: Date | null
    created_at: Date
    expires_at: Date | null
  }
  file_chunks: { user_id: string; version: string; n: number; sealed: Buffer }
  message_files: {
    user_id: string
    message_id: string
    n: number
    size_bytes: Big
    about: Buffer
    created_at: Date
    expires_at: Date
    links_closed_at: Generated<Date | null>
  }
  message_file_chunks: { user_id: string; message_id: string; file: number; n: number; sealed: Buffer }
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
