// The building blocks of a data export: each module lists its tables, and which columns a user receives.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { SealKey } from '../seal.ts'
import type { Db } from './pool.ts'
import type { Tables } from './tables.ts'

export interface CopyFrom {
  db: Db
  userId: string
  contentKey: SealKey
}

type Line = Record<string, unknown>

/** A file of lines, one for each row. */
export interface RowsPart {
  kind: 'rows'
  name: string
  tables: readonly (keyof Tables)[]
  rows(from: CopyFrom): AsyncGenerator<Line>
}

/** A folder of files. */
export interface FilesPart {
  kind: 'files'
  name: string
  tables: readonly (keyof Tables)[]
  /** How many there are, for what a person has ever more of. */
  count?(from: CopyFrom): Promise<number>
  files(from: CopyFrom): AsyncGenerator<{ name: string; bytes: AsyncIterable<Uint8Array> }>
}

export type CopyPart = RowsPart | FilesPart

interface Reading {
  /** The columns that put rows in order and tell them apart; none for the few rows that are read at once. */
  key: readonly string[]
  /** Columns that stay here: secrets, digests, and what only machines need. */
  without?: readonly string[]
  /** The column that says whose a row is, and what it says where that is not the person's id. */
  owner?: 'user_id' | 'id' | 'sender'
  of?: string
  rowsAtOnce?: number
  /** Opens what is sealed. */
  open?(row: Line, from: CopyFrom): Line | Promise<Line>
}

export const rowsPart = (name: string, table: keyof Tables, reading: Reading): RowsPart => ({
  kind: 'rows',
  name,
  tables: [table],
  async *rows(from) {
    for await (const row of readRows(from, table, reading)) yield reading.open ? reading.open(row, from) : row
  },
})

const usually = 200

/** Page by page, so that nobody's mail has to fit into the memory. */
export async function* readRows(
  { db, userId }: CopyFrom,
  table: keyof Tables,
  { key, without = [], owner = 'user_id', of = userId, rowsAtOnce = usually }: Reading,
): AsyncGenerator<Line> {
  const order = sql.join(key.map(column => sql.ref(`t.${column}`)))
  const left = sql.val([...without, ...(owner === 'user_id' ? ['user_id'] : [])])
  for (let last: Line | undefined; ; ) {
    const behind = last ? sql`and (${order}) > (${sql.join(key.map(column => last?.[column]))})` : sql``
    const paged = key.length > 0 ? sql`order by ${order} limit ${rowsAtOnce}` : sql``
    const { rows } = await sql<{ line: Line }>`
      select to_jsonb(t) - ${left}::text[] as line from ${sql.table(table)} t
      where ${sql.ref(`t.${owner}`)} = ${of} ${behind} ${paged}`.execute(db)
    for (const { line } of rows) yield line
    last = rows.at(-1)?.line
    if (!last || key.length === 0 || rows.length < rowsAtOnce) return
  }
}

export async function countRows({ db, userId }: CopyFrom, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The bytes of a column as PostgreSQL writes them in JSON; null where there are none. */
export function bytesIn(row: Line, column: string): Buffer | null {
  const text = z.nullable(z.string()).parse(row[column])
  return text === null ? null : Buffer.from(text.slice('\\x'.length), 'hex')
}

export const textIn = (row: Line, column: string): string => z.string().parse(row[column])

export const numberIn = (row: Line, column: string): number => z.number().parse(row[column])
