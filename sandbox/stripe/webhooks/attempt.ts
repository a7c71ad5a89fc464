// One attempt to deliver an event: the request as Stripe makes it, or spoiled on request.
import type { WebhookFault } from '../sim/faults.ts'
import type { SentEvent } from './entries.ts'
import { serializeEvent, signEvent } from './sign.ts'

export interface StripeEndpoint {
  id: string
  url: string
  secrets: string[]
  apiVersion: string
  /** Event types, or `*` for all. */
  events: string[]
}

/** The bytes and the signature of a request, so that it can be replayed as it was. */
export interface SignedRequest {
  url: string
  body: string
  signature: string
}

export type Spoiling = Extract<WebhookFault, { kind: 'wrong-secret' | 'stale' | 'future' | 'truncate' | 'mutate' }>

export function signRequest(endpoint: StripeEndpoint, event: SentEvent, now: number, spoiling: Spoiling | null): SignedRequest {
  const { url, secrets, apiVersion } = endpoint
  const body = serializeEvent(event, apiVersion)
  if (spoiling?.kind === 'wrong-secret') return { url, body, signature: signEvent(body, ['whsec_of_somebody_else'], now) }
  if (spoiling?.kind === 'stale') return { url, body, signature: signEvent(body, secrets, now - spoiling.ageMs) }
  if (spoiling?.kind === 'future') return { url, body, signature: signEvent(body, secrets, now + spoiling.aheadMs) }
  return { url, body: spoilBody(body, spoiling), signature: signEvent(body, secrets, now) }
}

// Still valid JSON, so that only the signature can give the change away.
function spoilBody(body: string, spoiling: Spoiling | null): string {
  if (spoiling?.kind === 'truncate') return body.slice(0, Math.floor(body.length / 2))
  if (spoiling?.kind !== 'mutate') return body
  return body.replace(/"livemode": false/, '"livemode": true')
}

/** The status of the answer, or null without one in time. */
export async function postSigned({ url, body, signature }: SignedRequest, timeoutMs: number, stop: AbortSignal): Promise<number | null> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signature,
  }
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
