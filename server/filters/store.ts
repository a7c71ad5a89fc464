// SQL for one user's filters and the decisions they made.
import type { SavedFilter } from '../../core/api/filters.ts'
import type { Filter } from '../../core/filters/action.ts'
import { FilterExplanations } from '../../core/filters/explanation.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { openJson, sealJson } from '../foundation/db/sealed.ts'
import type { SealKey } from '../foundation/seal.ts'
import { countMatches } from './matches-store.ts'
import { asSaved, explanationContext } from './rows.ts'

/** What became of one message, with what each filter saw. */
export interface NewDecision {
  messageId: string
  result: 'matched' | 'not_matched' | 'suppressed'
  reason: string | null
  explanations: FilterExplanations
}

export async function listFilters(db: Db, userId: string): Promise<SavedFilter[]> {
  const rows = await standing(db, userId).selectAll().orderBy('position').orderBy('id').execute()
  return rows.map(asSaved)
}

/** The filters that a new mail meets, in their order. */
export async function activeFilters(db: Db, userId: string): Promise<Filter[]> {
  const all = await listFilters(db, userId)
  return all.filter(f => !f.paused)
}

export async function getFilter(db: Db, userId: string, id: string): Promise<SavedFilter | undefined> {
  const row = await standing(db, userId).selectAll().where('id', '=', id).executeTakeFirst()
  return row && asSaved(row)
}

export async function countFilters(db: Db, userId: string): Promise<number> {
  const { n } = await standing(db, userId)
    .select(e => e.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What was removed is no filter any more, though it can be taken back (removal/store.ts). */
const standing = (db: Db, userId: string) => db.selectFrom('filters').where('user_id', '=', userId).where('removed_at', 'is', null)

/** Keeps the verdicts of messages that were saved in the same transaction, and counts what matched. */
export async function saveDecisions(tx: Tx, userId: string, contentKey: SealKey, verdicts: NewDecision[], now: Date): Promise<void> {
  if (verdicts.length === 0) return
  await tx
    .insertInto('decisions')
    .values(
      verdicts.map(v => ({
        user_id: userId,
        message_id: v.messageId,
        decision: v.result,
        reason: v.reason,
        explanation: sealJson(contentKey, v.explanations, explanationContext(userId, v.messageId)),
        at: now,
      })),
    )
    .execute()
  await countMatches(tx, userId, matchesOf(verdicts), now)
}

/** A filter holds on messages after all, and forwards them: they are matched, with what it saw beside what was seen before. */
export async function addMatches(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  matches: { messageId: string; seen: FilterExplanations[number] }[],
  now: Date,
): Promise<void> {
  for (const { messageId, seen } of matches) {
    const before = (await readExplanations(tx, userId, contentKey, messageId)) ?? []
    const explanations = [...before.filter(one => one.filterId !== seen.filterId), seen]
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

function matchesOf(verdicts: NewDecision[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { filterId, explanation, acted } of verdicts.flatMap(v => v.explanations))
    if (explanation.held || acted) counts.set(filterId, (counts.get(filterId) ?? 0) + 1)
  return counts
}

/** Why a message has the verdict that it has; null where nothing more is to be said. */
export async function readReason(db: Db, userId: string, messageId: string): Promise<string | null> {
  const row = await db
    .selectFrom('decisions')
    .select('reason')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row?.reason ?? null
}

/** Those of these that went to a phone from another mailbox or folder: to forward them is to repeat. */
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

/** Drops every filter, list and verdict of a person who leaves; histories and counts go with their filters. */
export async function eraseFilters(tx: Tx, userId: string): Promise<void> {
  for (const table of ['decisions', 'filters', 'filter_lists', 'filter_sets', 'filter_proposals', 'known_senders'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Erases what filters saw in these messages; their verdicts stay. */
export async function dropExplanations(tx: Tx, userId: string, messageIds: string[]): Promise<void> {
  await tx.updateTable('decisions').set({ explanation: null }).where('user_id', '=', userId).where('message_id', 'in', messageIds).execute()
}
