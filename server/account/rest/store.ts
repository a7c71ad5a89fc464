// SQL for the data API: runs a request under row-level security with the caller's claims.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { WrittenRows } from '../../../core/rest/body.ts'
import { operators, type RowCondition } from '../../../core/rest/condition.ts'
import type { Field } from '../../../core/rest/field.ts'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import { type Db, type Tx, unpreparedMarker } from '../../foundation/db/pool.ts'
import type { Caller } from './caller.ts'
import type { RestQuery } from './request.ts'
import { openTurns } from './turns.ts'

/** The policies check the claims, whose subject is the user. */
export type TableRequest = RestQuery & Pick<Caller, 'claims'>

export interface QueryResult {
  /** The rows as a JSON array; empty when they were not requested. */
  body: string
  rows: number
  /** The number of all matching rows, when it was requested. */
  total: number | null
}

const maxRows = 1000

export function selectRows(db: Db, userId: string | null, request: TableRequest): Promise<QueryResult> {
  const { table, query, preferences } = request
  const from = sql.table(table.name)
  const where = joinConditions(query.conditions.map(condition => conditionSql(table.name, condition)))
  const orderTerms = query.order.map(
    ({ field, direction, nulls }) => sql`${fieldSql(table.name, field)} ${sql.raw(direction)} ${sql.raw(nulls ? `nulls ${nulls}` : '')}`,
  )
  const order = orderTerms.length > 0 ? sql`order by ${sql.join(orderTerms)}` : sql``
  const total = preferences.counts ? sql`(select count(*)::int from ${from} where ${where})` : sql`null::int`
  return runAsCaller(
    db,
    userId,
    request,
    sql`${sql.raw(unpreparedMarker)} with page as (
      select ${columnsSql(table.name, request)} from ${from} where ${where} ${order}
      limit ${Math.min(query.limit ?? maxRows, maxRows)} offset ${query.offset})
    select ${bodySql(request)} as body, count(*)::int as rows, ${total} as total from page`,
  )
}

export function insertRows(db: Db, userId: string | null, request: TableRequest, written: WrittenRows): Promise<QueryResult> {
  const table = sql.table(request.table.name)
  const columns = sql.join(written.columns.map(column => sql.ref(column)))
  const values = sql`json_populate_recordset(null::${table}, ${JSON.stringify(written.rows)}::json)`
  return runAsCaller(
    db,
    userId,
    request,
    sql`${sql.raw(unpreparedMarker)} with made as (
      insert into ${table} (${columns}) select ${columns} from ${values} ${conflictSql(request, written.columns)} ${returning(request)})
    ${resultSql(request)}`,
  )
}

/** Updates all matching rows to the values of the one written row. */
export function updateRows(db: Db, userId: string | null, request: TableRequest, { columns, rows }: WrittenRows): Promise<QueryResult> {
  const table = sql.table(request.table.name)
  const set = columns.map(column => sql`${sql.ref(column)} = body.${sql.ref(column)}`)
  const where = joinConditions(request.query.conditions.map(condition => conditionSql(request.table.name, condition)))
  return runAsCaller(
    db,
    userId,
    request,
    sql`${sql.raw(unpreparedMarker)} with body as (select * from json_populate_record(null::${table}, ${JSON.stringify(rows[0])}::json)), made as (
      update ${table} set ${sql.join(set)} from body where ${where} ${returning(request)})
    ${resultSql(request)}`,
  )
}

export function deleteRows(db: Db, userId: string | null, request: TableRequest): Promise<QueryResult> {
  const where = joinConditions(request.query.conditions.map(condition => conditionSql(request.table.name, condition)))
  return runAsCaller(
    db,
    userId,
    request,
    sql`${sql.raw(unpreparedMarker)} with made as (delete from ${sql.table(request.table.name)} where ${where} ${returning(request)}) ${resultSql(request)}`,
  )
}

const timeoutMs = '2000'
/** Of the pool's twenty connections. Strangers, who see nothing, share theirs. */
const inTurn = openTurns({ atOnce: 4, maxWaiting: 100 })

