// SQL that lists a user's files, by folder or by prefix.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { FileBucket } from '../buckets.ts'
import { type StoredFile, toStoredFile } from '../objects/file.ts'

export interface Sort {
  column: 'name' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
}

export interface FolderQuery {
  bucket: FileBucket
  /** Empty, or ends with a slash. */
  prefix: string
  /** A case-insensitive prefix of the names. */
  search: string
  sort: Sort
  limit: number
  offset: number
}

/** A file, or a folder when `file` is null. */
export interface FolderEntry {
  name: string
  file: StoredFile | null
}

/** The direct contents of a folder, subfolders first. */
export async function listFolder(db: Db, userId: string, query: FolderQuery, now: Date): Promise<FolderEntry[]> {
  const order = sql.raw(query.sort.order)
  const { rows } = await sql<ListedRow>`with mine as (
      select version, substr(path, length(${query.prefix}) + 1) as rest from files
      where ${isVisible(userId, query.bucket, now)} and starts_with(path, ${query.prefix})),
    named as (
      select split_part(rest, '/', 1) as key, case when position('/' in rest) = 0 then version end as version from mine),
    entries as (
      select key, version from named where starts_with(lower(key), lower(${query.search}::text)) group by key, version)
    select e.key, f.* from entries e left join files f on f.user_id = ${userId} and f.version = e.version
    order by e.version is not null, ${sortColumn(query.sort)} ${order} nulls first, e.key ${order}
    limit ${query.limit} offset ${query.offset}`.execute(db)
  return rows.map(toEntry)
}

export interface FlatQuery {
  bucket: FileBucket
  /** A prefix of the paths. */
  prefix: string
  /** Groups paths that continue after a slash into one folder. */
  hasDelimiter: boolean
  sort: Sort
  limit: number
  after: ListPosition | null
}

/** The last position of a page. */
export interface ListPosition {
  at: string
  key: string
}

/** Files by their full path, and folders by theirs, which ends with a slash. */
export async function listFlat(db: Db, userId: string, query: FlatQuery, now: Date): Promise<(FolderEntry & { position: ListPosition })[]> {
  const order = sql.raw(query.sort.order)
  const comparison = sql.raw(query.sort.order === 'asc' ? '>' : '<')
  const follows = query.after ? sql`(at, key) ${comparison} (${query.after.at}::timestamptz, ${query.after.key} collate "C")` : sql`true`
  const at = query.sort.column === 'name' ? sql`to_timestamp(0)` : sortColumn(query.sort)
  const { rows } = await sql<ListedRow & { at: Date }>`with mine as (
      select f.path, f.version, ${at} as at, position('/' in substr(f.path, length(${query.prefix}) + 1)) as slash from files f
      where ${isVisible(userId, query.bucket, now)} and starts_with(f.path, ${query.prefix})),
    entries as (
      select left(path, length(${query.prefix}) + slash) collate "C" as key, null::uuid as version, to_timestamp(0) as at
      from mine where ${query.hasDelimiter} and slash > 0 group by 1
      union all
      select path, version, at from mine where not ${query.hasDelimiter} or slash = 0)
    select e.key, e.at, f.* from (select * from entries where ${follows}) e
    left join files f on f.user_id = ${userId} and f.version = e.version
    order by e.at ${order}, e.key ${order} limit ${query.limit}`.execute(db)
  return rows.map(row => ({ ...toEntry(row), position: { at: row.at.toISOString(), key: row.key } }))
}

// For a folder all file columns are null.
type ListedRow = { key: string } & (Row<'files'> | Record<keyof Row<'files'>, null>)

const toEntry = (row: ListedRow): FolderEntry => ({ name: row.key, file: row.version === null ? null : toStoredFile(row) })

const isVisible = (userId: string, bucket: FileBucket, now: Date): RawBuilder<boolean> =>
  sql`user_id = ${userId} and bucket = ${bucket} and ready_at is not null and (expires_at is null or expires_at > ${now})`

const sortColumn = ({ column }: Sort): RawBuilder<unknown> => {
  if (column === 'name') return sql`null::timestamptz`
  return column === 'created_at' ? sql`f.created_at` : sql`f.ready_at`
}
