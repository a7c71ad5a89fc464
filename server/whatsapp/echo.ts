// Formats and parses a message's callback data, which comes back in its statuses: user and delivery.

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pattern = new RegExp(`^(${id}):(${id})$`)

export interface Echo {
  userId: string
  deliveryId: string
}

/** For biz_opaque_callback_data, which Meta echoes in status webhooks. */
export const callbackData = ({ userId, deliveryId }: Echo): string => `${userId}:${deliveryId}`

/** Null if we did not write this text. */
export function parseCallbackData(text: string | undefined): Echo | null {
  const [, userId, deliveryId] = pattern.exec(text ?? '') ?? []
  return userId && deliveryId ? { userId, deliveryId } : null
}
