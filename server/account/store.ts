// One person's roles and activity log; requests of the data wire run under row level security with their claims.
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../db/pool.ts'
import type { NewRow } from '../db/tables.ts'
import type { Comparison, RestQuery, Table } from './rest/query.ts'

/** Adds to the log; without a person for what concerns nobody we know. */
export async function insertLog(db: Db, userId: string | null, log: Omit<NewRow<'activity_logs'>, 'user_id'>): Promise<void> {
  await db
    .insertInto('activity_logs')
    .values({ ...log, user_id: userId })
    .execute()
}

export type RestRow = Record<string, unknown>

export interface Found {
  rows: RestRow[]
  /** All that the filters match, where it was asked for. */
  total: number | null
}

export async function selectRows(db: Db, userId: string | null, table: Table, query: RestQuery, withTotal: boolean): Promise<Found> {
  return asRequest(db, userId, async tx => {
    const condition = whereOf(query)
    const order = query.order.map(o => sql`${sql.ref(o.column)} ${sql.raw(o.direction)} nulls ${sql.raw(o.nulls)}`)
    const limit = query.limit === null ? sql`` : sql`limit ${query.limit}`
    const sorted = order.length > 0 ? sql`order by ${sql.join(order)}` : sql``
    const { rows } = await sql<RestRow>`
      select ${columnsOf(query)} from ${sql.table(table)} where ${condition} ${sorted} ${limit} offset ${query.offset}`.execute(tx)
    if (!withTotal) return { rows, total: null }
    const counted = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)} where ${condition}`.execute(tx)
    return { rows, total: Number(counted.rows[0]?.n ?? 0) }
  })
}

/** Adds rows that all have the same columns, and returns what `query` selects of them. */
export async function insertRows(db: Db, userId: string | null, table: Table, rows: RestRow[], query: RestQuery): Promise<RestRow[]> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first)
  const values = rows.map(row => sql`(${sql.join(columns.map(c => row[c] ?? null))})`)
  return asRequest(db, userId, async tx => {
    const added = await sql<RestRow>`
      insert into ${sql.table(table)} (${sql.join(columns.map(c => sql.ref(c)))})
      values ${sql.join(values)} returning ${columnsOf(query)}`.execute(tx)
    return added.rows
  })
}

/** PostgreSQL itself decides what the claims may see and add. */
function asRequest<T>(db: Db, userId: string | null, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async tx => {
    const claims = JSON.stringify(userId ? { sub: userId, role: 'authenticated' } : { role: 'anon' })
    await sql`select set_config('request.jwt.claims', ${claims}, true)`.execute(tx)
    await sql`set local role mailferry_request`.execute(tx)
    return run(tx)
  })
}

const columnsOf = (query: RestQuery) => sql.join(query.select.map(column => sql.ref(column)))

function whereOf(query: RestQuery) {
  const all = query.filters.map(filter => (filter.isNegated ? sql<SqlBool>`not (${comparisonOf(filter)})` : comparisonOf(filter)))
  return all.length > 0 ? sql<SqlBool>`${sql.join(all, sql` and `)}` : sql<SqlBool>`true`
}

function comparisonOf({ column, operator, values }: Comparison) {
  const ref = sql.ref(column)
  const [value = ''] = values
  if (operator === 'is') return sql<SqlBool>`${ref} is ${sql.raw(value)}`
  if (operator === 'in') return values.length > 0 ? sql<SqlBool>`${ref} in (${sql.join(values)})` : sql<SqlBool>`false`
  return sql<SqlBool>`${ref} ${sql.raw(operator)} ${value}`
}
