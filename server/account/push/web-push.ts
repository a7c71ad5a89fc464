// Builds a web push request: encrypted for the browser (RFC 8291) and signed by us (RFC 8292).
import webPush from 'web-push'
import type { PushDraft } from '../../../core/api/push.ts'
import { digest } from '../../foundation/seal.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface PushRequest {
  headers: Record<string, string>
  body: Buffer
}

/** Push services keep it for a browser that is away: after a day it is old news. */
const keptSeconds = 86_400

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/**
 * `subject` is whom a push service writes to about us, `mailto:` or `https:`. A newer notice of the same `topic` takes the
 * place of one that the browser has not fetched (RFC 8030 §5.4). Throws when the browser's keys are none.
 */
export function pushRequest(to: PushDraft, payload: string, topic: string, keys: PushKeys, subject: string): PushRequest {
  const { headers, body } = webPush.generateRequestDetails(to, payload, {
    vapidDetails: { subject, ...keys },
    TTL: keptSeconds,
    urgency: 'high',
    topic: digest(topic).toString('base64url').slice(0, 32),
    contentEncoding: 'aes128gcm',
  })
  const named = Object.entries(headers).filter(([name]) => name !== 'Content-Length')
  return { headers: Object.fromEntries(named.map(([name, value]) => [name, String(value)])), body }
}
