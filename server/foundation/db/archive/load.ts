// Restores a backup into an empty database, in one transaction that commits only after a full comparison.
import pg from 'pg'
import type { SealKey } from '../../seal.ts'
import { explainUnreleased, isBeforeBaseline, migrate, migrationNames } from '../migrate.ts'
import { openDb, openPool, unhurriedLimits } from '../pool.ts'
import { type ArchiveHeader, openChecksum, type TableChecksum } from './format.ts'
import { insertAll } from './insert.ts'
import { damaged, readHeader, readLines } from './read.ts'
import { type ArchiveTable, describeTables, readSchemaVersion, readTableRows, usePortableTextFormat } from './tables.ts'

export interface LoadedBackup {
  schema: string
  takenAt: string
  tables: TableChecksum[]
}

/**
 * Restores `file` into the database at `url`, then migrates it to the newest schema.
 * Throws a user-facing message, and leaves the database unchanged, when it is not empty, when the backup is of a newer version,
 * when the file is damaged, or when `master` is not the key that it was made with.
 */
export async function loadBackup(url: string, file: string, master: SealKey): Promise<LoadedBackup> {
  const pool = openPool(url, 2, unhurriedLimits)
  const db = openDb(pool)
  try {
    await refuseNonEmpty(pool)
    const header = await readHeader(file, master)
    if (isBeforeBaseline(header.schema)) throw new Error(explainUnreleased('The backup was made'))
    if (!migrationNames().includes(header.schema))
      throw new Error(`The backup was made by a newer version of Mailferry (schema ${header.schema}). Update Mailferry, then restore it.`)
    await migrate(db, header.schema)
    const tables = await inTransaction(pool, client => restoreRows(client, { file, master }, header))
    await migrate(db)
    return { schema: header.schema, takenAt: header.takenAt, tables }
  } finally {
    await db.destroy()
  }
}

async function refuseNonEmpty(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { name } of (await readSchemaVersion(client)) ? await describeTables(client) : []) {
      const { rows } = await client.query(`select 1 from ${pg.escapeIdentifier(name)} limit 1`)
      if (rows.length > 0)
        throw new Error(
          `The database isn’t empty (the table ${name} has rows). Restore into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
        )
    }
  } finally {
    client.release()
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await usePortableTextFormat(client)
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    // Its settings differ from the pool's.
    client.release(true)
  }
}

async function restoreRows(
  client: pg.ClientBase,
  { file, master }: { file: string; master: SealKey },
  header: ArchiveHeader,
): Promise<TableChecksum[]> {
  const tables = await describeTables(client)
  refuseOtherSchema(file, tables, header)
  // Migrations may have inserted rows that the backup contains too.
  for (const table of tables.toReversed()) await client.query(`delete from ${pg.escapeIdentifier(table.name)}`)
  const sums = await readLines(file, master, lines => insertAll(client, file, tables, lines))
  for (const { name, value, isCalled } of header.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), value, isCalled])
  await verifyRows(client, file, tables, sums)
  return sums
}

function refuseOtherSchema(file: string, tables: ArchiveTable[], header: ArchiveHeader): void {
  const columnsByTable = new Map(header.tables.map(({ name, columns }) => [name, columns.join()]))
  const isSameSchema = tables.every(({ name, columns }) => columnsByTable.get(name) === columns.map(column => column.name).join())
  if (!isSameSchema || columnsByTable.size !== tables.length) throw damaged(file, `its tables do not match the schema ${header.schema}`)
}

async function verifyRows(client: pg.ClientBase, file: string, tables: ArchiveTable[], sums: TableChecksum[]): Promise<void> {
  for (const table of tables) {
    const sum = openChecksum(table.name)
    for await (const rows of readTableRows(client, table)) for (const row of rows) sum.add(`${JSON.stringify(row)}\n`)
    const { rows, checksum } = sum.sum()
    const expected = sums.find(({ name }) => name === table.name)
    if (rows !== expected?.rows || checksum !== expected.checksum)
      throw damaged(file, `the rows of ${table.name} do not match their checksum`)
  }
}
