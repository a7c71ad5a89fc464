// The SQL of one person's filters and of the verdicts that they reached.
import { sql } from 'kysely'
import { z } from 'zod'
import type { FilterDraft, SavedFilter } from '../../core/api/filters.ts'
import { Action, type Filter } from '../../core/filters/action.ts'
import { FilterExplanations } from '../../core/filters/decide.ts'
import { Condition } from '../../core/filters/tree.ts'
import type { Db, Tx } from '../db/pool.ts'
import { openJson, sealJson } from '../db/sealed.ts'
import type { Row } from '../db/tables.ts'
import type { Key } from '../seal.ts'

/** What became of one message, with what each filter saw. */
export interface NewVerdict {
  messageId: string
  verdict: 'matched' | 'not_matched' | 'suppressed'
  reason: string | null
  explanations: FilterExplanations
}

export async function listFilters(db: Db, userId: string): Promise<SavedFilter[]> {
  const rows = await db.selectFrom('filters').selectAll().where('user_id', '=', userId).orderBy('position').orderBy('id').execute()
  return rows.map(asSaved)
}

/** The filters that a new mail meets, in their order. */
export async function activeFilters(db: Db, userId: string): Promise<Filter[]> {
  const all = await listFilters(db, userId)
  return all.filter(f => !f.paused)
}

export async function getFilter(db: Db, userId: string, id: string): Promise<SavedFilter | undefined> {
  const row = await db.selectFrom('filters').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return row && asSaved(row)
}

export async function countFilters(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('filters')
    .select(e => e.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Adds the filter behind all others. */
export async function addFilter(db: Db, userId: string, id: string, draft: FilterDraft, now: Date): Promise<SavedFilter> {
  const row = await db
    .insertInto('filters')
    .values(e => ({
      user_id: userId,
      id,
      position: e
        .selectFrom('filters')
        .select(f => f(f.fn.coalesce(f.fn.max('position'), sql.lit(0)), '+', 1).as('next'))
        .where('user_id', '=', userId),
      ...columnsOf(draft),
      created_at: now,
      updated_at: now,
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return asSaved(row)
}

export async function changeFilter(db: Db, userId: string, id: string, draft: FilterDraft, now: Date): Promise<SavedFilter | undefined> {
  const row = await db
    .updateTable('filters')
    .set({ ...columnsOf(draft), updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && asSaved(row)
}

export async function removeFilter(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('filters').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Puts the filters into the order of `ids`; false, and nothing changed, when `ids` does not name each of them once. */
export async function orderFilters(db: Db, userId: string, ids: string[]): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const rows = await tx.selectFrom('filters').select('id').where('user_id', '=', userId).forUpdate().execute()
    const known = new Set(rows.map(r => r.id))
    if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some(id => !known.has(id))) return false
    await sql`
      update filters set position = wanted.position
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
      where filters.user_id = ${userId} and filters.id = wanted.id`.execute(tx)
    return true
  })
}

/** Keeps the verdicts of messages that were saved in the same transaction. */
export async function saveVerdicts(tx: Tx, userId: string, contentKey: Key, verdicts: NewVerdict[], now: Date): Promise<void> {
  if (verdicts.length === 0) return
  await tx
    .insertInto('verdicts')
    .values(
      verdicts.map(v => ({
        user_id: userId,
        message_id: v.messageId,
        verdict: v.verdict,
        reason: v.reason,
        explanation: sealJson(contentKey, v.explanations, placeOf(userId, v.messageId)),
        at: now,
      })),
    )
    .execute()
}

/** What each filter saw in a message; null when the message is unknown, empty once its content was erased. */
export async function readExplanations(db: Db, userId: string, contentKey: Key, messageId: string): Promise<FilterExplanations | null> {
  const row = await db
    .selectFrom('verdicts')
    .select('explanation')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  return row.explanation ? openJson(FilterExplanations, contentKey, row.explanation, placeOf(userId, messageId)) : []
}

/** Drops every filter and verdict of a person who leaves. */
export async function eraseFilters(tx: Tx, userId: string): Promise<void> {
  for (const table of ['verdicts', 'filters'] as const) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Erases what filters saw in these messages; their verdicts stay. */
export async function dropExplanations(tx: Tx, userId: string, messageIds: string[]): Promise<void> {
  await tx.updateTable('verdicts').set({ explanation: null }).where('user_id', '=', userId).where('message_id', 'in', messageIds).execute()
}

const placeOf = (userId: string, messageId: string) => ({ userId, row: messageId, column: 'explanation' })

const columnsOf = (draft: FilterDraft) => ({
  name: draft.name,
  paused: draft.paused,
  condition: JSON.stringify(draft.condition),
  actions: JSON.stringify(draft.actions),
})

const asSaved = (row: Row<'filters'>): SavedFilter => ({
  id: row.id,
  name: row.name,
  paused: row.paused,
  position: row.position,
  condition: Condition.parse(row.condition),
  actions: z.array(Action).parse(row.actions),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
