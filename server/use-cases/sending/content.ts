// Reads what a delivery carries: messages, the filters that forwarded them, and how much of each may be shown.
import { type Privacy, privacyOf, stricter } from '../../../core/filters/privacy.ts'
import type { MailView } from '../../../core/message/view.ts'
import { readFollowUpFile } from '../../delivery/follow-up-files-queue.ts'
import { type ForwardedContent, readForwardedContent, restrictContent } from '../../delivery/forwarded-content-store.ts'
import { listMailFiles } from '../../files/attachments/store.ts'
import { getFilter, readReason } from '../../filters/store.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { MessageSummary } from '../../mail/messages/sealed.ts'
import { readHeads, readView } from '../../mail/messages/store.ts'

export interface ContentReader {
  view(userId: string, messageId: string): Promise<MailView | null>
  heads(userId: string, messageIds: string[]): Promise<Map<string, MessageSummary>>
  /** What of the mails of these deliveries may be seen. */
  seen(userId: string, deliveryIds: string[]): Promise<ForwardedContent[]>
  filterName(userId: string, filterId: string | null): Promise<string>
  /** False where the filters could not all be asked of it. */
  isProven(userId: string, messageId: string): Promise<boolean>
  /** What is known of the files of a mail when its message is made. */
  files(userId: string, of: { deliveryId: string; messageId: string; now: Date }): Promise<KnownFiles>
}

export interface KnownFiles {
  /** The places of those that follow; null: its filter sends none. */
  goes: number[] | null
  kept: ReadonlySet<number>
  asLink: boolean
  /** Of a mail that has left, the one that it was the words below; absent where that is yet to be decided. */
  carries?: number | null
}

/**
 * `purpose` — `send`: what leaves is held back as its filter asks today, where that is stricter than when the mail came, and stays so.
 * `look`: the same, and nothing is kept of it. `left`: as it went.
 */
export function contentReader(db: Db, keys: PersonKeys, purpose: 'send' | 'look' | 'left'): ContentReader {
  return {
    view: (userId, messageId) => readView(db, userId, keys, messageId),
    heads: (userId, messageIds) => readHeads(db, userId, keys, messageIds),
    async seen(userId, deliveryIds) {
      const kept = await readForwardedContent(db, userId, deliveryIds)
      if (purpose === 'left') return kept
      const today = await withFiltersOfToday(db, userId, kept)
      if (purpose === 'send')
        await restrictContent(
          db,
          userId,
          today.filter((one, i) => !isAlike(one, kept[i])),
        )
      return today
    },
    filterName: async (userId, filterId) => (filterId && (await getFilter(db, userId, filterId))?.name) || '',
    isProven: async (userId, messageId) => (await readReason(db, userId, messageId)) !== 'not_proven',
    async files(userId, { deliveryId, messageId, now }) {
      const kept = await listMailFiles(db, userId, messageId, now)
      const { files = null, asLink = false, carries = null } = (await readFollowUpFile(db, userId, deliveryId)) ?? {}
      if (purpose !== 'left') return { goes: files, kept, asLink }
      // What went is told as it went, though its bytes may be gone by now.
      return { goes: files, kept: kept.union(new Set(files)), asLink, carries }
    },
  }
}

async function withFiltersOfToday(db: Db, userId: string, kept: ForwardedContent[]): Promise<ForwardedContent[]> {
  const filters = new Map<string, Privacy>()
  for (const id of new Set(kept.flatMap(one => one.filterId ?? []))) {
    const filter = await getFilter(db, userId, id)
    if (filter) filters.set(id, privacyOf(filter, [filter]))
  }
  return kept.map(one => {
    const today = filters.get(one.filterId ?? '')
    return today ? { ...one, ...stricter(one, today) } : one
  })
}

const isAlike = (a: ForwardedContent, b: ForwardedContent | undefined): boolean =>
  JSON.stringify([a.show, a.redact]) === JSON.stringify([b?.show, b?.redact])
