// SQL for one user's one-time codes, emailed or sent to a phone: counts attempts, uses and deletes codes.
import type { Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'

type CodeTable = 'one_time_tokens' | 'phone_codes'
type Kind = Row<'one_time_tokens'>['kind'] | Row<'phone_codes'>['kind']

/** Counts an attempt at the unused code of that kind and returns it, or null when there is none. */
export async function tryCode<T extends CodeTable>(tx: Tx, userId: string, table: T, kind: Kind): Promise<Row<T> | null> {
  const updated = tx
    .updateTable(table as CodeTable)
    .set(t => ({ attempts: t('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .returningAll()
  return ((await updated.executeTakeFirst()) as Row<T> | undefined) ?? null
}

export async function useCode(tx: Tx, userId: string, table: CodeTable, kind: Kind, now: Date): Promise<void> {
  await tx.updateTable(table).set({ used_at: now }).where('user_id', '=', userId).where('kind', '=', kind).execute()
}

const codeTables: CodeTable[] = ['one_time_tokens', 'phone_codes']

/** Invalidates every code sent before. */
export async function dropCodes(tx: Tx, userId: string, tables = codeTables): Promise<void> {
  for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
