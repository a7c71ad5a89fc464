// Computes the features that customers are entitled to, and sends an event when those of a customer have changed.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import { emit } from '../events.ts'
import { listOf } from '../wire/list.ts'
import type { StripeWorld } from '../world.ts'
import { idOf } from './ref.ts'

const entitling: Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due']

export function activeEntitlements({ state }: StripeWorld, customer: string): Stripe.Entitlements.ActiveEntitlement[] {
  const ids = [...state.subscriptions.values()]
    .filter(one => one.customer === customer && entitling.includes(one.status))
    .flatMap(one => one.items.data.flatMap(item => state.productFeatures.get(idOf(item.price.product)) ?? []))
  return [...new Set(ids)]
    .flatMap(id => state.features.get(id) ?? [])
    .map(({ id, lookup_key }) => ({
      id: `ent_${id.slice(5)}`,
      object: 'entitlements.active_entitlement',
      feature: id,
      livemode: false,
      lookup_key,
    }))
}

const ofCustomer = z.looseObject({ customer: z.string() })

/** They follow from subscriptions, so that the summary comes right after the event of one. */
export function announceEntitlements(world: StripeWorld): void {
  world.listeners.add(({ type, data }) => {
    const { data: subscription } = ofCustomer.safeParse(data.object)
    if (subscription && type.startsWith('customer.subscription.')) announceChange(world, subscription.customer)
  })
}

function announceChange(world: StripeWorld, customer: string): void {
  const { announcedEntitlements: announced } = world.state
  const entitlements = activeEntitlements(world, customer)
  const features = entitlements.map(({ lookup_key }) => lookup_key).join(' ')
  if (features === (announced.get(customer) ?? '')) return
  announced.set(customer, features)
  emit(world, 'entitlements.active_entitlement_summary.updated', {
    object: 'entitlements.active_entitlement_summary',
    customer,
    entitlements: listOf(entitlements, `/v1/customers/${customer}/entitlements`),
    livemode: false,
  })
}
