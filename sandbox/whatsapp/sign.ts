// How Meta writes and signs a webhook: escaped to ASCII, HMAC-SHA256 over exactly those bytes.
import { createHmac } from 'node:crypto'

/** JSON with every character outside ASCII as \uXXXX and slashes escaped, so that re-serialising breaks the signature. */
export function serialise(payload: unknown): string {
  return JSON.stringify(payload)
    .replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
}

/** The value of X-Hub-Signature-256. */
export function sign(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}
