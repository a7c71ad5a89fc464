// The tables of sealed files, as Kysely sees them.
import type { Generated } from 'kysely'
import type { Big } from './columns.ts'

export interface FileTables {
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
  mail_files: {
    user_id: string
    message_id: string
    n: number
    size_bytes: Big
    about: Buffer
    created_at: Date
    expires_at: Date
    links_closed_at: Generated<Date | null>
  }
  mail_file_chunks: { user_id: string; message_id: string; file: number; n: number; sealed: Buffer }
}
