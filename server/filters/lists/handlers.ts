// Lists, saves and removes a user's word lists.
import type * as api from '../../../core/api/filters.ts'
import type { WordList } from '../../../core/api/filters.ts'
import { fold } from '../../../core/text/fold.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { listsIn } from '../condition-tests.ts'
import type { FilterDeps } from '../deps.ts'
import { listsTooLong, listUnknown, listUsed, tooManyLists } from '../errors.ts'
import { changeSet } from '../set-store.ts'
import { listFilters } from '../store.ts'
import { readWordLists, removeList, type SavedList, saveList } from './store.ts'

const maxLists = 100
/** For all lists of a user together, because every host that receives the user's mail keeps them in memory. */
const maxEntries = 100_000
const typicalEntryBytes = 30

export function listHandlers({ db, clock, keys, words }: FilterDeps) {
  const lists: UserHandler<typeof api.listListsApi> = async ({ userId }) => {
    const [lists, filters] = [await readWordLists(db, userId, await keys.contentKeyOf(db, userId)), await listFilters(db, userId)]
    const usedBy = ({ name }: SavedList) => filters.filter(filter => listsIn(filter.condition).includes(name)).map(({ id }) => id)
    return { items: lists.map(list => ({ ...list, usedBy: usedBy(list) })), next: null }
  }

  const saveOne: UserHandler<typeof api.saveListApi> = async ({ userId, params: { name }, body }) => {
    const contentKey = await keys.contentKeyOf(db, userId)
    const saved = { name, entries: withoutDuplicates(body.entries) }
    return changeSet(db, userId, async tx => {
      const others = (await readWordLists(tx, userId, contentKey)).filter(list => list.name !== name)
      if (others.length >= maxLists) throw tooManyLists(words, maxLists)
      if (sizeOf([...others, saved]) > maxEntries) throw listsTooLong(words, maxEntries)
      await saveList(tx, userId, contentKey, saved, clock.now())
      return { ...saved, usedBy: await listUsers(tx, userId, name) }
    })
  }

  const removeOne: UserHandler<typeof api.removeListApi> = async ({ userId, params: { name } }) =>
    changeSet(db, userId, async tx => {
      const filters = await listFilters(tx, userId)
      const users = filters.filter(filter => listsIn(filter.condition).includes(name))
      if (users.length > 0)
        throw listUsed(
          words,
          name,
          users.map(filter => filter.name),
        )
      if (!(await removeList(tx, userId, name))) throw listUnknown(words)
      return {}
    })

  const listUsers = async (tx: typeof db, userId: string, name: string): Promise<WordList['usedBy']> =>
    (await listFilters(tx, userId)).filter(filter => listsIn(filter.condition).includes(name)).map(({ id }) => id)

  return { lists, saveList: saveOne, removeList: removeOne }
}

/** Keeps the first of entries that are equal when folded, and leaves out empty ones. */
function withoutDuplicates(entries: string[]): string[] {
  const lists = new Map<string, string>()
  for (const entry of entries) {
    const { text } = fold(entry)
    if (text !== '' && !lists.has(text)) lists.set(text, entry)
  }
  return [...lists.values()]
}

/** A long entry counts as several. */
const sizeOf = (lists: SavedList[]): number =>
  lists
    .flatMap(list => list.entries)
    .reduce((sum, entry) => sum + Math.ceil(Buffer.byteLength(JSON.stringify(entry)) / typicalEntryBytes), 0)
