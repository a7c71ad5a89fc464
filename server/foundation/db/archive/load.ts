// Restores a backup into an empty database, in one transaction that commits only after a full comparison.
import pg from 'pg'
import { isBeforeBaseline, migrate, migrationNames, unreleased } from '../migrate.ts'
import { openDb, openPool } from '../pool.ts'
import { type ArchiveHeader, openSum, type TableSum } from './format.ts'
import { insertAll } from './insert.ts'
import { damaged, readHeader, readLines } from './read.ts'
import { type ArchiveTable, describeTables, readRows, schemaOf, speakPlainly } from './tables.ts'

export interface Loaded {
  schema: string
  takenAt: string
  tables: TableSum[]
}

/**
 * Restores `file` into the database at `url`, then brings the database to the newest schema.
 * Throws a sentence, and leaves the database without a row, when it is not empty, when the backup is of a newer version,
 * or when the file is damaged.
 */
export async function loadBackup(url: string, file: string): Promise<Loaded> {
  const pool = openPool(url, 2)
  const db = openDb(pool)
  try {
    await refuseFilled(pool)
    const header = await readHeader(file)
    if (isBeforeBaseline(header.schema)) throw new Error(unreleased('The backup was made'))
    if (!migrationNames().includes(header.schema))
      throw new Error(`The backup was made by a newer version of Mailferry (schema ${header.schema}). Update Mailferry, then restore it.`)
    await migrate(db, header.schema)
    const tables = await inTransaction(pool, client => fill(client, file, header))
    await migrate(db)
    return { schema: header.schema, takenAt: header.takenAt, tables }
  } finally {
    await db.destroy()
  }
}

async function refuseFilled(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { name } of (await schemaOf(client)) ? await describeTables(client) : []) {
      const { rows } = await client.query(`select 1 from ${pg.escapeIdentifier(name)} limit 1`)
      if (rows.length > 0)
        throw new Error(
          `The database is not empty (the table ${name} has rows). Restore into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
        )
    }
  } finally {
    client.release()
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await speakPlainly(client)
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    // Its settings are not those of the pool.
    client.release(true)
  }
}

async function fill(client: pg.ClientBase, file: string, header: ArchiveHeader): Promise<TableSum[]> {
  const tables = await describeTables(client)
  refuseOtherShape(file, tables, header)
  // A migration may have put rows there that the backup holds too.
  for (const table of tables.toReversed()) await client.query(`delete from ${pg.escapeIdentifier(table.name)}`)
  const sums = await readLines(file, lines => insertAll(client, file, tables, lines))
  for (const { name, value, isCalled } of header.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), value, isCalled])
  await compare(client, file, tables, sums)
  return sums
}

function refuseOtherShape(file: string, tables: ArchiveTable[], header: ArchiveHeader): void {
  const columnsOf = new Map(header.tables.map(({ name, columns }) => [name, columns.join()]))
  const isSame = tables.every(({ name, columns }) => columnsOf.get(name) === columns.map(column => column.name).join())
  if (!isSame || columnsOf.size !== tables.length) throw damaged(file, `its tables are not those of the schema ${header.schema}`)
}

async function compare(client: pg.ClientBase, file: string, tables: ArchiveTable[], sums: TableSum[]): Promise<void> {
  for (const table of tables) {
    const sum = openSum(table.name)
    for await (const rows of readRows(client, table)) for (const row of rows) sum.add(`${JSON.stringify(row)}\n`)
    const { rows, checksum } = sum.sum()
    const wanted = sums.find(({ name }) => name === table.name)
    if (rows !== wanted?.rows || checksum !== wanted.checksum) throw damaged(file, `the rows of ${table.name} do not fit their checksum`)
  }
}
