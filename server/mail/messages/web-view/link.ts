// Makes the web view's link in a message to a phone; it is kept only if the message is sent.
import type { Db } from '../../../foundation/db/pool.ts'
import { digest, randomToken } from '../../../foundation/seal.ts'
import { saveLink } from './store.ts'

const tokenBytes = 16

interface About {
  publicUrl: string
  messageId: string
  /** The delivery whose message it stands in. */
  deliveryId: string
  /** Its filter shows less than the whole, so that it opens for its owner alone. */
  isForOwner: boolean
  now: Date
  /** Of a message that is only looked at: its link names no token, and opens nothing. */
  isLook: boolean
}

/** `keep`: from now on it opens the mail. */
export function webViewLink(db: Db, userId: string, { publicUrl, messageId, deliveryId, isForOwner, now, isLook }: About) {
  const token = randomToken(tokenBytes)
  return {
    url: `${publicUrl}/m/${isLook ? '•'.repeat(token.length) : token}`,
    isForOwner,
    keep: async () => {
      if (!isLook) await saveLink(db, userId, { tokenHash: digest(token), messageId, deliveryId, isForOwner }, now)
    },
  }
}
