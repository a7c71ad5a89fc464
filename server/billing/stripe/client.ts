// Opens Stripe's library, the only place that imports it: requests leave through outside.ts, and failures become ProviderErrors.
import Stripe from 'stripe'
import type { Outside } from '../../foundation/outside.ts'
import { ProviderError } from '../provider.ts'
import { openOutsideFetch } from './outside-fetch.ts'

export interface StripeClientOptions {
  outside: Outside
  /** Without a trailing slash. */
  url: string
  secretKey: string
  timeoutMs: number
}

/** The API version is the one that the library was written for. */
export function openClient({ outside, url, secretKey, timeoutMs }: StripeClientOptions): Stripe {
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(openOutsideFetch({ outside, timeoutMs })),
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  })
}

/** Runs calls of Stripe's API; whatever fails is thrown as a ProviderError. */
export async function callStripe<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    throw toProviderError(error)
  }
}

/** Null when Stripe knows no such object. */
export async function findAtStripe<T>(calls: () => Promise<T>): Promise<T | null> {
  try {
    return await callStripe(calls)
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'missing') return null
    throw error
  }
}

/** The bank or Stripe refused the card. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof ProviderError && error.cause instanceof Stripe.errors.StripeCardError

/** The object exists already, or was changed by somebody else meanwhile. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ProviderError && error.cause instanceof Stripe.errors.StripeError && error.cause.code === code

function toProviderError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  return new ProviderError(kindOf(error), messageOf(error), { cause: error })
}

function kindOf(error: Stripe.errors.StripeError): ProviderError['kind'] {
  const { errors } = Stripe
  if (error.code === 'resource_missing') return 'missing'
  if (error instanceof errors.StripeCardError || error instanceof errors.StripeIdempotencyError) return 'refused'
  if (error instanceof errors.StripeInvalidRequestError && error.statusCode !== 409 && error.statusCode !== 429) return 'refused'
  // Everything else is a problem of Stripe, the network or our key, not of the request.
  return 'unreachable'
}

function messageOf(error: Stripe.errors.StripeError): string {
  const { errors } = Stripe
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return 'Stripe refuses our key. Check STRIPE_SECRET_KEY.'
  if (error instanceof errors.StripeIdempotencyError) return 'This was asked of Stripe before, in another way. Start again.'
  return error.message || 'Stripe did not say what went wrong.'
}

export type StripeSigner = Pick<typeof Stripe.webhooks, 'constructEvent'>

/** Checks signatures; needs no key. */
export const webhooks: StripeSigner = Stripe.webhooks
