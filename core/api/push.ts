// The API for browser push: which of a user's browsers get push notifications.
import { z } from 'zod/mini'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

const base64Url = (pattern: RegExp) => z.string().check(z.regex(pattern, 'This isn’t a browser key. Turn notifications on again.'))

/** The result of a browser's `PushSubscription.toJSON()`. */
export const PushDraft = z.object({
  endpoint: z.url('This isn’t a push service address. Turn notifications on again.').check(z.maxLength(2000)),
  keys: z.object({ p256dh: base64Url(/^[\w-]{87}=?$/), auth: base64Url(/^[\w-]{22}={0,2}$/) }),
})
export type PushDraft = z.infer<typeof PushDraft>

export const PushSubscriptionLine = z.object({
  id: Id,
  /** SHA-256 of the endpoint in hex, so a browser can recognize its own subscription. */
  endpointHash: z.string(),
  /** Null if it is not a known browser. */
  device: z.nullable(z.object({ browser: z.string(), system: z.string() })),
  createdAt: Time,
})
export type PushSubscriptionLine = z.infer<typeof PushSubscriptionLine>

/** `publicKey`: our key for subscribing (RFC 8292), base64url. */
export const listPushSubscriptionsApi = shape({ status: 200, answer: z.extend(pageOf(PushSubscriptionLine), { publicKey: z.string() }) })
/** Adding the same browser twice results in one subscription. */
export const addPushSubscriptionApi = shape({ body: PushDraft, status: 201, answer: PushSubscriptionLine })
export const removePushSubscriptionApi = shape({ params: ById, status: 200, answer: Nothing })

/** What the service worker shows; a tap opens `path`. */
export interface PushNotice {
  title: string
  text: string
  path: string
}
