// What requests about payments share: who takes payments here, what they need of other modules, and the provider's errors as sentences.
import type { FastifyRequest } from 'fastify'
import type { AllowanceView, UsageView } from '../../../core/api/billing.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { HandPayment } from '../by-hand/payments.ts'
import type { Refresh } from '../customers/snapshot-owners.ts'
import { type PaymentProvider, ProviderError } from '../provider.ts'
import type { IntentRow } from './intents-store.ts'

export interface Payments {
  provider: PaymentProvider
  refresh: Refresh
  /** Invoices by hand alone. */
  markPaid: ((payment: HandPayment) => Promise<void>) | null
  /** What the operator wrote about paying an invoice; empty unless invoices are written by hand. */
  howToPay: string
}

export interface BillingDeps {
  db: Db
  /** Null where nothing is sold. */
  payments: Payments | null
  currency: string
  publicUrl: string
  now(): Date
  say: Translate<'billing'>
  readAllowance(ownerId: string): Promise<AllowanceView>
  readUsage(ownerId: string): Promise<UsageView>
  readBuyer(userId: string): Promise<{ email: string; language: string }>
  log(request: LoggedRequest, entry: BillingLog): Promise<void>
  /** What staff do, written in the transaction that does it, or that notes what the provider is asked for. */
  recordStaff(db: Db, request: LoggedRequest, entry: StaffEntry): Promise<void>
}

export interface LoggedRequest {
  userId: string
  request: FastifyRequest
}

/** Who changed what: `details` holds the state before and after. */
export interface BillingLog {
  action: string
  resourceId: string | null
  details: Record<string, unknown>
}

/** `before` and `after` hold ids, states and amounts only. */
export interface StaffEntry {
  /** Such as `subscription.canceled`. */
  name: string
  resourceType: 'subscription' | 'invoice' | 'plan' | 'coupon'
  /** Of a subscription, that of its owner. */
  resourceId: string | null
  reason: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export function requirePayments({ payments, say }: Pick<BillingDeps, 'payments' | 'say'>): Payments {
  if (!payments) throw new HttpError(404, 'nothing_sold', say('nothingSold'))
  return payments
}

/** Runs calls to the provider; what it refuses becomes a sentence for the user. */
export async function callProvider<T>({ say }: Pick<BillingDeps, 'say'>, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'unreachable') throw new HttpError(503, 'payments_unreachable', say('unreachable'))
    if (error.kind === 'missing') throw new HttpError(409, 'payment_missing', say('missing'))
    throw new HttpError(409, 'payment_refused', say('refused', { reason: error.message }))
  }
}

/** Repeats of one request share a key, so that the provider does it once. */
export const intentKey = ({ kind, owner_id, id }: Pick<IntentRow, 'kind' | 'owner_id' | 'id'>): string => `${kind}:${owner_id}:${id}`

/**
 * A repeat within this time has the key of the call before. Later it gets one of its own: a provider may repeat its first answer to a key
 * for a day, also when that was a failure of its own.
 */
const repeatMs = 120_000

export const repeatsSince = (now: Date): Date => new Date(now.getTime() - repeatMs)
