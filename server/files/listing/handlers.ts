// Lists files, one folder at a time or everything with a prefix.
import { z } from 'zod/mini'
import type { Db } from '../../foundation/db/pool.ts'
import type { FileBucket } from '../buckets.ts'
import { invalidRequest, parseStorageInput } from '../errors.ts'
import type { StoredFile } from '../objects/file.ts'
import { type FolderQuery, type ListPosition, listFlat, listFolder, type Sort } from './store.ts'

const versions = z.optional(z.enum(['exclude', 'include', 'only']))
const maxEntries = 1000

const ListBody = z.object({
  prefix: z._default(z.string().check(z.maxLength(1024)), ''),
  limit: z._default(z.int().check(z.minimum(1)), 100),
  offset: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  search: z._default(z.string().check(z.maxLength(200)), ''),
  sortBy: z._default(
    z.object({
      column: z._default(z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']), 'name'),
      order: z._default(z.enum(['asc', 'desc']), 'asc'),
    }),
    { column: 'name', order: 'asc' },
  ),
  exactMatch: z.optional(z.boolean()),
  noncurrentVersions: versions,
  deleteMarkers: versions,
})

/** Files and folders in a folder; empty for anonymous callers. */
export async function listFolderContents(db: Db, userId: string | null, bucket: FileBucket, body: unknown, now: Date) {
  const query = parseStorageInput(ListBody, body)
  // Files have only one version, and deleted ones leave no marker.
  if (userId === null || query.noncurrentVersions === 'only' || query.deleteMarkers === 'only') return []
  const prefix = query.prefix.replace(/^\/+/, '')
  const column = query.sortBy.column === 'last_accessed_at' ? 'updated_at' : query.sortBy.column
  const sort: Sort = { column, order: query.sortBy.order }
  const limit = Math.min(query.limit, maxEntries)
  const folder: FolderQuery = { ...query, bucket, sort, limit, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` }
  if (query.exactMatch) {
    const [found] = await listFlat(db, userId, { bucket, prefix, hasDelimiter: false, sort: byName, limit: 1, after: null }, now)
    return found?.file && found.name === prefix ? [fileView(found.file, lastSegment(prefix))] : []
  }
  const entries = await listFolder(db, userId, folder, now)
  return entries.map(({ name, file }) => (file ? fileView(file, name) : folderView(name)))
}

const FlatBody = z.object({
  prefix: z._default(z.string().check(z.maxLength(1024)), ''),
  limit: z._default(z.int().check(z.minimum(1)), maxEntries),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
  with_delimiter: z._default(z.boolean(), false),
  sortBy: z._default(
    z.object({ column: z.enum(['name', 'updated_at', 'created_at']), order: z._default(z.enum(['asc', 'desc']), 'asc') }),
    { column: 'name', order: 'asc' },
  ),
  exactMatch: z.optional(z.boolean()),
  noncurrentVersions: versions,
  deleteMarkers: versions,
})

export async function listFlatPage(db: Db, userId: string | null, bucket: FileBucket, body: unknown, now: Date) {
  const query = parseStorageInput(FlatBody, body ?? {})
  const emptyPage = { hasNext: false, folders: [], objects: [] }
  if (userId === null || query.noncurrentVersions === 'only' || query.deleteMarkers === 'only') return emptyPage
  const limit = Math.min(query.limit, maxEntries)
  const after = query.cursor === undefined ? null : parseCursor(query.cursor)
  const flat = { bucket, prefix: query.prefix, hasDelimiter: query.with_delimiter && !query.exactMatch, sort: query.sortBy }
  const found = await listFlat(db, userId, { ...flat, limit: limit + 1, after }, now)
  const page = found.slice(0, limit).filter(({ name }) => !query.exactMatch || name === query.prefix)
  const hasNext = found.length > limit && !query.exactMatch
  const last = page.at(-1)
  return {
    hasNext,
    folders: page.filter(({ file }) => !file).map(({ name }) => ({ key: lastSegment(name.slice(0, -1)), name })),
    objects: page.flatMap(({ name, file }) =>
      file ? [{ ...fileView(file, name), ...(query.with_delimiter && { key: lastSegment(name) }) }] : [],
    ),
    ...(hasNext && last && { nextCursor: Buffer.from(JSON.stringify(last.position)).toString('base64url') }),
  }
}

const byName: Sort = { column: 'name', order: 'asc' }

/** PostgreSQL cannot store NUL in text. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const Cursor = z.object({ at: z.iso.datetime(), key: z.string().check(z.maxLength(1024), z.refine(isStorable)) })

function parseCursor(cursor: string): ListPosition {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidRequest('The cursor is not valid. Start the list again without it.')
  }
}

const lastSegment = (path: string): string => path.split('/').at(-1) ?? path

const folderView = (name: string) => ({ name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null })

/** A file in the format of lists and removals. */
export const fileView = (file: StoredFile, name: string) => ({
  name,
  id: file.id,
  version: file.version,
  updated_at: file.updatedAt.toISOString(),
  created_at: file.createdAt.toISOString(),
  last_accessed_at: file.updatedAt.toISOString(),
  metadata: {
    eTag: toEtag(file),
    size: file.sizeBytes,
    mimetype: file.mediaType,
    cacheControl: file.cacheControl,
    lastModified: file.updatedAt.toISOString(),
    contentLength: file.sizeBytes,
    httpStatusCode: 200,
    ...(file.expiresAt && { expiresAt: file.expiresAt.toISOString() }),
  },
})

/** Uses the version, because a digest of the bytes in the database would reveal which file it is. */
export const toEtag = (file: Pick<StoredFile, 'version'>): string => `"${file.version}"`
