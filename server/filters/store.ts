// SQL for one user's filters and the decisions they made.
import type { SavedFilter } from '../../core/api/filters.ts'
import type { Filter } from '../../core/filters/action.ts'
import { FilterExplanations } from '../../core/filters/explanation.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { openJson, sealJson } from '../foundation/db/sealed.ts'
import type { SealKey } from '../foundation/seal.ts'
import { countMatches } from './matches-store.ts'
import { explanationContext, toSavedFilter } from './rows.ts'

/** The decision on one message, with what each filter saw. */
export interface NewDecision {
  messageId: string
  result: 'matched' | 'not_matched' | 'suppressed'
  reason: string | null
  explanations: FilterExplanations
}

/** A filter whose row nobody can read, as after a rollback to a version that does not know its shape. */
export interface BrokenFilter {
  id: string
  error: unknown
}

/** One that is broken fails alone: the others still apply, and can be read and changed. */
export async function readFilters(db: Db, userId: string): Promise<{ filters: SavedFilter[]; broken: BrokenFilter[] }> {
  const rows = await existingFilters(db, userId).selectAll().orderBy('position').orderBy('id').execute()
  const broken: BrokenFilter[] = []
  const filters = rows.flatMap(row => {
    try {
      return toSavedFilter(row)
    } catch (error) {
      broken.push({ id: row.id, error })
      return []
    }
  })
  return { filters, broken }
}

export async function listFilters(db: Db, userId: string): Promise<SavedFilter[]> {
  return (await readFilters(db, userId)).filters
}

/** The filters that apply to new messages, in order. */
export async function activeFilters(db: Db, userId: string): Promise<Filter[]> {
  const all = await listFilters(db, userId)
  return all.filter(f => !f.paused)
}

export async function getFilter(db: Db, userId: string, id: string): Promise<SavedFilter | undefined> {
  const row = await existingFilters(db, userId).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toSavedFilter(row)
}

export async function countFilters(db: Db, userId: string): Promise<number> {
  const { n } = await existingFilters(db, userId)
    .select(e => e.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Filters that are not removed; a removed filter can still be restored (removal/store.ts). */
const existingFilters = (db: Db, userId: string) => db.selectFrom('filters').where('user_id', '=', userId).where('removed_at', 'is', null)

/** Saves the decisions on messages that were saved in the same transaction, and counts matches. */
export async function saveDecisions(tx: Tx, userId: string, contentKey: SealKey, decisions: NewDecision[], now: Date): Promise<void> {
  if (decisions.length === 0) return
  const inserted = tx
    .insertInto('decisions')
    .values(
      decisions.map(v => ({
        user_id: userId,
        message_id: v.messageId,
        decision: v.result,
        reason: v.reason,
        explanation: sealJson(contentKey, v.explanations, explanationContext(userId, v.messageId)),
        at: now,
      })),
    )
    .execute()
  await Promise.all([inserted, countMatches(tx, userId, countByFilter(decisions), now)])
}

/** Marks messages as matched by a filter that ran on past messages, adding what it saw to the explanation. */
export async function addMatches(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  matches: { messageId: string; explanation: FilterExplanations[number] }[],
  now: Date,
): Promise<void> {
  for (const { messageId, explanation } of matches) {
    const before = (await readExplanations(tx, userId, contentKey, messageId)) ?? []
    const explanations = [...before.filter(one => one.filterId !== explanation.filterId), explanation]
    await tx
      .updateTable('decisions')
      .set({
        decision: 'matched',
        reason: null,
        explanation: sealJson(contentKey, explanations, explanationContext(userId, messageId)),
        at: now,
      })
      .where('user_id', '=', userId)
      .where('message_id', '=', messageId)
      .execute()
  }
}

function countByFilter(decisions: NewDecision[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { filterId, explanation, acted } of decisions.flatMap(v => v.explanations))
    if (explanation.held || acted) counts.set(filterId, (counts.get(filterId) ?? 0) + 1)
  return counts
}

/** The reason for a message's decision; null when there is none. */
export async function readDecisionReason(db: Db, userId: string, messageId: string): Promise<string | null> {
  const row = await db
    .selectFrom('decisions')
    .select('reason')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row?.reason ?? null
}

/** The messages among these that were forwarded from another mailbox or folder, so that forwarding them would repeat. */
export async function copiesAmong(db: Db, userId: string, messageIds: string[]): Promise<Set<string>> {
  if (messageIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('decisions')
    .select('message_id')
    .where('user_id', '=', userId)
    .where('message_id', 'in', messageIds)
    .where('reason', '=', 'copy')
    .execute()
  return new Set(rows.map(row => row.message_id))
}

/** What each filter saw in a message; null when the message is unknown, empty once its content was erased. */
export async function readExplanations(db: Db, userId: string, contentKey: SealKey, messageId: string): Promise<FilterExplanations | null> {
  const row = await db
    .selectFrom('decisions')
    .select('explanation')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  return row.explanation ? openJson(FilterExplanations, contentKey, row.explanation, explanationContext(userId, messageId)) : []
}

/** Erases every filter, list and decision of a deleted user; histories and counts are erased with their filters. */
export async function eraseFilters(tx: Tx, userId: string): Promise<void> {
  for (const table of ['decisions', 'filters', 'filter_lists', 'filter_sets', 'filter_proposals', 'past_runs', 'known_senders'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
