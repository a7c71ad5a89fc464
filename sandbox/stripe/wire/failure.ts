// Defines errors as Stripe answers them.
import type { Decline } from '../cards.ts'

export interface FailureBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  doc_url?: string
  payment_intent?: object
  setup_intent?: object
}

export class StripeFailure extends Error {
  readonly status: number
  readonly body: FailureBody
  /** Whether the response is repeated for the same idempotency key: not if the request failed before it was executed. */
  readonly isStored: boolean
  constructor(status: number, body: FailureBody, isStored = true) {
    super(body.message)
    this.status = status
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` } : body
    this.isStored = isStored
  }
}

export const invalidRequest = (message: string, param?: string, code?: string): StripeFailure =>
  new StripeFailure(400, { type: 'invalid_request_error', ...(code && { code }), message, ...(param && { param }) })

export const missing = (kind: string, id: string, param = 'id'): StripeFailure =>
  new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'`, param })

/** `payment_intent` is in the error, as Stripe includes it. */
export const cardFailure = (decline: Decline, intent?: { payment_intent?: object; setup_intent?: object }): StripeFailure =>
  new StripeFailure(402, {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    message: decline.message,
    ...(decline.param && { param: decline.param }),
    ...intent,
  })

/** Returns the object with this id, or answers 404. */
export function need<Value>(table: Map<string, Value>, id: string, kind: string, param?: string): Value {
  const value = table.get(id)
  if (value === undefined) throw missing(kind, id, param)
  return value
}
