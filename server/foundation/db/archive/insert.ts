// Inserts the rows of a backup into tables of the same structure.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod/mini'
import { ArchiveRow, Manifest, type TableChecksum, TableStart } from './format.ts'
import { damaged } from './read.ts'
import type { ArchiveTable } from './tables.ts'

/** Inserts all rows in `lines` and returns the manifest's checksum for each table; throws when the data does not match the manifest. */
export async function insertAll(
  client: pg.ClientBase,
  file: string,
  tables: ArchiveTable[],
  lines: AsyncIterable<string>,
): Promise<TableChecksum[]> {
  const all = createHash('sha256')
  let manifest: Manifest | undefined
  let target: TableInserter | undefined
  for await (const line of lines) {
    if (manifest) throw damaged(file, 'it continues after its end')
    if (line.startsWith('{"manifest"')) manifest = Manifest.parse(JSON.parse(line))
    else all.update(`${line}\n`)
    if (line.startsWith('[')) await target?.add(line)
    if (line.startsWith('{"table"')) {
      await target?.flush()
      target = openInserter(client, findTable(file, tables, line))
    }
  }
  await target?.flush()
  if (!manifest) throw damaged(file, 'its end is missing')
  if (manifest.sha256 !== all.digest('hex')) throw damaged(file, 'its checksum doesn’t match')
  return manifest.manifest
}

function findTable(file: string, tables: ArchiveTable[], line: string): ArchiveTable {
  const { table: name } = TableStart.parse(JSON.parse(line))
  const found = tables.find(table => table.name === name)
  if (!found) throw damaged(file, `its header doesn’t list the table ${name}`)
  return found
}

interface TableInserter {
  add(line: string): Promise<void>
  flush(): Promise<void>
}

const batchRows = 1000
const batchChars = 8_000_000

/** Inserts the rows of one table in batches; names and types come from the database, never from the file. */
function openInserter(client: pg.ClientBase, table: ArchiveTable): TableInserter {
  const insert = insertStatement(table)
  let rows: ArchiveRow[] = []
  let chars = 0
  const flush = async () => {
    const columns = table.columns.map((_, i) => rows.map(row => row[i]))
    if (rows.length > 0) await client.query(insert, columns)
    rows = []
    chars = 0
  }
  const add = async (line: string) => {
    rows.push(ArchiveRow.check(z.length(table.columns.length)).parse(JSON.parse(line)))
    chars += line.length
    if (rows.length >= batchRows || chars >= batchChars) await flush()
  }
  return { add, flush }
}

function insertStatement(table: ArchiveTable): string {
  const columns = table.columns.map(column => pg.escapeIdentifier(column.name)).join(', ')
  const values = table.columns.map((column, i) => `c${i}::${column.type}`).join(', ')
  const aliases = table.columns.map((_, i) => `c${i}`).join(', ')
  const texts = table.columns.map((_, i) => `$${i + 1}::text[]`).join(', ')
  return `insert into ${pg.escapeIdentifier(table.name)} (${columns}) overriding system value select ${values} from unnest(${texts}) as r(${aliases})`
}
