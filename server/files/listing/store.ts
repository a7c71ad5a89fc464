// The SQL of lists of a person's files: a folder at a time, or all that begin alike.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import type { Bucket } from '../buckets.ts'
import { fileOf, type StoredFile } from '../objects/file.ts'

export interface Sort {
  column: 'name' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
}

export interface FolderAsk {
  bucket: Bucket
  /** Empty, or ends with a slash. */
  prefix: string
  /** How the names begin, in whatever letters. */
  search: string
  sort: Sort
  limit: number
  offset: number
}

/** A file, or a folder where there is none. */
export interface Entry {
  name: string
  file: StoredFile | null
}

/** What lies right in a folder: its folders first. */
export async function listFolder(db: Db, userId: string, ask: FolderAsk, now: Date): Promise<Entry[]> {
  const order = sql.raw(ask.sort.order)
  const { rows } = await sql<Found>`with mine as (
      select version, substr(path, length(${ask.prefix}) + 1) as rest from files
      where ${ready(userId, ask.bucket, now)} and starts_with(path, ${ask.prefix})),
    named as (
      select split_part(rest, '/', 1) as key, case when position('/' in rest) = 0 then version end as version from mine),
    entries as (
      select key, version from named where starts_with(lower(key), lower(${ask.search}::text)) group by key, version)
    select e.key, f.* from entries e left join files f on f.user_id = ${userId} and f.version = e.version
    order by e.version is not null, ${sortedBy(ask.sort)} ${order} nulls first, e.key ${order}
    limit ${ask.limit} offset ${ask.offset}`.execute(db)
  return rows.map(entryOf)
}

export interface FlatAsk {
  bucket: Bucket
  /** How the paths begin. */
  prefix: string
  /** What goes on after a slash counts as one folder. */
  folds: boolean
  sort: Sort
  limit: number
  after: Place | null
}

/** Where a page ended. */
export interface Place {
  at: string
  key: string
}

/** Files by their whole path, and folders by theirs, which ends with a slash. */
export async function listFlat(db: Db, userId: string, ask: FlatAsk, now: Date): Promise<(Entry & { place: Place })[]> {
  const order = sql.raw(ask.sort.order)
  const beyond = sql.raw(ask.sort.order === 'asc' ? '>' : '<')
  const follows = ask.after ? sql`(at, key) ${beyond} (${ask.after.at}::timestamptz, ${ask.after.key} collate "C")` : sql`true`
  const at = ask.sort.column === 'name' ? sql`to_timestamp(0)` : sortedBy(ask.sort)
  const { rows } = await sql<Found & { at: Date }>`with mine as (
      select f.path, f.version, ${at} as at, position('/' in substr(f.path, length(${ask.prefix}) + 1)) as slash from files f
      where ${ready(userId, ask.bucket, now)} and starts_with(f.path, ${ask.prefix})),
    entries as (
      select left(path, length(${ask.prefix}) + slash) collate "C" as key, null::uuid as version, to_timestamp(0) as at
      from mine where ${ask.folds} and slash > 0 group by 1
      union all
      select path, version, at from mine where not ${ask.folds} or slash = 0)
    select e.key, e.at, f.* from (select * from entries where ${follows}) e
    left join files f on f.user_id = ${userId} and f.version = e.version
    order by e.at ${order}, e.key ${order} limit ${ask.limit}`.execute(db)
  return rows.map(row => ({ ...entryOf(row), place: { at: row.at.toISOString(), key: row.key } }))
}

// Of a folder all columns of the file are null.
type Found = { key: string } & (Row<'files'> | Record<keyof Row<'files'>, null>)

const entryOf = (row: Found): Entry => ({ name: row.key, file: row.version === null ? null : fileOf(row) })

const ready = (userId: string, bucket: Bucket, now: Date): RawBuilder<boolean> =>
  sql`user_id = ${userId} and bucket = ${bucket} and ready_at is not null and (expires_at is null or expires_at > ${now})`

const sortedBy = ({ column }: Sort): RawBuilder<unknown> => {
  if (column === 'name') return sql`null::timestamptz`
  return column === 'created_at' ? sql`f.created_at` : sql`f.ready_at`
}
