// Building blocks of a data export: each module lists its tables and the columns that a user receives.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { SealKey } from '../seal.ts'
import type { Db } from './pool.ts'
import type { Tables } from './tables.ts'

export interface ExportContext {
  db: Db
  userId: string
  contentKey: SealKey
}

type ExportedRow = Record<string, unknown>

/** A file with one line per row. */
export interface RowsExport {
  kind: 'rows'
  name: string
  tables: readonly (keyof Tables)[]
  rows(context: ExportContext): AsyncGenerator<ExportedRow>
}

/** A folder of files. */
export interface FilesExport {
  kind: 'files'
  name: string
  tables: readonly (keyof Tables)[]
  /** The number of files, where it grows without limit. */
  count?(context: ExportContext): Promise<number>
  files(context: ExportContext): AsyncGenerator<{ name: string; bytes: AsyncIterable<Uint8Array> }>
}

export type ExportPart = RowsExport | FilesExport

interface TableSource {
  /** The columns that order and identify rows; empty for tables with few rows per user, which are read at once. */
  key: readonly string[]
  /** Columns that are not exported: secrets, digests, and internal values. */
  omit?: readonly string[]
  /** The column that identifies the owner, and its value when that is not the user's id. */
  owner?: 'user_id' | 'owner_id' | 'id' | 'sender'
  ownerValue?: string
  batchSize?: number
  /** Opens sealed columns. */
  unseal?(row: ExportedRow, context: ExportContext): ExportedRow | Promise<ExportedRow>
}

export const rowsPart = (name: string, table: keyof Tables, source: TableSource): RowsExport => ({
  kind: 'rows',
  name,
  tables: [table],
  async *rows(context) {
    for await (const row of readRows(context, table, source)) yield source.unseal ? source.unseal(row, context) : row
  },
})

const defaultBatchSize = 200

/** Reads page by page, so that a user's email need not fit into memory. */
export async function* readRows(
  { db, userId }: ExportContext,
  table: keyof Tables,
  { key, omit = [], owner = 'user_id', ownerValue = userId, batchSize = defaultBatchSize }: TableSource,
): AsyncGenerator<ExportedRow> {
  const order = sql.join(key.map(column => sql.ref(`t.${column}`)))
  const omitted = sql.val([...omit, ...(owner === 'user_id' || owner === 'owner_id' ? [owner] : [])])
  for (let last: ExportedRow | undefined; ; ) {
    const afterLast = last ? sql`and (${order}) > (${sql.join(key.map(column => last?.[column]))})` : sql``
    const paged = key.length > 0 ? sql`order by ${order} limit ${batchSize}` : sql``
    const { rows } = await sql<{ line: ExportedRow }>`
      select to_jsonb(t) - ${omitted}::text[] as line from ${sql.table(table)} t
      where ${sql.ref(`t.${owner}`)} = ${ownerValue} ${afterLast} ${paged}`.execute(db)
    for (const { line } of rows) yield line
    last = rows.at(-1)?.line
    if (!last || key.length === 0 || rows.length < batchSize) return
  }
}

export async function countRows({ db, userId }: ExportContext, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reads a bytea column from PostgreSQL's JSON; null for NULL. */
export function bytesIn(row: ExportedRow, column: string): Buffer | null {
  const text = z.nullable(z.string()).parse(row[column])
  return text === null ? null : Buffer.from(text.slice('\\x'.length), 'hex')
}

export const textIn = (row: ExportedRow, column: string): string => z.string().parse(row[column])

export const numberIn = (row: ExportedRow, column: string): number => z.number().parse(row[column])
