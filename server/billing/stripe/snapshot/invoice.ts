// Turns an invoice of Stripe into ours, with what was refunded or disputed of its payments.
import type Stripe from 'stripe'
import { InvoiceState } from '../../../../core/api/billing.ts'
import type { InvoiceSnapshot } from '../../provider.ts'
import { linkOf, refOf, timeOf } from '../refs.ts'

/** `charges`: those of the same customer. */
export function toInvoice(invoice: Stripe.Invoice, charges: Stripe.Charge[]): InvoiceSnapshot {
  const payments = chargesOf(invoice, charges)
  const { start, end } = periodOf(invoice)
  const state = stateOf(invoice)
  return {
    ref: invoice.id,
    subscriptionRef: subscriptionOf(invoice),
    number: invoice.number,
    state,
    currency: invoice.currency,
    subtotal: invoice.subtotal,
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    total: invoice.total,
    paid: invoice.amount_paid,
    refunded: payments.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    isDisputed: payments.some(({ disputed }) => disputed),
    periodStart: timeOf(start),
    periodEnd: timeOf(end),
    issuedAt: new Date((invoice.status_transitions.finalized_at ?? invoice.created) * 1000),
    dueAt: timeOf(invoice.due_date),
    paidAt: timeOf(invoice.status_transitions.paid_at),
    payUrl: state === 'open' && invoice.amount_remaining > 0 ? linkOf(invoice.hosted_invoice_url) : null,
    hasFile: Boolean(invoice.invoice_pdf),
    declineCode: state === 'open' || state === 'uncollectible' ? lastDecline(payments) : null,
    nextAttemptAt: state === 'open' ? timeOf(invoice.next_payment_attempt) : null,
  }
}

export const subscriptionOf = ({ parent }: Stripe.Invoice): string | null => refOf(parent?.subscription_details?.subscription)

/** A state that Stripe adds one day is shown as a draft: nothing is due, and nothing was paid. */
function stateOf({ status }: Stripe.Invoice): InvoiceSnapshot['state'] {
  const known = InvoiceState.safeParse(status)
  return known.success ? known.data : 'draft'
}

/** The bank's own code is more exact than Stripe's: `insufficient_funds` is a `card_declined`. */
function lastDecline(payments: Stripe.Charge[]): string | null {
  const last = payments.filter(({ status }) => status === 'failed').toSorted((a, b) => b.created - a.created)[0]
  return last?.outcome?.reason ?? last?.failure_code ?? null
}

function chargesOf({ payments }: Stripe.Invoice, charges: Stripe.Charge[]): Stripe.Charge[] {
  const refs = new Set(
    (payments?.data ?? []).flatMap(({ payment }) => [refOf(payment.payment_intent), refOf(payment.charge)].filter(ref => ref !== null)),
  )
  return charges.filter(({ id, payment_intent }) => refs.has(id) || refs.has(refOf(payment_intent) ?? ''))
}

/** The period that is paid for; an invoice's own period is the one before. */
function periodOf({ lines, period_start, period_end }: Stripe.Invoice): { start: number; end: number } {
  const last = lines.data.toSorted((a, b) => b.period.end - a.period.end)[0]
  return last?.period ?? { start: period_start, end: period_end }
}
