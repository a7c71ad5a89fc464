// Reads the newest emails that a phone was sent, with the sender and subject that it may see.
import { listRecentDeliveries } from '../../delivery/owners.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { redactedView } from '../../whatsapp/redacted.ts'
import { contentReader } from '../sending/content.ts'
import type { RecentEmail, Sender } from './deps.ts'

/** Emails whose contents were erased are left out. */
export async function recentEmails({ keys }: { keys: UserKeys }, tx: Tx, sender: Sender, limit: number): Promise<RecentEmail[]> {
  const content = contentReader(tx, keys, 'preview')
  const found: RecentEmail[] = []
  for (const { userId, deliveryId, messageId } of await listRecentDeliveries(tx, sender, limit)) {
    const view = await content.view(userId, messageId)
    const [privacy] = await content.privacy(userId, [deliveryId])
    if (!view || !privacy) continue
    const { from, subject } = redactedView(view, privacy.redact)
    found.push({ deliveryId, from: from[0]?.name || from[0]?.address || '', subject })
  }
  return found
}
