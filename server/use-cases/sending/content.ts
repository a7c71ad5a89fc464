// Reads the content of deliveries: messages, the filters that forwarded them, and how much of each may be shown.
import { combinePrivacy, type PhonePrivacy, stricter } from '../../../core/filters/privacy.ts'
import type { MailView } from '../../../core/message/view.ts'
import { readFollowUpFile } from '../../delivery/follow-up-files-queue.ts'
import { type ForwardedContent, readForwardedContent, restrictContent } from '../../delivery/forwarded-content-store.ts'
import { listAttachments } from '../../files/attachments/store.ts'
import { getFilter, readDecisionReason } from '../../filters/store.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { MessageSummary } from '../../mail/messages/sealed.ts'
import { readHeads, readView } from '../../mail/messages/store.ts'

export interface ContentReader {
  view(userId: string, messageId: string): Promise<MailView | null>
  summaries(userId: string, messageIds: string[]): Promise<Map<string, MessageSummary>>
  /** How much of the emails of these deliveries may be shown. */
  privacy(userId: string, deliveryIds: string[]): Promise<ForwardedContent[]>
  filterName(userId: string, filterId: string | null): Promise<string>
  /** False when not every filter could be evaluated for the message. */
  isProven(userId: string, messageId: string): Promise<boolean>
  /** What became of an email's files, as known when its message is rendered. */
  files(userId: string, of: { deliveryId: string; messageId: string; now: Date }): Promise<StoredFiles>
}

export interface StoredFiles {
  /** Indexes of the files that follow; null when the filter sends none. */
  forwarded: number[] | null
  stored: ReadonlySet<number>
  asLink: boolean
  /** Index of the file that carried a sent email's text as its caption; undefined while that is not decided. */
  carried?: number | null
}

/**
 * `purpose` — `send`: applies the filter's privacy of today where that is stricter than when the email arrived, and saves it.
 * `preview`: the same, without saving. `sent`: as it was sent.
 */
export function contentReader(db: Db, keys: UserKeys, purpose: 'send' | 'preview' | 'sent'): ContentReader {
  return {
    view: (userId, messageId) => readView(db, userId, keys, messageId),
    summaries: (userId, messageIds) => readHeads(db, userId, keys, messageIds),
    async privacy(userId, deliveryIds) {
      const stored = await readForwardedContent(db, userId, deliveryIds)
      if (purpose === 'sent') return stored
      const current = await withCurrentFilters(db, userId, stored)
      if (purpose === 'send')
        await restrictContent(
          db,
          userId,
          current.filter((delivery, i) => !hasSamePrivacy(delivery, stored[i])),
        )
      return current
    },
    filterName: async (userId, filterId) => (filterId && (await getFilter(db, userId, filterId))?.name) || '',
    isProven: async (userId, messageId) => (await readDecisionReason(db, userId, messageId)) !== 'not_proven',
    async files(userId, { deliveryId, messageId, now }) {
      const stored = await listAttachments(db, userId, messageId, now)
      const { files = null, asLink = false, carries: carried = null } = (await readFollowUpFile(db, userId, deliveryId)) ?? {}
      if (purpose !== 'sent') return { forwarded: files, stored, asLink }
      // Files that were sent are shown as sent, even if their bytes were erased since.
      return { forwarded: files, stored: stored.union(new Set(files)), asLink, carried }
    },
  }
}

async function withCurrentFilters(db: Db, userId: string, stored: ForwardedContent[]): Promise<ForwardedContent[]> {
  const filters = new Map<string, PhonePrivacy>()
  for (const id of new Set(stored.flatMap(delivery => delivery.filterId ?? []))) {
    const filter = await getFilter(db, userId, id)
    if (filter) filters.set(id, combinePrivacy(filter, [filter]))
  }
  return stored.map(delivery => {
    const current = filters.get(delivery.filterId ?? '')
    return current ? { ...delivery, ...stricter(delivery, current) } : delivery
  })
}

const hasSamePrivacy = (a: ForwardedContent, b: ForwardedContent | undefined): boolean =>
  JSON.stringify([a.show, a.redact]) === JSON.stringify([b?.show, b?.redact])
