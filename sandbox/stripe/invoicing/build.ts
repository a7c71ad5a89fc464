// Builds an invoice from lines: discounts, tax, the customer's balance, and the sums. A preview is built by the same function.
import Stripe from 'stripe'
import { newId } from '../ids.ts'
import { idOf } from '../objects/ref.ts'
import { testClockOf } from '../time.ts'
import { need } from '../wire/failure.ts'
import { listOf } from '../wire/list.ts'
import type { StripeWorld } from '../world.ts'
import { applyDiscounts, type LineDiscount } from './discounts.ts'
import type { DraftLine } from './lines.ts'
import type { Period } from './periods.ts'
import { type Rate, ratesOf, taxesOf } from './tax.ts'

export interface InvoiceDraft {
  customer: string
  subscription: Stripe.Subscription | null
  lines: DraftLine[]
  discounts: Stripe.Discount[]
  reason: Stripe.Invoice.BillingReason
  period: Period
  at: number
  prorationDate?: number
  isPreview?: boolean
}

export function buildInvoice(world: StripeWorld, draft: InvoiceDraft): Stripe.Invoice {
  const id = newId(world, draft.isPreview ? 'upcoming_in' : 'in')
  const rates = ratesOf(world, draft.subscription)
  const offs = applyDiscounts(world, draft.lines, draft.discounts)
  const lines = draft.lines.map((line, index) => buildLine(world, line, offs[index] ?? [], rates, { invoice: id, draft }))
  const customer = need(world.state.customers, draft.customer, 'customer')
  const sums = sumLines(lines)
  return {
    ...emptyInvoice(world, customer),
    ...sums,
    ...dueOf(sums.total, customer.balance),
    id,
    automatic_tax: automaticTax(draft.subscription),
    billing_reason: draft.reason,
    created: draft.at,
    currency: draft.lines[0]?.price.currency ?? draft.subscription?.currency ?? customer.currency ?? 'usd',
    discounts: draft.discounts.map(one => one.id),
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    parent: draft.subscription && {
      quote_details: null,
      subscription_details: {
        metadata: { ...draft.subscription.metadata },
        subscription: draft.subscription.id,
        ...(draft.prorationDate !== undefined && { subscription_proration_date: draft.prorationDate }),
      },
      type: 'subscription_details',
    },
    period_end: draft.period.end,
    period_start: draft.period.start,
    status: 'draft',
    default_payment_method: null,
  }
}

/** A credit balance pays first; a total below zero becomes credit. */
export function dueOf(total: number, balance: number): { amount_due: number; amount_remaining: number; starting_balance: number } {
  const due = total <= 0 ? 0 : Math.max(0, total + balance)
  return { amount_due: due, amount_remaining: due, starting_balance: balance }
}

interface LineContext {
  invoice: string
  draft: InvoiceDraft
}

function buildLine(
  world: StripeWorld,
  line: DraftLine,
  offs: LineDiscount[],
  rates: Rate[],
  { invoice, draft }: LineContext,
): Stripe.InvoiceLineItem {
  const off = offs.reduce((sum, one) => sum + one.amount, 0)
  const subscription = draft.subscription?.id ?? null
  return {
    id: newId(world, 'il'),
    object: 'line_item',
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: offs,
    discountable: line.isDiscountable,
    discounts: [],
    invoice,
    livemode: false,
    metadata: { ...draft.subscription?.metadata },
    parent: lineParent(line, subscription),
    period: line.period,
    pretax_credit_amounts: offs.map(one => ({ ...one, type: 'discount' as const })),
    pricing: {
      price_details: { price: line.price.id, product: idOf(line.price.product) },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(line.price.unit_amount ?? 0),
    },
    quantity: line.quantity,
    quantity_decimal: Stripe.Decimal.from(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: taxesOf(line.amount - off, rates),
  }
}

function lineParent(line: DraftLine, subscription: string | null): Stripe.InvoiceLineItem.Parent {
  const shared = { proration: line.isProration, proration_details: line.isProration ? { credited_items: null } : null, subscription }
  if (line.subscriptionItem === null)
    return {
      invoice_item_details: { invoice_item: line.invoiceItem ?? '', ...shared },
      subscription_item_details: null,
      type: 'invoice_item_details',
    }
  return {
    invoice_item_details: null,
    subscription_item_details: { invoice_item: line.invoiceItem, subscription_item: line.subscriptionItem, ...shared },
    type: 'subscription_item_details',
  }
}

function sumLines(lines: Stripe.InvoiceLineItem[]) {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const totalDiscounts = mergeBy(
    lines.flatMap(line => line.discount_amounts ?? []),
    one => idOf(one.discount),
  )
  const totalTaxes = mergeBy(
    lines.flatMap(line => line.taxes ?? []),
    one => one.tax_rate_details?.tax_rate ?? '',
  )
  const off = totalDiscounts.reduce((sum, one) => sum + one.amount, 0)
  const tax = totalTaxes.reduce((sum, one) => sum + one.amount, 0)
  return {
    subtotal,
    subtotal_excluding_tax: subtotal,
    total: subtotal - off + tax,
    total_excluding_tax: subtotal - off,
    total_discount_amounts: totalDiscounts,
    total_taxes: totalTaxes,
  }
}

function mergeBy<Item extends { amount: number; taxable_amount?: number | null }>(items: Item[], key: (item: Item) => string): Item[] {
  const merged = new Map<string, Item>()
  for (const item of items) {
    const old = merged.get(key(item))
    if (!old) merged.set(key(item), { ...item })
    else {
      old.amount += item.amount
      if (old.taxable_amount != null) old.taxable_amount += item.taxable_amount ?? 0
    }
  }
  return [...merged.values()]
}

function automaticTax(subscription: Stripe.Subscription | null): Stripe.Invoice.AutomaticTax {
  const enabled = subscription?.automatic_tax.enabled ?? false
  return {
    disabled_reason: null,
    enabled,
    liability: enabled ? { type: 'self' } : null,
    provider: enabled ? 'stripe' : null,
    status: enabled ? 'complete' : null,
  }
}

function emptyInvoice(world: StripeWorld, customer: Stripe.Customer) {
  return {
    object: 'invoice' as const,
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: null,
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_source: null,
    default_tax_rates: [],
    description: null,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: testClockOf(world, customer.id),
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: null,
  }
}
