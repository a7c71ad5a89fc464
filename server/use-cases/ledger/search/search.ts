// Searches a user's stored messages by sender and subject, page by page from the newest.
import type { Db } from '../../../foundation/db/pool.ts'
import type { SealKey } from '../../../foundation/seal.ts'
import { listHeads, type MessageCursor, type MessagePage, type SealedHead } from '../messages.ts'
import type { MessageFinder } from './finder.ts'

const pageSize = 500
/** The most messages one request searches; the next request continues from there. */
const maxSearched = 20_000

export interface SearchDeps {
  db: Db
  finder: MessageFinder
  contentKeyOf(userId: string): Promise<SealKey>
  /** True when the client has disconnected. */
  isDisconnected(): boolean
}

export interface SearchResult {
  /** Newest first, at most `limit`. */
  ids: string[]
  /** Where the next page begins; null when nothing is older. */
  next: MessageCursor | null
}

export async function searchMessages(
  { db, finder, contentKeyOf, isDisconnected }: SearchDeps,
  userId: string,
  page: MessagePage,
  words: string[],
): Promise<SearchResult> {
  const contentKey = await contentKeyOf(userId)
  const found: SealedHead[] = []
  let before = page.before
  for (let searched = 0; searched < maxSearched && !isDisconnected(); searched += pageSize) {
    const heads = await listHeads(db, userId, { ...page, before, limit: pageSize })
    const ids = new Set(await finder.find({ userId, contentKey, words, heads: heads.map(({ id, head }) => ({ id, head })) }))
    found.push(...heads.filter(head => ids.has(head.id)))
    // One more than a page means that another page follows.
    if (found.length > page.limit) return { ids: found.slice(0, page.limit).map(head => head.id), next: found[page.limit - 1] ?? null }
    if (heads.length < pageSize) return { ids: found.map(head => head.id), next: null }
    before = heads.at(-1) ?? null
  }
  return { ids: found.map(head => head.id), next: before }
}
