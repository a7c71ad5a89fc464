// Describes a stored file.
import type { Row } from '../../foundation/db/tables.ts'
import type { FileBucket } from '../buckets.ts'

export interface StoredFile {
  id: string
  version: string
  bucket: FileBucket
  path: string
  sizeBytes: number
  mediaType: string
  cacheControl: string
  /** Sealed JSON. */
  notes: Buffer | null
  createdAt: Date
  updatedAt: Date
  expiresAt: Date | null
}

export const toStoredFile = (row: Row<'files'>): StoredFile => ({
  id: row.id,
  version: row.version,
  bucket: row.bucket,
  path: row.path,
  sizeBytes: Number(row.size_bytes),
  mediaType: row.media_type,
  cacheControl: row.cache_control,
  notes: row.notes,
  createdAt: row.created_at,
  updatedAt: row.ready_at ?? row.created_at,
  expiresAt: row.expires_at,
})
