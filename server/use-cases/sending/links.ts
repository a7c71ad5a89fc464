// What the links in a sent message open today: never more than its filter shows by now.
import { isOpen } from '../../../core/filters/privacy.ts'
import { readFollowUpFile } from '../../delivery/follow-up-files-queue.ts'
import { ownLinkMs, sealAttachmentLink } from '../../files/attachments/link.ts'
import { listMailFiles } from '../../files/attachments/store.ts'
import { getFilter } from '../../filters/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { contentReader } from './content.ts'

export interface LinkAccess {
  /** By their place, of those that are kept: programs never are. `link`: those of a page that whoever has its link may open. */
  fileLinks(userId: string, messageId: string, link: { deliveryId: string; expiresAt: Date } | null): Promise<Map<number, string>>
  /** The whole mail, for whoever has the link that stood in the message of this delivery. */
  showsWhole(userId: string, deliveryId: string): Promise<boolean>
  /** The mail whose files whoever has a link of this delivery may have; null where they may not. */
  showsFiles(userId: string, deliveryId: string): Promise<string | null>
}

export function linkAccess({ db, keys, clock }: { db: Db; keys: PersonKeys; clock: Clock }): LinkAccess {
  const reads = contentReader(db, keys, 'look')
  const openOne = async (userId: string, deliveryId: string) => {
    const [seen] = await reads.seen(userId, [deliveryId])
    return seen && isOpen(seen) ? seen : null
  }
  const showsFiles = async (userId: string, deliveryId: string) => {
    const seen = await openOne(userId, deliveryId)
    const following = seen && (await readFollowUpFile(db, userId, deliveryId))
    if (!seen || !following || (following.files === null && following.part === null)) return null
    const filter = seen.filterId === null ? null : await getFilter(db, userId, seen.filterId)
    const isUnwanted = filter?.actions.some(action => action.kind === 'forward' && action.attachments === false) ?? false
    return isUnwanted ? null : seen.messageId
  }
  return {
    showsFiles,
    async fileLinks(userId, messageId, link) {
      const now = clock.now()
      if (link && (await showsFiles(userId, link.deliveryId)) !== messageId) return new Map()
      const places = await listMailFiles(db, userId, messageId, now)
      const contentKey = await keys.contentKeyOf(db, userId)
      const of = link
        ? { id: link.deliveryId, isOwn: false, until: link.expiresAt }
        : { id: messageId, isOwn: true, until: new Date(now.getTime() + ownLinkMs) }
      return new Map([...places].map(n => [n, `/a/${sealAttachmentLink(contentKey, userId, { ...of, n })}`]))
    },
    showsWhole: async (userId, deliveryId) => (await openOne(userId, deliveryId)) !== null,
  }
}
