// Serializes and signs webhooks like Meta: escaped to ASCII, HMAC-SHA256 over exactly those bytes.
import { createHmac } from 'node:crypto'

/** JSON with every character outside ASCII as \uXXXX and slashes escaped, so that serializing again breaks the signature. */
export function serializePayload(payload: unknown): string {
  return JSON.stringify(payload)
    .replace(/[\u007f-\uffff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
}

/** The value of X-Hub-Signature-256. */
export function signBody(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}
