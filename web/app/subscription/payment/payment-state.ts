// Decides what the page after a payment says.
import type { SubscriptionPage } from '../../../../core/api/billing.ts'
import { type Checkout, isUnknown } from '../../queries/payments.ts'

/** `left`: the payment page was closed before a payment. `by_hand`: the plan starts when the operator has recorded the payment. */
export type PaymentState =
  | 'none'
  | 'nothing_sold'
  | 'missing'
  | 'offline'
  | 'waiting'
  | 'slow'
  | 'by_hand'
  | 'left'
  | 'done'
  | 'failed'
  | 'expired'

interface PaymentFacts {
  hasId: boolean
  /** Undefined until it is known. */
  provider: SubscriptionPage['provider'] | undefined
  checkout: Checkout | undefined
  error: Error | null
  /** The person came back from the payment page without paying. */
  hasLeft: boolean
  isOffline: boolean
  isSlow: boolean
}

export function findPaymentState({ hasId, provider, checkout, error, hasLeft, isOffline, isSlow }: PaymentFacts): PaymentState {
  if (!hasId) return provider === null ? 'nothing_sold' : 'none'
  if (checkout?.state === 'done' || checkout?.state === 'failed' || checkout?.state === 'expired') return checkout.state
  if (isUnknown(error)) return provider === null ? 'nothing_sold' : 'missing'
  if (isOffline) return 'offline'
  if (checkout && provider === 'invoice') return 'by_hand'
  if (checkout?.state === 'open' && hasLeft) return 'left'
  return isSlow ? 'slow' : 'waiting'
}
