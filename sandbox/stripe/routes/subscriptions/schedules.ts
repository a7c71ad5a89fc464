// Routes of subscription schedules.
import { z } from 'zod/mini'
import { cancelNow } from '../../billing/ending.ts'
import { type PhaseOrder, releaseSchedule, scheduleSubscription, setPhases } from '../../billing/schedule.ts'
import { emit } from '../../events.ts'
import { mergeMetadata } from '../../objects/customer.ts'
import { idOf, idOrNull } from '../../objects/ref.ts'
import type { Api } from '../../wire/api.ts'
import { invalidRequest, need } from '../../wire/failure.ts'
import { isWithin, pageOf } from '../../wire/list.ts'
import { bool, emptyable, expandable, int, metadata, optional, paging, range, text, unused } from '../../wire/params.ts'
import type { StripeWorld } from '../../world.ts'
import { prorationBehavior } from './shapes.ts'

const nowOr = z.union([z.literal('now'), int])
const phaseShape = z.strictObject({
  items: z.array(z.strictObject({ price: text, quantity: optional(int), metadata: unused, discounts: unused, tax_rates: unused })),
  start_date: optional(nowOr),
  end_date: optional(nowOr),
  duration: optional(z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: optional(int) })),
  proration_behavior: optional(prorationBehavior),
  metadata: optional(metadata),
  trial_end: optional(int),
  automatic_tax: unused,
  billing_cycle_anchor: unused,
  collection_method: unused,
  currency: optional(text),
  default_payment_method: unused,
  default_tax_rates: unused,
  description: unused,
  discounts: unused,
  invoice_settings: unused,
})

const readPhase = (phase: z.output<typeof phaseShape>): PhaseOrder => ({
  items: phase.items.map(item => ({ price: item.price, quantity: item.quantity ?? 1 })),
  startDate: phase.start_date ?? null,
  endDate: phase.end_date ?? null,
  duration: phase.duration ? { interval: phase.duration.interval, count: phase.duration.interval_count ?? 1 } : null,
  prorationBehavior: phase.proration_behavior ?? 'create_prorations',
  metadata: phase.metadata ?? {},
  trialEnd: phase.trial_end ?? null,
})

export function scheduleRoutes(api: Api, world: StripeWorld): void {
  const { schedules, subscriptions } = world.state
  const endBehavior = z.enum(['cancel', 'release'])
  const create = z.strictObject({
    from_subscription: text,
    metadata: optional(metadata),
    end_behavior: optional(endBehavior),
    ...expandable,
  })
  api.post('subscription_schedules', create, params => {
    const schedule = scheduleSubscription(world, need(subscriptions, params.from_subscription, 'subscription', 'from_subscription'))
    schedule.metadata = params.metadata ?? {}
    schedule.end_behavior = params.end_behavior ?? 'release'
    return schedule
  })
  api.get('subscription_schedules/:id', z.strictObject(expandable), (_params, id) => need(schedules, id, 'subscription schedule'))
  const list = z.strictObject({ ...paging, customer: optional(text), created: optional(range) })
  api.get('subscription_schedules', list, ({ customer, created, ...page }) =>
    pageOf(
      [...schedules.values()].filter(one => (customer ?? one.customer) === one.customer && isWithin(one.created, created)),
      page,
      '/v1/subscription_schedules',
    ),
  )
  const update = z.strictObject({
    phases: optional(z.array(phaseShape).check(z.minLength(1))),
    end_behavior: optional(endBehavior),
    metadata: optional(emptyable(metadata)),
    proration_behavior: optional(prorationBehavior),
    default_settings: unused,
    ...expandable,
  })
  api.post('subscription_schedules/:id', update, (params, id) => {
    const schedule = need(schedules, id, 'subscription schedule')
    if (schedule.status !== 'active' && schedule.status !== 'not_started')
      throw invalidRequest(`You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status.`)
    if (params.phases) setPhases(world, schedule, params.phases.map(readPhase))
    if (params.end_behavior) schedule.end_behavior = params.end_behavior
    if (params.metadata !== undefined) schedule.metadata = mergeMetadata(schedule.metadata, params.metadata)
    emit(world, 'subscription_schedule.updated', schedule)
    return schedule
  })
  api.post('subscription_schedules/:id/release', z.strictObject({ preserve_cancel_date: unused, ...expandable }), (_params, id) => {
    const schedule = need(schedules, id, 'subscription schedule')
    releaseSchedule(world, schedule)
    return schedule
  })
  const cancel = z.strictObject({ invoice_now: optional(bool), prorate: optional(bool), ...expandable })
  api.post('subscription_schedules/:id/cancel', cancel, (params, id) => {
    const schedule = need(schedules, id, 'subscription schedule')
    const subscription = need(subscriptions, idOrNull(schedule.subscription) ?? '', 'subscription')
    if (schedule.status !== 'active')
      throw invalidRequest(`You cannot cancel a subscription schedule that is currently in the \`${schedule.status}\` status.`)
    cancelNow(world, subscription, { isProrated: params.prorate ?? true, isInvoiced: params.invoice_now ?? true })
    return need(schedules, idOf(schedule), 'subscription schedule')
  })
}
