// Writes and reads the callback data that travels with a message and comes back in its statuses: user and delivery.

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const form = new RegExp(`^(${id}):(${id})$`)

export interface Echo {
  userId: string
  deliveryId: string
}

/** For biz_opaque_callback_data, which Meta echoes in status webhooks. */
export const callbackData = ({ userId, deliveryId }: Echo): string => `${userId}:${deliveryId}`

/** Null when the text is none of ours. */
export function echoIn(text: string | undefined): Echo | null {
  const [, userId, deliveryId] = form.exec(text ?? '') ?? []
  return userId && deliveryId ? { userId, deliveryId } : null
}
