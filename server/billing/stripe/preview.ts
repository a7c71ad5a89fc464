// Asks Stripe what a change of plan would cost now, and what the next regular payment would be.
import type Stripe from 'stripe'
import type { ChangeRequest, InvoicePreview } from '../provider.ts'
import { itemOf } from './changes.ts'
import { callStripe } from './client.ts'
import { refOf, secondsOf, timeOf } from './refs.ts'

type PreviewedLine = InvoicePreview['lines'][number]

export async function previewChange(client: Stripe, { subscriptionRef, priceRef, prorationAt }: ChangeRequest): Promise<InvoicePreview> {
  return callStripe(async () => {
    const subscription = await client.subscriptions.retrieve(subscriptionRef)
    const { recurring } = await client.prices.retrieve(priceRef)
    const item = itemOf(subscription)
    const items = [{ id: item.id, price: priceRef }]
    const proration_date = secondsOf(prorationAt)
    const [now, later] = await Promise.all([
      client.invoices.createPreview({
        subscription: subscriptionRef,
        subscription_details: { items, proration_behavior: 'always_invoice', proration_date },
      }),
      // Without proration this is the next regular invoice.
      client.invoices.createPreview({ subscription: subscriptionRef, subscription_details: { items, proration_behavior: 'none' } }),
    ])
    const isSameInterval = recurring?.interval === item.price.recurring?.interval
    const isTrial = subscription.status === 'trialing'
    // Another interval begins a new period at once, which the invoice of now pays for; a trial goes on.
    const nextAt =
      isTrial || isSameInterval ? timeOf(subscription.trial_end && isTrial ? subscription.trial_end : item.current_period_end) : endOf(now)
    return { ...toPreview(now, priceRef), next: { at: nextAt ?? endOf(later), amount: Math.max(0, later.total) } }
  })
}

const endOf = ({ lines, period_end }: Stripe.Invoice): Date =>
  new Date(Math.max(period_end, ...lines.data.map(({ period }) => period.end)) * 1000)

/** `targetRef`: the price of the new plan. Lines are before discounts and tax, so those become lines of their own. */
export function toPreview(invoice: Stripe.Invoice, targetRef: string): Omit<InvoicePreview, 'next'> {
  const lines = invoice.lines.data.map(line => toLine(line, targetRef))
  const discount = sumOf(invoice.total_discount_amounts)
  const tax = sumOf(invoice.total_taxes?.filter(({ tax_behavior }) => tax_behavior === 'exclusive'))
  if (discount !== 0) lines.push(extra('discount', -discount))
  if (tax !== 0) lines.push(extra('tax', tax))
  // Whatever else makes the total: lines beyond the first page, or kinds that come in the future.
  const rest = invoice.total - sumOf(lines)
  if (rest !== 0) lines.push(extra('other', rest))
  // A balance of earlier credits is used up, or a negative total is added to it.
  const credit = invoice.amount_due - invoice.total
  if (credit !== 0) lines.push(extra('credit', credit))
  return { lines, currency: invoice.currency, due: invoice.amount_due }
}

const extra = (kind: PreviewedLine['kind'], amount: number): PreviewedLine => ({ kind, priceRef: null, from: null, to: null, amount })

const sumOf = (amounts: { amount: number }[] | null | undefined): number => (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

function toLine(line: Stripe.InvoiceLineItem, targetRef: string): PreviewedLine {
  const priceRef = refOf(line.pricing?.price_details?.price)
  const { start, end } = line.period
  return { kind: kindOf(line, priceRef, targetRef), priceRef, from: timeOf(start), to: timeOf(end), amount: line.amount }
}

function kindOf({ parent, amount }: Stripe.InvoiceLineItem, priceRef: string | null, targetRef: string): PreviewedLine['kind'] {
  if (priceRef === null) return 'other'
  const isProration = parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false
  if (!isProration) return 'full'
  return amount < 0 || priceRef !== targetRef ? 'unused' : 'remaining'
}
