// Creates the web view link for a message to a phone; saved only if the message is sent.
import { digest, randomToken } from '../../../foundation/seal.ts'
import type { NewLink } from './links-owners.ts'

const tokenBytes = 16

interface About {
  publicUrl: string
  messageId: string
  /** The delivery whose message contains the link. */
  deliveryId: string
  /** The filter hides content, so only the owner may open the link. */
  isForOwner: boolean
  /** For a preview: the link has no token and opens nothing. */
  isLook: boolean
}

/** `save` makes the link open the email from now on. */
export function webViewLink(
  save: (link: NewLink) => Promise<void>,
  userId: string,
  { publicUrl, messageId, deliveryId, isForOwner, isLook }: About,
) {
  const token = randomToken(tokenBytes)
  return {
    url: `${publicUrl}/m/${isLook ? '•'.repeat(token.length) : token}`,
    isForOwner,
    save: async () => {
      if (!isLook) await save({ userId, tokenHash: digest(token), messageId, deliveryId, isForOwner })
    },
  }
}
