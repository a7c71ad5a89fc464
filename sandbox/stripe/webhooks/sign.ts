// Serializes and signs webhooks like Stripe: indented JSON, HMAC-SHA256 over the time and exactly those bytes.
import { createHmac } from 'node:crypto'

/** The event as an endpoint with this API version gets it. */
export function serializeEvent(event: object, apiVersion: string): string {
  return JSON.stringify({ ...event, api_version: apiVersion }, null, 2)
}

/** The value of Stripe-Signature; several secrets, as during a rotation, give several `v1`. */
export function signEvent(body: string, secrets: string[], atMs: number): string {
  const seconds = Math.floor(atMs / 1000)
  const signatures = secrets.map(secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`)
  return [`t=${seconds}`, ...signatures].join(',')
}