/** PostgreSQL decides what the claims may read and write. Rolls back when a single row was requested and the result is not one row. */
const runAsCaller = (db: Db, userId: string | null, request: TableRequest, statement: RawBuilder<unknown>): Promise<QueryResult> =>
  inTurn(userId ?? 'stranger', () => runInTransaction(db, userId, request, statement))

async function runInTransaction(
  db: Db,
  userId: string | null,
  request: TableRequest,
  statement: RawBuilder<unknown>,
): Promise<QueryResult> {
  const claims = JSON.stringify({ ...request.claims, ...(userId && { sub: userId }) })
  return db.transaction().execute(async (tx: Tx) => {
    await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('statement_timeout', ${timeoutMs}, true),
      set_config('timezone', 'UTC', true), set_config('role', 'mailferry_request', true)`.execute(tx)
    const { rows } = await sql<QueryResult>`${statement}`.execute(tx)
    const [result = { body: '[]', rows: 0, total: null }] = rows
    const { maxAffected } = request.preferences
    if (request.changesRows && maxAffected !== null && result.rows > maxAffected)
      throw new RestRefusal(
        400,
        'PGRST124',
        'Query result exceeds max-affected preference constraint',
        `The query affects ${result.rows} rows`,
      )
    if (request.form === 'object' && result.rows !== 1)
      throw new RestRefusal(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', `The result contains ${result.rows} rows`)
    return result
  })
}

// Returns rows only when requested, because reading requires its own policy.
const returning = ({ table, preferences }: TableRequest) =>
  preferences.shows === 'representation' ? sql`returning ${sql.table(table.name)}.*` : sql`returning 1`

function resultSql(request: TableRequest): RawBuilder<unknown> {
  const counted = sql`count(*)::int as rows, count(*)::int as total`
  if (request.preferences.shows !== 'representation') return sql`select '' as body, ${counted} from made`
  return sql`, page as (select ${columnsSql('made', request)} from made) select ${bodySql(request)} as body, ${counted} from page`
}

function conflictSql({ query, preferences }: TableRequest, columns: string[]): RawBuilder<unknown> {
  if (!preferences.onConflict) return sql``
  const target = sql.join((query.onConflict ?? ['id']).map(column => sql.ref(column)))
  if (preferences.onConflict === 'ignore-duplicates') return sql`on conflict (${target}) do nothing`
  const set = columns.map(column => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  return sql`on conflict (${target}) do update set ${sql.join(set)}`
}

const bodySql = ({ stripsNulls }: TableRequest): RawBuilder<string> =>
  stripsNulls ? sql`coalesce(json_strip_nulls(json_agg(page)), '[]')::text` : sql`coalesce(json_agg(page), '[]')::text`

const columnsSql = (from: string, { query }: TableRequest) =>
  sql.join(query.shown.map(({ field, name }) => sql`${fieldSql(from, field)} as ${sql.id(name)}`))

function fieldSql(from: string, { column, path }: Field): RawBuilder<unknown> {
  return path.reduce<RawBuilder<unknown>>(
    (value, { arrow, key }) => sql`(${value} ${sql.raw(arrow)} ${key}::${sql.raw(typeof key === 'number' ? 'int' : 'text')})`,
    sql.ref(`${from}.${column}`),
  )
}

const joinConditions = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`

function conditionSql(from: string, condition: RowCondition): RawBuilder<SqlBool> {
  const plain = plainSql(from, condition)
  return condition.isNegated ? sql<SqlBool>`not (${plain})` : plain
}

function plainSql(from: string, condition: RowCondition): RawBuilder<SqlBool> {
  if ('conditions' in condition) {
    const parts = condition.conditions.map(part => conditionSql(from, part))
    return sql`(${sql.join(parts, sql.raw(` ${condition.kind} `))})`
  }
  const field = fieldSql(from, condition.field)
  if (condition.kind === 'in') return sql`${field} = any(${condition.values})`
  if (condition.kind === 'is') return sql`${field} is ${sql.raw(condition.value)}`
  const operator = sql.raw(operators[condition.operator])
  if (condition.quantifier) return sql`${field} ${operator} ${sql.raw(condition.quantifier)}(${condition.value})`
  return sql`${field} ${operator} ${condition.value}`
}
