// Lists, saves and removes a user's word lists.
import type * as api from '../../../core/api/filters.ts'
import type { WordList } from '../../../core/api/filters.ts'
import { fold } from '../../../core/text/fold.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import { listsIn } from '../condition-tests.ts'
import type { FilterDeps } from '../deps.ts'
import { listsTooLong, listUnknown, listUsed, tooManyLists } from '../errors.ts'
import { changeSet } from '../set-store.ts'
import { listFilters } from '../store.ts'
import { type KeptList, readLists, removeList, saveList } from './store.ts'

const mostLists = 100
/** Of all lists of a person together: every host that gets their mail keeps them in memory. */
const mostEntries = 100_000
const usualBytes = 30

export function listHandlers({ db, clock, keys, words }: FilterDeps) {
  const lists: PersonHandler<typeof api.listListsApi> = async ({ userId }) => {
    const [kept, filters] = [await readLists(db, userId, await keys.contentKeyOf(db, userId)), await listFilters(db, userId)]
    const usedBy = ({ name }: KeptList) => filters.filter(filter => listsIn(filter.condition).includes(name)).map(({ id }) => id)
    return { items: kept.map(list => ({ ...list, usedBy: usedBy(list) })), next: null }
  }

  const saveOne: PersonHandler<typeof api.saveListApi> = async ({ userId, params: { name }, body }) => {
    const contentKey = await keys.contentKeyOf(db, userId)
    const saved = { name, entries: withoutTwins(body.entries) }
    return changeSet(db, userId, async tx => {
      const others = (await readLists(tx, userId, contentKey)).filter(list => list.name !== name)
      if (others.length >= mostLists) throw tooManyLists(words, mostLists)
      if (sizeOf([...others, saved]) > mostEntries) throw listsTooLong(words, mostEntries)
      await saveList(tx, userId, contentKey, saved, clock.now())
      return { ...saved, usedBy: await usersOf(tx, userId, name) }
    })
  }

  const removeOne: PersonHandler<typeof api.removeListApi> = async ({ userId, params: { name } }) =>
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

  const usersOf = async (tx: typeof db, userId: string, name: string): Promise<WordList['usedBy']> =>
    (await listFilters(tx, userId)).filter(filter => listsIn(filter.condition).includes(name)).map(({ id }) => id)

  return { lists, saveList: saveOne, removeList: removeOne }
}

/** The first of those that read alike; what shows nothing is left out. */
function withoutTwins(entries: string[]): string[] {
  const kept = new Map<string, string>()
  for (const entry of entries) {
    const { text } = fold(entry)
    if (text !== '' && !kept.has(text)) kept.set(text, entry)
  }
  return [...kept.values()]
}

/** A long entry counts as several. */
const sizeOf = (lists: KeptList[]): number =>
  lists.flatMap(list => list.entries).reduce((sum, entry) => sum + Math.ceil(Buffer.byteLength(JSON.stringify(entry)) / usualBytes), 0)
