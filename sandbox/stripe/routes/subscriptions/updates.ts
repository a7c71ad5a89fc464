// Routes that change subscriptions: their fields, their items, and items one by one.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import { changeItems, type PaymentBehavior } from '../../billing/change.ts'
import { cancelAtEndChange, keepChange, refuseIfOver } from '../../billing/ending.ts'
import type { ItemChange } from '../../billing/items.ts'
import type { ChangeOrder } from '../../billing/plan-change.ts'
import { changeSubscription } from '../../billing/state.ts'
import { mergeMetadata } from '../../objects/customer.ts'
import { addDiscount } from '../../objects/discount.ts'
import { idOf } from '../../objects/ref.ts'
import { timeOf } from '../../time.ts'
import type { Api } from '../../wire/api.ts'
import { cardFailure, invalidRequest, missing, need } from '../../wire/failure.ts'
import { pageOf } from '../../wire/list.ts'
import { bool, emptyable, expandable, int, metadata, optional, paging, text, unused } from '../../wire/params.ts'
import type { StripeWorld } from '../../world.ts'
import { methodOf } from '../customers.ts'
import { discountsShape, readDiscounts } from '../discounts.ts'
import { paymentBehavior, prorationBehavior, trialSettings } from './shapes.ts'

export const itemChangeShape = z.strictObject({
  id: optional(text),
  price: optional(text),
  quantity: optional(int),
  deleted: optional(bool),
  metadata: optional(emptyable(metadata)),
  tax_rates: unused,
  discounts: unused,
})

export const readItemChange = (one: z.output<typeof itemChangeShape>): ItemChange => ({
  id: one.id ?? null,
  price: one.price ?? null,
  quantity: one.quantity ?? null,
  deleted: one.deleted ?? false,
  metadata: one.metadata ?? null,
})

