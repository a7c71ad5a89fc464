// Refunds charges in full or in part, and opens and closes disputes.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { idOf, idOrNull } from '../objects/ref.ts'
import { daySeconds, timeOf } from '../time.ts'
import { invalidRequest, need } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { invoiceOfIntent } from './charge.ts'
import { emptyEvidence } from './evidence.ts'

export interface RefundOrder {
  charge: string
  amount: number | null
  reason: string | null
  metadata: Record<string, string>
}

export function refund(world: StripeWorld, order: RefundOrder): Stripe.Refund {
  const charge = need(world.state.charges, order.charge, 'charge', 'charge')
  const rest = charge.amount_captured - charge.amount_refunded
  const amount = order.amount ?? rest
  if (!charge.paid || charge.disputed)
    throw invalidRequest('This charge can’t be refunded.', 'charge', charge.disputed ? 'charge_disputed' : undefined)
  if (rest === 0) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  if (amount < 1) throw invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > rest)
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`,
      'amount',
      'charge_already_refunded',
    )
  const customer = idOrNull(charge.customer)
  const refunded: Stripe.Refund = {
    id: newId(world, 're'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: timeOf(world, customer),
    currency: charge.currency,
    customer,
    customer_account: null,
    metadata: order.metadata,
    payment_intent: idOrNull(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: order.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  world.state.refunds.set(refunded.id, refunded)
  const invoice = invoiceOfIntent(world, idOrNull(charge.payment_intent) ?? '')?.id ?? null
  world.state.money.push({
    at: refunded.created,
    kind: 'refund',
    customer,
    invoice,
    charge: charge.id,
    amount: -amount,
    currency: charge.currency,
  })
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  emit(world, 'refund.created', refunded)
  emit(world, 'charge.refunded', charge, before)
  return refunded
}

/** The holder of the card asks the bank for the money back. */
export function openDispute(world: StripeWorld, chargeId: string, reason = 'fraudulent'): Stripe.Dispute {
  const charge = need(world.state.charges, chargeId, 'charge')
  if (charge.disputed || !charge.paid) throw invalidRequest('This charge can’t be disputed.')
  const created = timeOf(world, idOrNull(charge.customer))
  const amount = charge.amount - charge.amount_refunded
  const dispute: Stripe.Dispute = {
    id: newId(world, 'du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence,
    evidence_details: {
      due_by: created + 7 * daySeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOrNull(charge.payment_intent),
    reason,
    status: 'needs_response',
  }
  world.state.disputes.set(dispute.id, dispute)
  charge.disputed = true
  moveDisputed(world, charge, -amount)
  emit(world, 'charge.dispute.created', dispute)
  emit(world, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function closeDispute(world: StripeWorld, disputeId: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = need(world.state.disputes, disputeId, 'dispute')
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalidRequest('This dispute is closed.')
  dispute.status = status
  const charge = world.state.charges.get(idOf(dispute.charge))
  if (status === 'won' && charge) {
    moveDisputed(world, charge, dispute.amount)
    emit(world, 'charge.dispute.funds_reinstated', dispute)
  }
  emit(world, 'charge.dispute.closed', dispute)
  return dispute
}

// The bank takes disputed money at once, and gives it back if it finds for the seller.
function moveDisputed(world: StripeWorld, charge: Stripe.Charge, amount: number): void {
  const customer = idOrNull(charge.customer)
  const invoice = invoiceOfIntent(world, idOrNull(charge.payment_intent) ?? '')?.id ?? null
  const at = timeOf(world, customer)
  world.state.money.push({ at, kind: 'dispute', customer, invoice, charge: charge.id, amount, currency: charge.currency })
}
