// Follows subscription schedules: phases of prices that begin by themselves, like a downgrade at the end of the period.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { addInterval } from '../invoicing/periods.ts'
import { idOf, idOrNull } from '../objects/ref.ts'
import { testClockOf, timeOf } from '../time.ts'
import { invalidRequest, need } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { changeItems } from './change.ts'
import { makeItem, priceFor, setItems } from './items.ts'
import { changeSubscription, endSubscription, isOver, periodOf } from './state.ts'

export interface PhaseOrder {
  items: { price: string; quantity: number }[]
  startDate: number | 'now' | null
  endDate: number | 'now' | null
  duration: { interval: string; count: number } | null
  prorationBehavior: 'always_invoice' | 'create_prorations' | 'none'
  metadata: Record<string, string>
  trialEnd: number | null
}

export function scheduleSubscription(world: StripeWorld, subscription: Stripe.Subscription): Stripe.SubscriptionSchedule {
  if (subscription.schedule !== null)
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: \`${idOf(subscription.schedule)}\`.`,
      'from_subscription',
    )
  if (isOver(subscription)) throw invalidRequest('You cannot create a schedule from a canceled subscription.', 'from_subscription')
  const period = periodOf(subscription)
  const items = subscription.items.data.map(item => ({ price: item.price.id, quantity: item.quantity ?? 1 }))
  const phase = makePhase(
    world,
    {
      items,
      startDate: null,
      endDate: period.end,
      duration: null,
      prorationBehavior: 'create_prorations',
      metadata: {},
      trialEnd: subscription.trial_end,
    },
    period.start,
    items.map(item => item.price),
  )
  const customer = idOf(subscription.customer)
  const schedule: Stripe.SubscriptionSchedule = {
    id: newId(world, 'sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: timeOf(world, customer),
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: { ...subscription.invoice_settings, days_until_due: null },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: testClockOf(world, customer),
  }
  world.state.schedules.set(schedule.id, schedule)
  changeSubscription(world, subscription, { schedule: schedule.id })
  emit(world, 'subscription_schedule.created', schedule)
  return schedule
}

/** The current phase keeps its start: it can't begin again. */
export function setPhases(world: StripeWorld, schedule: Stripe.SubscriptionSchedule, orders: PhaseOrder[]): void {
  const customer = idOf(schedule.customer)
  let start = schedule.current_phase?.start_date ?? timeOf(world, customer)
  const kept = schedule.phases.flatMap(phase => phase.items.map(item => idOf(item.price)))
  const phases = orders.map(order => {
    const phase = makePhase(world, order, start, kept)
    if (phase.start_date < start) throw invalidRequest('Phases must not overlap.', 'phases')
    start = phase.end_date
    return phase
  })
  const [first] = phases
  if (!first) throw invalidRequest('A schedule needs at least one phase.', 'phases')
  schedule.phases = phases
  if (schedule.current_phase) schedule.current_phase = { start_date: first.start_date, end_date: first.end_date }
}

/** `kept`: prices that may stay although they were archived. */
function makePhase(world: StripeWorld, order: PhaseOrder, start: number, kept: string[]): Stripe.SubscriptionSchedule.Phase {
  const prices = order.items.map((item, index) =>
    kept.includes(item.price)
      ? need(world.state.prices, item.price, 'price')
      : priceFor(world, item.price, `phases[0][items][${index}][price]`),
  )
  const begin = typeof order.startDate === 'number' ? order.startDate : start
  const [price] = prices
  const length = order.duration ? { interval: order.duration.interval, interval_count: order.duration.count } : price?.recurring
  const end = typeof order.endDate === 'number' ? order.endDate : length ? addInterval(begin, length) : begin
  if (end <= begin) throw invalidRequest('The phase must end after it begins.', 'phases[0][end_date]')
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: price?.currency ?? 'usd',
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: order.items.map(item => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: item.price,
      price: item.price,
      quantity: item.quantity,
      tax_rates: [],
    })),
    metadata: order.metadata,
    on_behalf_of: null,
    proration_behavior: order.prorationBehavior,
    start_date: begin,
    transfer_data: null,
    trial_end: order.trialEnd,
  }
}

