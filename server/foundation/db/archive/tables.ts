// Describes and reads the tables of a database, in an order that satisfies foreign keys.
import pg from 'pg'
import type { ArchiveRow } from './format.ts'

export interface ArchiveTable {
  name: string
  columns: { name: string; type: string }[]
}

// Migrating recreates Kysely's own tables.
const excludedTables = ['kysely_migration', 'kysely_migration_lock']
const batchBytes = 4_000_000
const batchRows = 1000

/** Our tables in the current schema (pg-boss has its own schema), without transaction ids, which mean nothing elsewhere; throws on circular foreign keys. */
export async function describeTables(client: pg.ClientBase): Promise<ArchiveTable[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
        and c.relname <> all($1)
      order by c.relname, a.attnum`,
    [excludedTables],
  )
  const columns = Map.groupBy(rows, row => row.table)
  const tables = Array.from(columns, ([name, found]) => ({ name, columns: found.map(({ column, type }) => ({ name: column, type })) }))
  return sortByReferences(tables, await readReferences(client))
}

/** Yields the rows of a table in batches of a few megabytes, each column as text; runs in the caller's transaction. */
export async function* readTableRows(client: pg.ClientBase, table: ArchiveTable): AsyncGenerator<ArchiveRow[]> {
  const columns = table.columns.map(column => `${pg.escapeIdentifier(column.name)}::text`).join(', ')
  const name = pg.escapeIdentifier(table.name)
  const count = await chooseBatchRows(client, table)
  await client.query(`declare rows_to_read no scroll cursor for select ${columns} from ${name}`)
  for (;;) {
    const { rows } = await client.query<ArchiveRow>({ text: `fetch ${count} from rows_to_read`, rowMode: 'array' })
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close rows_to_read')
}

/** Makes PostgreSQL write text that any PostgreSQL reads back as the same value. */
export async function usePortableTextFormat(client: pg.ClientBase): Promise<void> {
  const settings = { DateStyle: 'ISO, YMD', TimeZone: 'UTC', IntervalStyle: 'postgres', extra_float_digits: '3', bytea_output: 'hex' }
  for (const [name, value] of Object.entries(settings)) await client.query(`select set_config($1, $2, false)`, [name, value])
}

/** The newest migration in the database, or undefined when it has no Mailferry data. */
export async function readSchemaVersion(client: pg.ClientBase): Promise<string | undefined> {
  const { rows: found } = await client.query<{ there: boolean }>(`select to_regclass('kysely_migration') is not null as there`)
  if (!found[0]?.there) return undefined
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1')
  return rows[0]?.name
}

// Reads stored sizes without the values; bytea takes twice its size as text.
async function chooseBatchRows(client: pg.ClientBase, table: ArchiveTable): Promise<number> {
  const sizes = table.columns.map(column => `coalesce(pg_column_size(${pg.escapeIdentifier(column.name)}), 0)`).join(' + ')
  const { rows } = await client.query<{ largest: number | null }>(`select max(${sizes}) as largest from ${pg.escapeIdentifier(table.name)}`)
  return Math.min(batchRows, Math.max(1, Math.floor(batchBytes / (2 * (rows[0]?.largest ?? 0) + 1))))
}

async function readReferences(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select f.relname as from, t.relname as to
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`,
  )
  const byTable = Map.groupBy(rows, row => row.from)
  return new Map(Array.from(byTable, ([from, keys]) => [from, keys.map(row => row.to)]))
}

function sortByReferences(tables: ArchiveTable[], references: Map<string, string[]>): ArchiveTable[] {
  const ordered: ArchiveTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const names = new Set(Array.from(waiting, table => table.name))
    const ready = [...waiting].filter(table => !references.get(table.name)?.some(name => names.has(name)))
    if (ready.length === 0) throw new Error(`The tables ${[...names].join(', ')} have circular foreign keys and can’t be backed up.`)
    for (const table of ready) waiting.delete(table)
    ordered.push(...ready)
  }
  return ordered
}
