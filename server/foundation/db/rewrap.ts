// Seals again, in batches, what another master key than the current one has sealed. Each batch commits, so that it can be stopped at any time.
import { sql } from 'kysely'
import { resealed, type SealContext, type SealKey } from '../seal.ts'
import type { Db, Tx } from './pool.ts'

type Cells = Record<string, unknown>

/** A column that the master key seals, as its module declares it. */
export interface SealedColumn {
  table: string
  /** The primary key. */
  key: string
  column: string
  /** Further columns that the context is made of. */
  with: readonly string[]
  contextOf(row: Cells): SealContext
}

export interface Rewrapped {
  /** How many values were sealed again. */
  changed: number
  /** How many values none of the keys opens: another server's, or damaged. */
  unreadable: number
}

const batchRows = 500

/** Values that already have the current key are left alone, so that a second run goes on where the first one stopped. */
export async function rewrap(
  db: Db,
  master: SealKey,
  columns: readonly SealedColumn[],
  onBatch: (sum: Rewrapped) => void = () => undefined,
): Promise<Rewrapped> {
  const sum = { changed: 0, unreadable: 0 }
  for (const column of columns)
    for (let after: unknown = null; ; ) {
      const rows = await db.transaction().execute(tx => rewrapBatch(tx, master, column, after, sum))
      onBatch({ ...sum })
      if (rows.length < batchRows) break
      after = rows.at(-1)?.[column.key]
    }
  return sum
}

async function rewrapBatch(tx: Tx, master: SealKey, column: SealedColumn, after: unknown, sum: Rewrapped): Promise<Cells[]> {
  await sql`select set_config('mailferry.rewraps', 'on', true)`.execute(tx)
  const [table, key, sealed] = [sql.table(column.table), sql.ref(column.key), sql.ref(column.column)]
  const read = sql.join([column.key, column.column, ...column.with].map(name => sql.ref(name)))
  const { rows } = await sql<Cells>`select ${read} from ${table} where ${sealed} is not null
    and ${after === null ? sql`true` : sql`${key} > ${after}`} order by ${key} limit ${batchRows}`.execute(tx)
  for (const row of rows) {
    const before = row[column.column]
    const now = Buffer.isBuffer(before) ? tryReseal(master, before, column.contextOf(row), sum) : null
    if (!now) continue
    // Whoever changed it in the meantime has used the current key.
    const { numAffectedRows = 0n } =
      await sql`update ${table} set ${sealed} = ${now} where ${key} = ${row[column.key]} and ${sealed} = ${before}`.execute(tx)
    sum.changed += Number(numAffectedRows)
  }
  return rows
}

function tryReseal(master: SealKey, sealed: Buffer, context: SealContext, sum: Rewrapped): Buffer | null {
  try {
    return resealed(master, sealed, context)
  } catch {
    sum.unreadable++
    return null
  }
}
