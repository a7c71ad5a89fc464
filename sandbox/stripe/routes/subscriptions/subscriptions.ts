// Routes of subscriptions: create, read, list, search, cancel, and resume.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import { cancelNow } from '../../billing/ending.ts'
import { resume } from '../../billing/renew.ts'
import { subscribe } from '../../billing/subscribe.ts'
import { idOrNull } from '../../objects/ref.ts'
import { daySeconds, timeOf } from '../../time.ts'
import type { Api } from '../../wire/api.ts'
import { invalidRequest, need } from '../../wire/failure.ts'
import { isWithin, pageOf } from '../../wire/list.ts'
import { bool, emptyable, expandable, int, metadata, optional, paging, range, text, unused } from '../../wire/params.ts'
import type { StripeWorld } from '../../world.ts'
import { methodOf } from '../customers.ts'
import { discountsShape, readDiscounts } from '../discounts.ts'
import { matches, parseSearch } from './search.ts'
import { paymentBehavior, prorationBehavior, trialSettings } from './shapes.ts'
import { subscriptionUpdateRoutes } from './updates.ts'

const itemShape = z.strictObject({
  price: text,
  quantity: optional(int),
  metadata: optional(metadata),
  tax_rates: unused,
  discounts: unused,
})
const createShape = z.strictObject({
  automatic_tax: optional(z.strictObject({ enabled: bool, liability: unused })),
  billing_mode: unused,
  cancel_at: optional(int),
  cancel_at_period_end: optional(bool),
  collection_method: optional(z.literal('charge_automatically')),
  currency: optional(text),
  customer: text,
  default_payment_method: optional(text),
  default_tax_rates: optional(emptyable(z.array(text))),
  description: optional(text),
  discounts: optional(emptyable(discountsShape)),
  items: z.array(itemShape).check(z.minLength(1)),
  metadata: optional(emptyable(metadata)),
  off_session: unused,
  payment_behavior: optional(paymentBehavior),
  payment_settings: unused,
  proration_behavior: optional(prorationBehavior),
  trial_end: optional(z.union([z.literal('now'), int])),
  trial_from_plan: unused,
  trial_period_days: optional(int),
  trial_settings: optional(trialSettings),
  ...expandable,
})

export function subscriptionRoutes(api: Api, world: StripeWorld): void {
  const { subscriptions } = world.state
  api.post('subscriptions', createShape, params => create(world, params))
  api.get(
    'subscriptions/search',
    z.strictObject({ query: text, limit: optional(int), page: optional(text), ...expandable }),
    ({ query, limit = 10, page }) => {
      const conditions = parseSearch(query)
      const found = [...subscriptions.values()].reverse().filter(one => matches(conditions, one))
      const from = page === undefined ? 0 : Number(page)
      const hasMore = found.length > from + limit
      const next = hasMore ? String(from + limit) : null
      return {
        object: 'search_result',
        url: '/v1/subscriptions/search',
        has_more: hasMore,
        next_page: next,
        data: found.slice(from, from + limit),
      }
    },
  )
  api.get('subscriptions/:id', z.strictObject(expandable), (_params, id) => need(subscriptions, id, 'subscription'))
  const list = z.strictObject({
    ...paging,
    created: optional(range),
    current_period_end: optional(range),
    current_period_start: optional(range),
    customer: optional(text),
    price: optional(text),
    status: optional(text),
    test_clock: optional(text),
  })
  api.get('subscriptions', list, params =>
    pageOf(
      [...subscriptions.values()].filter(one => isWanted(one, params)),
      params,
      '/v1/subscriptions',
    ),
  )
  const cancelShape = z.strictObject({ invoice_now: optional(bool), prorate: optional(bool), cancellation_details: unused, ...expandable })
  api.delete('subscriptions/:id', cancelShape, (params, id) => {
    const subscription = need(subscriptions, id, 'subscription')
    cancelNow(world, subscription, { isProrated: params.prorate ?? false, isInvoiced: params.invoice_now ?? false })
    return subscription
  })
  const resumeShape = z.strictObject({
    billing_cycle_anchor: optional(z.enum(['now', 'unchanged'])),
    proration_behavior: optional(prorationBehavior),
    proration_date: optional(int),
    payment_behavior: unused,
    ...expandable,
  })
  api.post('subscriptions/:id/resume', resumeShape, (params, id) => {
    const subscription = need(subscriptions, id, 'subscription')
    resume(world, subscription, params.billing_cycle_anchor !== 'unchanged')
    return subscription
  })
  subscriptionUpdateRoutes(api, world)
}

function create(world: StripeWorld, params: z.output<typeof createShape>): Stripe.Subscription {
  const { customer } = params
  need(world.state.customers, customer, 'customer', 'customer')
  if (params.trial_end !== undefined && params.trial_period_days !== undefined)
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', 'trial_end')
  const at = timeOf(world, customer)
  const trialEnd =
    typeof params.trial_end === 'number' ? params.trial_end : params.trial_period_days ? at + params.trial_period_days * daySeconds : null
  if (trialEnd !== null && trialEnd <= at)
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
  const method = params.default_payment_method
  return subscribe(world, {
    customer,
    items: params.items.map(item => ({ price: item.price, quantity: item.quantity ?? 1, metadata: item.metadata ?? {} })),
    trialEnd,
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    metadata: params.metadata ?? {},
    discounts: readDiscounts(world, params.discounts ?? [], customer),
    defaultPaymentMethod: method === undefined ? null : methodOf(world, method).id,
    paymentBehavior: params.payment_behavior ?? 'allow_incomplete',
    isTaxAutomatic: params.automatic_tax?.enabled ?? false,
    taxRates: (params.default_tax_rates ?? []).map(id => need(world.state.taxRates, id, 'tax rate', 'default_tax_rates[0]')),
    description: params.description ?? null,
    cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
    cancelAt: params.cancel_at ?? null,
    session: null,
  }).subscription
}

interface Wanted {
  created?: Parameters<typeof isWithin>[1]
  current_period_end?: Parameters<typeof isWithin>[1]
  current_period_start?: Parameters<typeof isWithin>[1]
  customer?: string | undefined
  price?: string | undefined
  status?: string | undefined
  test_clock?: string | undefined
}

/** Without a status, all but the canceled ones. */
function isWanted(one: Stripe.Subscription, wanted: Wanted): boolean {
  const [item] = one.items.data
  const isStatus =
    wanted.status === undefined
      ? one.status !== 'canceled'
      : wanted.status === 'all' ||
        wanted.status === one.status ||
        (wanted.status === 'ended' && ['canceled', 'incomplete_expired'].includes(one.status))
  return (
    isStatus &&
    isWithin(one.created, wanted.created) &&
    isWithin(item?.current_period_end ?? 0, wanted.current_period_end) &&
    isWithin(item?.current_period_start ?? 0, wanted.current_period_start) &&
    (wanted.customer ?? one.customer) === one.customer &&
    (wanted.price === undefined || one.items.data.some(each => each.price.id === wanted.price)) &&
    (wanted.test_clock ?? idOrNull(one.test_clock)) === idOrNull(one.test_clock)
  )
}
