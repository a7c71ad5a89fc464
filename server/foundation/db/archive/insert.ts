// Inserts the rows of a backup into tables of the same shape.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod/mini'
import { ArchiveRow, Manifest, TableStart, type TableSum } from './format.ts'
import { damaged } from './read.ts'
import type { ArchiveTable } from './tables.ts'

/** Inserts everything that `lines` hold and returns what the manifest says of each table; throws when the whole does not fit. */
export async function insertAll(
  client: pg.ClientBase,
  file: string,
  tables: ArchiveTable[],
  lines: AsyncIterable<string>,
): Promise<TableSum[]> {
  const all = createHash('sha256')
  let manifest: Manifest | undefined
  let into: Target | undefined
  for await (const line of lines) {
    if (manifest) throw damaged(file, 'something follows its end')
    if (line.startsWith('{"manifest"')) manifest = Manifest.parse(JSON.parse(line))
    else all.update(`${line}\n`)
    if (line.startsWith('[')) await into?.add(line)
    if (line.startsWith('{"table"')) {
      await into?.flush()
      into = openTarget(client, tableNamed(file, tables, line))
    }
  }
  await into?.flush()
  if (!manifest) throw damaged(file, 'its end is missing')
  if (manifest.sha256 !== all.digest('hex')) throw damaged(file, 'its checksum does not fit')
  return manifest.manifest
}

function tableNamed(file: string, tables: ArchiveTable[], line: string): ArchiveTable {
  const { table: name } = TableStart.parse(JSON.parse(line))
  const found = tables.find(table => table.name === name)
  if (!found) throw damaged(file, `it holds a table ${name} that is not in its header`)
  return found
}

interface Target {
  add(line: string): Promise<void>
  flush(): Promise<void>
}

const batchRows = 1000
const batchChars = 8_000_000

/** Collects the rows of one table and inserts them in batches; names and types are the database's own, never the file's. */
function openTarget(client: pg.ClientBase, table: ArchiveTable): Target {
  const insert = insertInto(table)
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

function insertInto(table: ArchiveTable): string {
  const columns = table.columns.map(column => pg.escapeIdentifier(column.name)).join(', ')
  const values = table.columns.map((column, i) => `c${i}::${column.type}`).join(', ')
  const aliases = table.columns.map((_, i) => `c${i}`).join(', ')
  const texts = table.columns.map((_, i) => `$${i + 1}::text[]`).join(', ')
  return `insert into ${pg.escapeIdentifier(table.name)} (${columns}) overriding system value select ${values} from unnest(${texts}) as r(${aliases})`
}
