// Decides what the links in a sent message open: never more than its filter shows now.
import { isUnrestricted } from '../../../core/filters/privacy.ts'
import { readFollowUpFile } from '../../delivery/follow-up-files-queue.ts'
import { ownLinkMs, sealAttachmentLink } from '../../files/attachments/link.ts'
import { listAttachments } from '../../files/attachments/store.ts'
import { getFilter } from '../../filters/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { contentReader } from './content.ts'

export interface LinkAccess {
  /** URLs by file index, for the stored files. `link`: for a web view that anybody with its link may open; null for the owner. */
  fileLinks(userId: string, messageId: string, link: { deliveryId: string; expiresAt: Date } | null): Promise<Map<number, string>>
  /** May anybody with this delivery's link open the full email? */
  showsFullEmail(userId: string, deliveryId: string): Promise<boolean>
  /** Returns the message whose files a holder of this delivery's link may open; null when none. */
  messageWithOpenFiles(userId: string, deliveryId: string): Promise<string | null>
}

export function linkAccess({ db, keys, clock }: { db: Db; keys: UserKeys; clock: Clock }): LinkAccess {
  const content = contentReader(db, keys, 'preview')
  const readUnrestricted = async (userId: string, deliveryId: string) => {
    const [privacy] = await content.privacy(userId, [deliveryId])
    return privacy && isUnrestricted(privacy) ? privacy : null
  }
  const messageWithOpenFiles = async (userId: string, deliveryId: string) => {
    const privacy = await readUnrestricted(userId, deliveryId)
    const followUp = privacy && (await readFollowUpFile(db, userId, deliveryId))
    if (!privacy || !followUp || (followUp.files === null && followUp.part === null)) return null
    const filter = privacy.filterId === null ? null : await getFilter(db, userId, privacy.filterId)
    const hidesFiles = filter?.actions.some(action => action.kind === 'forward' && action.attachments === false) ?? false
    return hidesFiles ? null : privacy.messageId
  }
  return {
    messageWithOpenFiles,
    async fileLinks(userId, messageId, link) {
      const now = clock.now()
      if (link && (await messageWithOpenFiles(userId, link.deliveryId)) !== messageId) return new Map()
      const indexes = await listAttachments(db, userId, messageId, now)
      const contentKey = await keys.contentKeyOf(db, userId)
      const target = link
        ? { id: link.deliveryId, isOwnerLink: false, expiresAt: link.expiresAt }
        : { id: messageId, isOwnerLink: true, expiresAt: new Date(now.getTime() + ownLinkMs) }
      return new Map([...indexes].map(n => [n, `/a/${sealAttachmentLink(contentKey, userId, { ...target, n })}`]))
    },
    showsFullEmail: async (userId, deliveryId) => (await readUnrestricted(userId, deliveryId)) !== null,
  }
}
