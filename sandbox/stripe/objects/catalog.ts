// Makes products, prices, and the plan that old fields still show for a price.
import Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { worldTime } from '../time.ts'
import { invalidRequest } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { idOf } from './ref.ts'

export interface ProductOrder {
  id?: string | undefined
  name: string
  description?: string | undefined
  metadata?: Record<string, string> | undefined
  active?: boolean | undefined
  tax_code?: string | undefined
}

export function addProduct(world: StripeWorld, order: ProductOrder): Stripe.Product {
  if (order.id !== undefined && world.state.products.has(order.id))
    throw invalidRequest('Product already exists.', 'id', 'resource_already_exists')
  const at = worldTime(world)
  const product: Stripe.Product = {
    id: order.id ?? newId(world, 'prod', 14),
    object: 'product',
    active: order.active ?? true,
    created: at,
    default_price: null,
    description: order.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: order.metadata ?? {},
    name: order.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: order.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: at,
    url: null,
  }
  world.state.products.set(product.id, product)
  emit(world, 'product.created', product)
  return product
}

export interface PriceOrder {
  product: string
  currency: string
  unitAmount: number
  recurring: { interval: string; intervalCount: number; usageType: string; meter: string | null } | null
  lookupKey: string | null
  transferLookupKey: boolean
  nickname: string | null
  metadata: Record<string, string>
  taxBehavior: string
  active: boolean
}

export function addPrice(world: StripeWorld, order: PriceOrder): Stripe.Price {
  takeLookupKey(world, order.lookupKey, order.transferLookupKey)
  const price: Stripe.Price = {
    id: newId(world, 'price'),
    object: 'price',
    active: order.active,
    billing_scheme: 'per_unit',
    created: worldTime(world),
    currency: order.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: order.lookupKey,
    metadata: order.metadata,
    nickname: order.nickname,
    product: order.product,
    recurring: order.recurring && {
      interval: order.recurring.interval,
      interval_count: order.recurring.intervalCount,
      meter: order.recurring.meter,
      trial_period_days: null,
      usage_type: order.recurring.usageType,
    },
    tax_behavior: order.taxBehavior,
    tiers_mode: null,
    transform_quantity: null,
    type: order.recurring ? 'recurring' : 'one_time',
    unit_amount: order.unitAmount,
    unit_amount_decimal: Stripe.Decimal.from(order.unitAmount),
  }
  world.state.prices.set(price.id, price)
  emit(world, 'price.created', price)
  return price
}

/** A lookup key names one price: another keeps it unless it is to be transferred. */
export function takeLookupKey(world: StripeWorld, key: string | null, isTransfer: boolean): void {
  const owner = key === null ? undefined : [...world.state.prices.values()].find(price => price.lookup_key === key)
  if (!owner) return
  if (!isTransfer) throw invalidRequest(`A price (\`${owner.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists')
  owner.lookup_key = null
  emit(world, 'price.updated', owner, { lookup_key: key })
}

export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: price.recurring?.meter ?? null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: price.recurring?.usage_type ?? 'licensed',
  }
}
