// The tables of a database: columns, sizes, and an order that satisfies foreign keys.
import pg from 'pg'
import type { ArchiveRow } from './format.ts'

export interface ArchiveTable {
  name: string
  columns: { name: string; type: string }[]
}

// Kysely's own record of what was migrated is made anew by migrating.
const left = ['kysely_migration', 'kysely_migration_lock']
const batchBytes = 4_000_000
const batchRows = 1000

/** Our tables in the current schema (pg-boss keeps its own elsewhere); throws when they refer to each other in a circle. Numbers of transactions mean nothing elsewhere. */
export async function describeTables(client: pg.ClientBase): Promise<ArchiveTable[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
        and c.relname <> all($1)
      order by c.relname, a.attnum`,
    [left],
  )
  const columns = Map.groupBy(rows, row => row.table)
  const tables = Array.from(columns, ([name, of]) => ({ name, columns: of.map(({ column, type }) => ({ name: column, type })) }))
  return inOrder(tables, await references(client))
}

/** The rows of a table in batches of some megabytes, each column in its text form; runs in the caller's transaction. */
export async function* readRows(client: pg.ClientBase, table: ArchiveTable): AsyncGenerator<ArchiveRow[]> {
  const columns = table.columns.map(column => `${pg.escapeIdentifier(column.name)}::text`).join(', ')
  const name = pg.escapeIdentifier(table.name)
  const count = await rowsOfBatch(client, table)
  await client.query(`declare rows_to_read no scroll cursor for select ${columns} from ${name}`)
  for (;;) {
    const { rows } = await client.query<ArchiveRow>({ text: `fetch ${count} from rows_to_read`, rowMode: 'array' })
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close rows_to_read')
}

/** Text forms that any PostgreSQL reads back as the same value. */
export async function speakPlainly(client: pg.ClientBase): Promise<void> {
  const settings = { DateStyle: 'ISO, YMD', TimeZone: 'UTC', IntervalStyle: 'postgres', extra_float_digits: '3', bytea_output: 'hex' }
  for (const [name, value] of Object.entries(settings)) await client.query(`select set_config($1, $2, false)`, [name, value])
}

/** The newest migration of the database, or undefined when it holds nothing of ours. */
export async function schemaOf(client: pg.ClientBase): Promise<string | undefined> {
  const { rows: found } = await client.query<{ there: boolean }>(`select to_regclass('kysely_migration') is not null as there`)
  if (!found[0]?.there) return undefined
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1')
  return rows[0]?.name
}

// Stored sizes are read without the values themselves; text forms of bytea take twice their size.
async function rowsOfBatch(client: pg.ClientBase, table: ArchiveTable): Promise<number> {
  const sizes = table.columns.map(column => `coalesce(pg_column_size(${pg.escapeIdentifier(column.name)}), 0)`).join(' + ')
  const { rows } = await client.query<{ largest: number | null }>(`select max(${sizes}) as largest from ${pg.escapeIdentifier(table.name)}`)
  return Math.min(batchRows, Math.max(1, Math.floor(batchBytes / (2 * (rows[0]?.largest ?? 0) + 1))))
}

async function references(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select f.relname as from, t.relname as to
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`,
  )
  const byTable = Map.groupBy(rows, row => row.from)
  return new Map(Array.from(byTable, ([from, of]) => [from, of.map(row => row.to)]))
}

function inOrder(tables: ArchiveTable[], needs: Map<string, string[]>): ArchiveTable[] {
  const ordered: ArchiveTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const names = new Set(Array.from(waiting, table => table.name))
    const ready = [...waiting].filter(table => !needs.get(table.name)?.some(name => names.has(name)))
    if (ready.length === 0) throw new Error(`The tables ${[...names].join(', ')} refer to each other in a circle and cannot be backed up.`)
    for (const table of ready) waiting.delete(table)
    ordered.push(...ready)
  }
  return ordered
}
