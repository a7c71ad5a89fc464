// Keeps prorations that wait for the next invoice of their subscription.
import Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { idOf } from '../objects/ref.ts'
import { testClockOf, timeOf } from '../time.ts'
import type { StripeWorld } from '../world.ts'
import type { DraftLine } from './lines.ts'

export function savePending(world: StripeWorld, subscription: Stripe.Subscription, lines: DraftLine[]): void {
  const customer = idOf(subscription.customer)
  for (const line of lines) {
    const item: Stripe.InvoiceItem = {
      id: newId(world, 'ii'),
      object: 'invoiceitem',
      amount: line.amount,
      currency: line.price.currency,
      customer,
      customer_account: null,
      date: timeOf(world, customer),
      description: line.description,
      discountable: line.isDiscountable,
      discounts: [],
      invoice: null,
      livemode: false,
      metadata: {},
      parent: {
        subscription_details: {
          subscription: subscription.id,
          ...(line.subscriptionItem !== null && { subscription_item: line.subscriptionItem }),
        },
        type: 'subscription_details',
      },
      period: line.period,
      pricing: {
        price_details: { price: line.price.id, product: idOf(line.price.product) },
        type: 'price_details',
        unit_amount_decimal: Stripe.Decimal.from(line.price.unit_amount ?? 0),
      },
      proration: line.isProration,
      quantity: line.quantity,
      quantity_decimal: Stripe.Decimal.from(line.quantity),
      tax_rates: [],
      test_clock: testClockOf(world, customer),
    }
    world.state.invoiceItems.set(item.id, item)
    emit(world, 'invoiceitem.created', item)
  }
}

export const pendingLines = (world: StripeWorld, subscription: Stripe.Subscription): DraftLine[] =>
  pendingItems(world, subscription).flatMap(item => {
    const price = world.state.prices.get(idOf(item.pricing?.price_details?.price ?? ''))
    if (!price) return []
    return [
      {
        description: item.description ?? '',
        amount: item.amount,
        price,
        quantity: item.quantity,
        period: item.period,
        subscriptionItem: item.parent?.subscription_details?.subscription_item ?? null,
        invoiceItem: item.id,
        isProration: item.proration,
        isDiscountable: item.discountable,
      },
    ]
  })

/** They are on this invoice now. */
export function takePending(world: StripeWorld, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  for (const item of pendingItems(world, subscription)) item.invoice = invoice.id
}

const pendingItems = (world: StripeWorld, subscription: Stripe.Subscription): Stripe.InvoiceItem[] =>
  [...world.state.invoiceItems.values()].filter(
    item => item.invoice === null && item.parent?.subscription_details?.subscription === subscription.id,
  )
