// Writes a consistent snapshot of the database to a file, whether the server runs or not.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { type ArchiveHeader, openSum, type TableSum } from './format.ts'
import { type ArchiveTable, describeTables, readRows, schemaOf, speakPlainly } from './tables.ts'

export interface Saved {
  schema: string
  tables: TableSum[]
  /** Of the file, as `sha256sum FILE` prints it. */
  sha256: string
}

/**
 * Backs the database at `url` up into `file`, which appears when it is whole; `takenAt` is written into it.
 * Throws a sentence when the file is there already or the database holds nothing of ours.
 */
export async function saveBackup(url: string, file: string, takenAt: Date): Promise<Saved> {
  if (existsSync(file)) throw new Error(`The file ${file} is there already. Name another, or move it away.`)
  const part = `${file}.part`
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const header = await beginPicture(client, takenAt)
    const sums: TableSum[] = []
    await pipeline(Readable.from(linesOf(client, header, sums)), createGzip(), createWriteStream(part, { mode: 0o600, flush: true }))
    renameSync(part, file)
    return { schema: header.schema, tables: sums, sha256: await sumOfFile(file) }
  } finally {
    rmSync(part, { force: true })
    await client.end()
  }
}

/** The SHA-256 of a file, in hex. */
export async function sumOfFile(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return sum.digest('hex')
}

// Repeatable read: every table as it was at the first query.
async function beginPicture(client: pg.Client, takenAt: Date): Promise<ArchiveHeader & { described: ArchiveTable[] }> {
  await speakPlainly(client)
  await client.query('begin transaction isolation level repeatable read read only')
  const schema = await schemaOf(client)
  if (!schema) throw new Error('This database holds no data of Mailferry: there is nothing to back up.')
  const described = await describeTables(client)
  const tables = described.map(table => ({ name: table.name, columns: table.columns.map(column => column.name) }))
  return {
    format: 'mailferry-backup',
    version: 1,
    takenAt: takenAt.toISOString(),
    schema,
    tables,
    sequences: await sequences(client),
    described,
  }
}

async function sequences(client: pg.Client): Promise<ArchiveHeader['sequences']> {
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

async function* linesOf(
  client: pg.Client,
  { described, ...header }: ArchiveHeader & { described: ArchiveTable[] },
  sums: TableSum[],
): AsyncGenerator<string> {
  const all = createHash('sha256')
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`
    all.update(text)
    return text
  }
  yield line(header)
  for (const table of described) {
    const sum = openSum(table.name)
    yield line({ table: table.name })
    for await (const rows of readRows(client, table))
      for (const row of rows) {
        const text = line(row)
        sum.add(text)
        yield text
      }
    sums.push(sum.sum())
  }
  yield `${JSON.stringify({ manifest: sums, sha256: all.digest('hex') })}\n`
}