const updateShape = z.strictObject({
  automatic_tax: optional(z.strictObject({ enabled: bool, liability: unused })),
  billing_cycle_anchor: optional(z.strictObject({ type: z.enum(['now', 'unchanged']) })),
  cancel_at: optional(emptyable(int)),
  cancel_at_period_end: optional(bool),
  cancellation_details: optional(z.strictObject({ comment: optional(text), feedback: optional(text) })),
  collection_method: optional(z.literal('charge_automatically')),
  default_payment_method: optional(emptyable(text)),
  default_tax_rates: optional(emptyable(z.array(text))),
  description: optional(emptyable(text)),
  discounts: optional(emptyable(discountsShape)),
  items: optional(z.array(itemChangeShape)),
  metadata: optional(emptyable(metadata)),
  off_session: unused,
  pause_collection: optional(
    emptyable(z.strictObject({ behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']), resumes_at: optional(int) })),
  ),
  payment_behavior: optional(paymentBehavior),
  payment_settings: unused,
  proration_behavior: optional(prorationBehavior),
  proration_date: optional(int),
  trial_end: optional(z.union([z.literal('now'), int])),
  trial_from_plan: unused,
  trial_settings: optional(trialSettings),
  ...expandable,
})
type Update = z.output<typeof updateShape>

/** What may be given together with payment_behavior=pending_if_incomplete. */
const pendingFields = [
  'expand',
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'trial_end',
  'trial_from_plan',
  'discounts',
  'off_session',
]

export function subscriptionUpdateRoutes(api: Api, world: StripeWorld): void {
  const { subscriptions } = world.state
  api.post('subscriptions/:id', updateShape, (params, id) => update(world, need(subscriptions, id, 'subscription'), params))
  itemRoutes(api, world)
}

function update(world: StripeWorld, subscription: Stripe.Subscription, params: Update): Stripe.Subscription {
  const isPending = params.payment_behavior === 'pending_if_incomplete'
  const unsupported = isPending ? Object.keys(params).find(name => !pendingFields.includes(name)) : undefined
  if (unsupported !== undefined)
    throw invalidRequest(`When \`payment_behavior\` is set to \`pending_if_incomplete\`, you cannot pass \`${unsupported}\`.`, unsupported)
  if (Object.keys(params).some(name => !['metadata', 'cancellation_details', 'expand'].includes(name))) refuseIfOver(subscription)
  const change = fieldsOf(world, subscription, params)
  const order: ChangeOrder = {
    items: (params.items ?? []).map(readItemChange),
    prorationBehavior: params.proration_behavior ?? 'create_prorations',
    prorationDate: params.proration_date ?? null,
    trialEnd: params.trial_end ?? null,
    resetsAnchor: params.billing_cycle_anchor?.type === 'now',
  }
  if (order.items.length === 0 && order.trialEnd === null && !order.resetsAnchor) {
    if (Object.keys(change).length > 0) changeSubscription(world, subscription, change)
    return subscription
  }
  refuseUnlessChangeable(subscription)
  applyChange(world, subscription, order, params.payment_behavior ?? 'allow_incomplete', change)
  return subscription
}

function refuseUnlessChangeable(subscription: Stripe.Subscription): void {
  if (subscription.status === 'incomplete')
    throw invalidRequest(
      'You cannot update a subscription in `incomplete` status; only its metadata and default payment source can be changed.',
    )
  if (subscription.schedule !== null)
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${idOf(subscription.schedule)}\`, and updating any phase-related attributes directly is not allowed. Please update the schedule instead.`,
    )
}

/** A card that is refused answers 402 only if the request says so. */
function applyChange(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  order: ChangeOrder,
  behavior: PaymentBehavior,
  change: Partial<Stripe.Subscription>,
): void {
  const { outcome } = changeItems(world, subscription, order, behavior, change)
  if (behavior === 'error_if_incomplete' && outcome?.kind === 'declined') throw cardFailure(outcome.decline)
}

function fieldsOf(world: StripeWorld, subscription: Stripe.Subscription, params: Update): Partial<Stripe.Subscription> {
  const customer = idOf(subscription.customer)
  const method = params.default_payment_method
  if (method != null && methodOf(world, method).customer !== customer) throw missing('payment method', method, 'default_payment_method')
  const rates = params.default_tax_rates?.map(id => need(world.state.taxRates, id, 'tax rate', 'default_tax_rates[0]'))
  const tax = params.automatic_tax
  return {
    ...endFields(world, subscription, params),
    ...(tax && { automatic_tax: { disabled_reason: null, enabled: tax.enabled, liability: tax.enabled ? { type: 'self' } : null } }),
    ...(method !== undefined && { default_payment_method: method }),
    ...(params.default_tax_rates !== undefined && { default_tax_rates: rates ?? [] }),
    ...(params.description !== undefined && { description: params.description }),
    ...(params.discounts !== undefined && { discounts: replaceDiscounts(world, subscription, params.discounts ?? []) }),
    ...(params.metadata !== undefined && { metadata: mergeMetadata(subscription.metadata, params.metadata) }),
    ...(params.pause_collection !== undefined && {
      pause_collection: params.pause_collection && {
        behavior: params.pause_collection.behavior,
        resumes_at: params.pause_collection.resumes_at ?? null,
      },
    }),
    ...(params.trial_settings && { trial_settings: trialSettingsOf(params.trial_settings) }),
  }
}

const trialSettingsOf = ({ end_behavior: behavior }: z.output<typeof trialSettings>): Stripe.Subscription.TrialSettings => ({
  end_behavior: { billing_cycle_anchor: null, missing_payment_method: behavior.missing_payment_method },
})

function endFields(world: StripeWorld, subscription: Stripe.Subscription, params: Update): Partial<Stripe.Subscription> {
  const details = params.cancellation_details && {
    cancellation_details: {
      comment: null,
      feedback_option: null,
      reason: null,
      ...subscription.cancellation_details,
      feedback: params.cancellation_details.feedback ?? subscription.cancellation_details?.feedback ?? null,
      ...(params.cancellation_details.comment !== undefined && { comment: params.cancellation_details.comment }),
    },
  }
  if (params.cancel_at_period_end) return { ...cancelAtEndChange(world, subscription), ...details }
  if (params.cancel_at_period_end === false || params.cancel_at === null) return { ...keepChange, ...details }
  if (params.cancel_at === undefined) return { ...details }
  const at = timeOf(world, idOf(subscription.customer))
  if (params.cancel_at <= at) throw invalidRequest('The `cancel_at` timestamp must be in the future.', 'cancel_at')
  return { cancel_at: params.cancel_at, cancel_at_period_end: false, canceled_at: at, ...details }
}

function replaceDiscounts(world: StripeWorld, subscription: Stripe.Subscription, given: z.output<typeof discountsShape>): string[] {
  const customer = idOf(subscription.customer)
  const kept = given.flatMap(one => (one.discount === undefined ? [] : [one.discount]))
  const requests = readDiscounts(
    world,
    given.filter(one => one.discount === undefined),
    customer,
  )
  return [...kept, ...requests.map(one => addDiscount(world, one, { customer, subscription: subscription.id, session: null }).id)]
}

function itemRoutes(api: Api, world: StripeWorld): void {
  const { subscriptions } = world.state
  const options = {
    payment_behavior: optional(paymentBehavior),
    proration_behavior: optional(prorationBehavior),
    proration_date: optional(int),
    ...expandable,
  }
  const fields = {
    price: optional(text),
    quantity: optional(int),
    metadata: optional(emptyable(metadata)),
    tax_rates: unused,
    off_session: unused,
    ...options,
  }
  const ownerOf = (id: string) => {
    const owner = [...subscriptions.values()].find(one => one.items.data.some(item => item.id === id))
    if (!owner) throw missing('subscription_item', id)
    return owner
  }
  const change = (subscription: Stripe.Subscription, item: ItemChange, params: z.output<z.ZodMiniObject<typeof options>>) => {
    refuseIfOver(subscription)
    refuseUnlessChangeable(subscription)
    const order: ChangeOrder = {
      items: [item],
      prorationBehavior: params.proration_behavior ?? 'create_prorations',
      prorationDate: params.proration_date ?? null,
      trialEnd: null,
      resetsAnchor: false,
    }
    applyChange(world, subscription, order, params.payment_behavior ?? 'allow_incomplete', {})
  }
  const found = (id: string) => ownerOf(id).items.data.find(item => item.id === id) ?? {}
  api.get('subscription_items/:id', z.strictObject(expandable), (_params, id) => found(id))
  api.get('subscription_items', z.strictObject({ ...paging, subscription: text }), ({ subscription, ...page }) =>
    pageOf([...need(subscriptions, subscription, 'subscription', 'subscription').items.data].reverse(), page, '/v1/subscription_items'),
  )
  api.post('subscription_items', z.strictObject({ ...fields, subscription: text, price: text }), params => {
    const subscription = need(subscriptions, params.subscription, 'subscription', 'subscription')
    change(subscription, readItemChange({ price: params.price, quantity: params.quantity, metadata: params.metadata }), params)
    return subscription.items.data.at(-1) ?? {}
  })
  api.post('subscription_items/:id', z.strictObject(fields), (params, id) => {
    change(ownerOf(id), readItemChange({ id, price: params.price, quantity: params.quantity, metadata: params.metadata }), params)
    return found(id)
  })
  api.delete('subscription_items/:id', z.strictObject({ ...options, clear_usage: unused }), (params, id) => {
    change(ownerOf(id), readItemChange({ id, deleted: true }), params)
    return { id, object: 'subscription_item', deleted: true }
  })
}
