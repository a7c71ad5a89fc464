// SQL for one user's sealed word lists, which conditions refer to.
import { z } from 'zod/mini'
import type { Lists } from '../../../core/filters/tree.ts'
import { fold } from '../../../core/text/fold.ts'
import { yieldToEventLoop } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { openJson, sealJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { changeSet } from '../set-store.ts'

const Entries = z.array(z.string())

export interface SavedList {
  name: string
  entries: string[]
}

export async function readWordLists(db: Db, userId: string, contentKey: SealKey): Promise<SavedList[]> {
  const rows = await db.selectFrom('filter_lists').select(['name', 'entries']).where('user_id', '=', userId).orderBy('name').execute()
  return rows.map(({ name, entries }) => ({ name, entries: openJson(Entries, contentKey, entries, sealContext(userId, name)) }))
}

/** The lists with these names, folded as conditions compare them; unknown names are left out. */
export async function foldedLists(db: Db, userId: string, contentKey: SealKey, names: ReadonlySet<string>): Promise<Lists> {
  const lists = names.size === 0 ? [] : (await readWordLists(db, userId, contentKey)).filter(list => names.has(list.name))
  const folded = new Map<string, ReadonlySet<string>>()
  for (const { name, entries } of lists) {
    folded.set(name, new Set(entries.map(entry => fold(entry).text)))
    // Ten thousand entries take so long that other requests would wait.
    await yieldToEventLoop()
  }
  return folded
}

/** The names of a user's lists, without opening them. */
export async function listNames(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('filter_lists').select('name').where('user_id', '=', userId).execute()
  return rows.map(row => row.name)
}

export function saveList(db: Db, userId: string, contentKey: SealKey, { name, entries }: SavedList, now: Date): Promise<void> {
  const sealed = sealJson(contentKey, entries, sealContext(userId, name))
  return changeSet(db, userId, async tx => {
    await tx
      .insertInto('filter_lists')
      .values({ user_id: userId, name, entries: sealed, updated_at: now })
      .onConflict(c => c.columns(['user_id', 'name']).doUpdateSet({ entries: sealed, updated_at: now }))
      .execute()
  })
}

export function removeList(db: Db, userId: string, name: string): Promise<boolean> {
  return changeSet(db, userId, async tx => {
    const deleted = await tx.deleteFrom('filter_lists').where('user_id', '=', userId).where('name', '=', name).executeTakeFirst()
    return deleted.numDeletedRows > 0n
  })
}

const sealContext = (userId: string, name: string) => ({ userId, row: name, column: 'entries' })
