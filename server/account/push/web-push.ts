// Builds a web push request: encrypted for the browser (RFC 8291) and signed by us (RFC 8292).
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

/** How long push services keep a message for an offline browser: one day. */
const ttlSeconds = 86_400

export const newPushKeys = async (): Promise<PushKeys> => (await loadWebPush()).generateVAPIDKeys()

/**
 * `subject` is our contact for push services, `mailto:` or `https:`. A newer message with the same `topic` replaces
 * an undelivered one (RFC 8030 §5.4). Throws when the browser's keys are invalid.
 */
export async function pushRequest(to: PushDraft, payload: string, topic: string, keys: PushKeys, subject: string): Promise<PushRequest> {
  const webPush = await loadWebPush()
  const { headers, body } = webPush.generateRequestDetails(to, payload, {
    vapidDetails: { subject, ...keys },
    TTL: ttlSeconds,
    urgency: 'high',
    topic: digest(topic).toString('base64url').slice(0, 32),
    contentEncoding: 'aes128gcm',
  })
  const sentHeaders = Object.entries(headers).filter(([name]) => name !== 'Content-Length')
  return { headers: Object.fromEntries(sentHeaders.map(([name, value]) => [name, String(value)])), body }
}

/** Loaded with the first request. */
async function loadWebPush() {
  const { default: webPush } = await import('web-push')
  return webPush
}