export function scheduleOf(world: StripeWorld, subscription: Stripe.Subscription): Stripe.SubscriptionSchedule | null {
  return world.state.schedules.get(idOrNull(subscription.schedule) ?? '') ?? null
}

/** What the subscription will consist of after its current phase; null if nothing changes. */
export function nextPhase(schedule: Stripe.SubscriptionSchedule): Stripe.SubscriptionSchedule.Phase | null {
  const end = schedule.current_phase?.end_date
  return schedule.phases.find(phase => phase.start_date === end) ?? null
}

export function phaseItems(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): Stripe.SubscriptionItem[] {
  const at = timeOf(world, idOf(subscription.customer))
  return phase.items.map((item, index) => {
    // Also a price that was archived since.
    const price = need(world.state.prices, idOf(item.price), 'price')
    const old = subscription.items.data[index]
    const made = makeItem(world, subscription.id, { price, quantity: item.quantity ?? 1, metadata: {}, at }, periodOf(subscription))
    return old ? { ...made, id: old.id, created: old.created, metadata: old.metadata } : made
  })
}

/** At the end of a phase: the next one begins, or the schedule lets go of the subscription. */
export function advanceSchedule(world: StripeWorld, subscription: Stripe.Subscription, schedule: Stripe.SubscriptionSchedule): void {
  const phase = nextPhase(schedule)
  const end = schedule.current_phase?.end_date ?? 0
  if (!phase) return finishSchedule(world, subscription, schedule)
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  const items = phaseItems(world, subscription, phase)
  const period = periodOf(subscription)
  if (period.end === end) startAtBoundary(world, subscription, items, end)
  else
    changeItems(
      world,
      subscription,
      {
        items: items.map(item => ({ id: item.id, price: item.price.id, quantity: item.quantity ?? null, deleted: false, metadata: null })),
        prorationBehavior:
          phase.proration_behavior === 'none'
            ? 'none'
            : phase.proration_behavior === 'always_invoice'
              ? 'always_invoice'
              : 'create_prorations',
        prorationDate: null,
        trialEnd: null,
        resetsAnchor: false,
      },
      'allow_incomplete',
    )
  emit(world, 'subscription_schedule.updated', schedule)
}

// The renewal at the same moment charges the new prices; another interval counts from here.
function startAtBoundary(world: StripeWorld, subscription: Stripe.Subscription, items: Stripe.SubscriptionItem[], at: number): void {
  const [old, next] = [subscription.items.data[0]?.price.recurring, items[0]?.price.recurring]
  if (old?.interval !== next?.interval || old?.interval_count !== next?.interval_count) subscription.billing_cycle_anchor = at
  const before = subscription.items
  setItems(subscription, items, periodOf(subscription))
  const after = subscription.items
  subscription.items = before
  changeSubscription(world, subscription, { items: after })
}

function finishSchedule(world: StripeWorld, subscription: Stripe.Subscription, schedule: Stripe.SubscriptionSchedule): void {
  if (schedule.end_behavior !== 'cancel') return releaseSchedule(world, schedule)
  schedule.status = 'completed'
  schedule.completed_at = timeOf(world, idOf(schedule.customer))
  schedule.current_phase = null
  emit(world, 'subscription_schedule.completed', schedule)
  subscription.schedule = null
  endSubscription(world, subscription, 'cancellation_requested')
}

export function releaseSchedule(world: StripeWorld, schedule: Stripe.SubscriptionSchedule): void {
  if (schedule.status !== 'active' && schedule.status !== 'not_started')
    throw invalidRequest(
      `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in \`not_started\`, \`active\`.`,
    )
  const subscription = world.state.subscriptions.get(idOrNull(schedule.subscription) ?? '')
  const released = { released_at: timeOf(world, idOf(schedule.customer)), released_subscription: subscription?.id ?? null }
  Object.assign(schedule, { status: 'released', current_phase: null, subscription: null, ...released })
  if (subscription) changeSubscription(world, subscription, { schedule: null })
  emit(world, 'subscription_schedule.released', schedule)
}
