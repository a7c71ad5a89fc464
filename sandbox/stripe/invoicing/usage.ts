// Sums up what meters counted for a customer.
import type Stripe from 'stripe'
import type { StripeWorld } from '../world.ts'
import type { Period } from './periods.ts'

export function usageOf(world: StripeWorld, price: Stripe.Price, customer: string, period: Period): number {
  const meter = world.state.meters.get(price.recurring?.meter ?? '')
  return meter ? sumUsage(world, meter, customer, period) : 0
}

export function sumUsage(world: StripeWorld, meter: Stripe.Billing.Meter, customer: string, period: Period): number {
  const events = [...world.state.meterEvents.values()].filter(
    event =>
      event.event_name === meter.event_name &&
      event.payload[meter.customer_mapping.event_payload_key] === customer &&
      event.timestamp >= period.start &&
      event.timestamp < period.end,
  )
  const values = events.map(event => Number(event.payload[meter.value_settings.event_payload_key] ?? 1))
  if (meter.default_aggregation.formula === 'count') return values.length
  if (meter.default_aggregation.formula === 'last') return values.at(-1) ?? 0
  return values.reduce((sum, value) => sum + value, 0)
}
