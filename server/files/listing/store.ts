// SQL that lists a user's files, by folder or by prefix.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { FileBucket } from '../buckets.ts'
import { fileOf, type StoredFile } from '../objects/file.ts'

export interface Sort {
  column: 'name' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
}

export interface FolderQuery {
  bucket: FileBucket
  /** Empty, or ends with a slash. */
  prefix: string
  /** How the names begin, in any case. */
  search: string
  sort: Sort
  limit: number
  offset: number
}

/** A file, or a folder where there is none. */
export interface FolderEntry {
  name: string
  file: StoredFile | null
}

/** What lies right in a folder: its folders first. */
export async function listFolder(db: Db, userId: string, query: FolderQuery, now: Date): Promise<FolderEntry[]> {
  const order = sql.raw(query.sort.order)
  const { rows } = await sql<Found>`with mine as (
      select version, substr(path, length(${query.prefix}) + 1) as rest from files
      where ${ready(userId, query.bucket, now)} and starts_with(path, ${query.prefix})),
    named as (
      select split_part(rest, '/', 1) as key, case when position('/' in rest) = 0 then version end as version from mine),
    entries as (
      select key, version from named where starts_with(lower(key), lower(${query.search}::text)) group by key, version)
    select e.key, f.* from entries e left join files f on f.user_id = ${userId} and f.version = e.version
    order by e.version is not null, ${sortedBy(query.sort)} ${order} nulls first, e.key ${order}
    limit ${query.limit} offset ${query.offset}`.execute(db)
  return rows.map(entryOf)
}

export interface FlatQuery {
  bucket: FileBucket
  /** How the paths begin. */
  prefix: string
  /** What goes on after a slash counts as one folder. */
  hasDelimiter: boolean
  sort: Sort
  limit: number
  after: ListPosition | null
}

/** Where a page ended. */
export interface ListPosition {
  at: string
  key: string
}

/** Files by their whole path, and folders by theirs, which ends with a slash. */
export async function listFlat(db: Db, userId: string, query: FlatQuery, now: Date): Promise<(FolderEntry & { place: ListPosition })[]> {
  const order = sql.raw(query.sort.order)
  const beyond = sql.raw(query.sort.order === 'asc' ? '>' : '<')
  const follows = query.after ? sql`(at, key) ${beyond} (${query.after.at}::timestamptz, ${query.after.key} collate "C")` : sql`true`
  const at = query.sort.column === 'name' ? sql`to_timestamp(0)` : sortedBy(query.sort)
  const { rows } = await sql<Found & { at: Date }>`with mine as (
      select f.path, f.version, ${at} as at, position('/' in substr(f.path, length(${query.prefix}) + 1)) as slash from files f
      where ${ready(userId, query.bucket, now)} and starts_with(f.path, ${query.prefix})),
    entries as (
      select left(path, length(${query.prefix}) + slash) collate "C" as key, null::uuid as version, to_timestamp(0) as at
      from mine where ${query.hasDelimiter} and slash > 0 group by 1
      union all
      select path, version, at from mine where not ${query.hasDelimiter} or slash = 0)
    select e.key, e.at, f.* from (select * from entries where ${follows}) e
    left join files f on f.user_id = ${userId} and f.version = e.version
    order by e.at ${order}, e.key ${order} limit ${query.limit}`.execute(db)
  return rows.map(row => ({ ...entryOf(row), place: { at: row.at.toISOString(), key: row.key } }))
}

// Of a folder all columns of the file are null.
type Found = { key: string } & (Row<'files'> | Record<keyof Row<'files'>, null>)

const entryOf = (row: Found): FolderEntry => ({ name: row.key, file: row.version === null ? null : fileOf(row) })

const ready = (userId: string, bucket: FileBucket, now: Date): RawBuilder<boolean> =>
  sql`user_id = ${userId} and bucket = ${bucket} and ready_at is not null and (expires_at is null or expires_at > ${now})`

const sortedBy = ({ column }: Sort): RawBuilder<unknown> => {
  if (column === 'name') return sql`null::timestamptz`
  return column === 'created_at' ? sql`f.created_at` : sql`f.ready_at`
}
