// Writes a consistent snapshot of the database to a file, even while the server runs.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import type { SealKey } from '../../seal.ts'
import { type ArchiveHeader, openChecksum, type TableChecksum } from './format.ts'
import { sealFrames } from './sealed-file.ts'
import { type ArchiveTable, describeTables, readSchemaVersion, readTableRows, usePortableTextFormat } from './tables.ts'

export interface SavedBackup {
  schema: string
  tables: TableChecksum[]
  /** The file's checksum, as `sha256sum FILE` prints it. */
  sha256: string
}

/**
 * Backs up the database at `url` into `file`, sealed with `master`; the file appears once it is complete. `takenAt` is written into it.
 * Throws a user-facing message when the file already exists or the database has no Mailferry data.
 */
export async function saveBackup(url: string, file: string, takenAt: Date, master: SealKey): Promise<SavedBackup> {
  if (existsSync(file)) throw new Error(`The file ${file} already exists. Choose another name, or move it away.`)
  const part = `${file}.part`
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const header = await beginSnapshot(client, takenAt)
    const sums: TableChecksum[] = []
    await pipeline(
      Readable.from(backupLines(client, header, sums)),
      createGzip(),
      (chunks: AsyncIterable<Buffer>) => sealFrames(master, chunks),
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    renameSync(part, file)
    return { schema: header.schema, tables: sums, sha256: await hashFile(file) }
  } finally {
    rmSync(part, { force: true })
    await client.end()
  }
}

/** The SHA-256 of a file, in hex. */
export async function hashFile(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return sum.digest('hex')
}

// Repeatable read: every table is read as of the first query.
async function beginSnapshot(client: pg.Client, takenAt: Date): Promise<ArchiveHeader & { described: ArchiveTable[] }> {
  await usePortableTextFormat(client)
  await client.query('begin transaction isolation level repeatable read read only')
  const schema = await readSchemaVersion(client)
  if (!schema) throw new Error('This database has no Mailferry data, so there’s nothing to back up.')
  const described = await describeTables(client)
  const tables = described.map(table => ({ name: table.name, columns: table.columns.map(column => column.name) }))
  return {
    format: 'mailferry-backup',
    version: 1,
    takenAt: takenAt.toISOString(),
    schema,
    tables,
    sequences: await readSequences(client),
    described,
  }
}

async function readSequences(client: pg.Client): Promise<ArchiveHeader['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  const found: ArchiveHeader['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    )
    for (const row of state.rows) found.push({ name, ...row })
  }
  return found
}

async function* backupLines(
  client: pg.Client,
  { described, ...header }: ArchiveHeader & { described: ArchiveTable[] },
  sums: TableChecksum[],
): AsyncGenerator<string> {
  const all = createHash('sha256')
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`
    all.update(text)
    return text
  }
  yield line(header)
  for (const table of described) {
    const sum = openChecksum(table.name)
    yield line({ table: table.name })
    for await (const rows of readTableRows(client, table))
      for (const row of rows) {
        const text = line(row)
        sum.add(text)
        yield text
      }
    sums.push(sum.sum())
  }
  yield `${JSON.stringify({ manifest: sums, sha256: all.digest('hex') })}\n`
}
