// Writes answers of the API, with the headers that tell a client whether to try again.
import { stripeVersion } from '../world.ts'
import type { StripeFailure } from './failure.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

export const answered = (object: object, requestId: string): Answer => ({
  status: 200,
  headers: headersOf(requestId),
  body: JSON.stringify(object, null, 2),
})

/** `isReplayed`: a later request with the same idempotency key gets the same answer, so that trying again is useless. */
export function failed(failure: StripeFailure, requestId: string, isReplayed = false): Answer {
  const retry = failure.status === 409 || failure.status === 503 ? 'true' : failure.status === 500 && isReplayed ? 'false' : null
  return {
    status: failure.status,
    headers: { ...headersOf(requestId), ...(retry && { 'stripe-should-retry': retry }) },
    body: JSON.stringify({ error: failure.body }, null, 2),
  }
}

const headersOf = (requestId: string) => ({ 'request-id': requestId, 'stripe-version': stripeVersion })
