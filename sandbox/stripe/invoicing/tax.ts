// Computes tax: automatic tax as one fixed exclusive rate, or the rates that a subscription names.
import type Stripe from 'stripe'
import { worldTime } from '../time.ts'
import type { StripeWorld } from '../world.ts'

export type Rate = Pick<Stripe.TaxRate, 'id' | 'percentage' | 'inclusive'>

export function ratesOf(world: StripeWorld, subscription: Stripe.Subscription | null): Rate[] {
  if (subscription?.automatic_tax.enabled) return world.settings.taxPercent > 0 ? [automaticRate(world)] : []
  return subscription?.default_tax_rates ?? []
}

/** An inclusive rate adds nothing: it is part of the price. */
export const taxesOf = (amount: number, rates: Rate[]): Stripe.InvoiceLineItem.Tax[] =>
  rates
    .filter(rate => !rate.inclusive)
    .map(rate => ({
      amount: Math.sign(amount) * Math.floor((Math.abs(amount) * rate.percentage) / 100 + 0.5) || 0,
      tax_behavior: 'exclusive',
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: 'standard_rated',
      taxable_amount: amount,
      type: 'tax_rate_details',
    }))

function automaticRate(world: StripeWorld): Stripe.TaxRate {
  const percentage = world.settings.taxPercent
  const id = `txr_automatic_${percentage}`
  const rate = world.state.taxRates.get(id) ?? makeTaxRate(world, id, { display_name: 'VAT', percentage, inclusive: false })
  world.state.taxRates.set(id, rate)
  return rate
}

export function makeTaxRate(
  world: StripeWorld,
  id: string,
  rate: Pick<Stripe.TaxRate, 'display_name' | 'percentage' | 'inclusive'> & Partial<Stripe.TaxRate>,
): Stripe.TaxRate {
  return {
    object: 'tax_rate',
    active: true,
    country: null,
    created: worldTime(world),
    description: null,
    effective_percentage: null,
    flat_amount: null,
    jurisdiction: null,
    jurisdiction_level: null,
    livemode: false,
    metadata: {},
    rate_type: 'percentage',
    state: null,
    tax_type: 'vat',
    ...rate,
    id,
  }
}
