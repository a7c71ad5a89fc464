// Writes log entries as CSV, read page by page while they are sent.
import type { LogItem } from '../../../../core/api/admin/logs.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { CsvCell, CsvFile } from '../../../foundation/http/csv.ts'
import type { LogSearch } from './filters.ts'
import { listLogPage } from './query.ts'

const pageRows = 2000
/** As many rows as a spreadsheet can open. */
const maxRows = 100_000

const columns: { head: string; cell(item: LogItem): CsvCell }[] = [
  { head: 'time', cell: item => item.at },
  { head: 'kind', cell: item => item.kind },
  { head: 'action', cell: item => item.action },
  { head: 'status', cell: item => item.status },
  { head: 'source', cell: item => item.source },
  { head: 'user_id', cell: item => item.userId },
  { head: 'email', cell: item => item.email },
  { head: 'actor_id', cell: item => item.actorId },
  { head: 'resource_type', cell: item => item.resourceType },
  { head: 'resource_id', cell: item => item.resourceId },
  { head: 'ip_address', cell: item => item.ip },
  { head: 'id', cell: item => item.id },
]

export const toLogCsv = (db: Db, search: LogSearch, now: Date): CsvFile => ({
  name: `logs-${now.toISOString().slice(0, 10)}`,
  head: columns.map(({ head }) => head),
  rows: readCsvRows(db, search),
})

async function* readCsvRows(db: Db, search: LogSearch): AsyncGenerator<CsvCell[]> {
  let cursor: string | undefined
  for (let written = 0; written < maxRows; ) {
    const { items, next } = await listLogPage(db, search, cursor, Math.min(pageRows, maxRows - written))
    for (const item of items) yield columns.map(({ cell }) => cell(item))
    if (next === null) return
    cursor = next
    written += items.length
  }
}
