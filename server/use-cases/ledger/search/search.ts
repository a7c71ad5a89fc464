// Searches a user's kept messages by sender and subject, page by page from the newest.
import type { Db } from '../../../foundation/db/pool.ts'
import type { SealKey } from '../../../foundation/seal.ts'
import { type MessageCursor, type MessagePage, pageOfHeads, type SealedHead } from '../messages.ts'
import type { Finder } from './finder.ts'

const pageSize = 500
/** One request looks at no more than this; the next goes on from there. */
const mostLooked = 20_000

export interface SearchDeps {
  db: Db
  finder: Finder
  contentKeyOf(userId: string): Promise<SealKey>
  /** Nobody waits for the answer any more. */
  isLeft(): boolean
}

export interface Searched {
  /** The newest first, at most `limit`. */
  ids: string[]
  /** Where the next page begins; null where there is nothing older. */
  next: MessageCursor | null
}

export async function search(
  { db, finder, contentKeyOf, isLeft }: SearchDeps,
  userId: string,
  page: MessagePage,
  words: string[],
): Promise<Searched> {
  const contentKey = await contentKeyOf(userId)
  const found: SealedHead[] = []
  let before = page.before
  for (let looked = 0; looked < mostLooked && !isLeft(); looked += pageSize) {
    const heads = await pageOfHeads(db, userId, { ...page, before, limit: pageSize })
    const ids = new Set(await finder.find({ userId, contentKey, words, heads: heads.map(({ id, head }) => ({ id, head })) }))
    found.push(...heads.filter(head => ids.has(head.id)))
    // One more than a page tells that another follows.
    if (found.length > page.limit) return { ids: found.slice(0, page.limit).map(head => head.id), next: found[page.limit - 1] ?? null }
    if (heads.length < pageSize) return { ids: found.map(head => head.id), next: null }
    before = heads.at(-1) ?? null
  }
  return { ids: found.map(head => head.id), next: before }
}
