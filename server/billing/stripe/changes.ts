// Changes a subscription at Stripe: another plan now or at the end of the period, cancel and resume, pause and unpause.
import type Stripe from 'stripe'
import { type ChangeRequest, type ChangeResult, type Idempotent, ProviderError, type SubscriptionRequest } from '../provider.ts'
import { callStripe, findAtStripe, isDeclined } from './client.ts'
import { linkOf, refOf, secondsOf } from './refs.ts'

/** Charges at once what `previewChange` showed for the same second. Without a payment, the old plan stays. */
export async function changeNow(client: Stripe, change: ChangeRequest & Idempotent): Promise<ChangeResult> {
  const { subscriptionRef, priceRef, prorationAt, key } = change
  try {
    const subscription = await callStripe(() => client.subscriptions.retrieve(subscriptionRef))
    await releaseSchedule(client, subscription, key)
    const changed = await callStripe(() =>
      client.subscriptions.update(
        subscriptionRef,
        {
          items: [{ id: itemOf(subscription).id, price: priceRef }],
          proration_behavior: 'always_invoice',
          proration_date: secondsOf(prorationAt),
          payment_behavior: 'pending_if_incomplete',
        },
        { idempotencyKey: key },
      ),
    )
    return changed.pending_update === null ? { kind: 'done' } : await askForPayment(client, changed)
  } catch (error) {
    if (isDeclined(error)) return { kind: 'declined' }
    throw error
  }
}

/** The change waits until its invoice is paid: the bank asks the user to confirm that, unless it has refused. */
async function askForPayment(client: Stripe, { latest_invoice }: Stripe.Subscription): Promise<ChangeResult> {
  const invoiceRef = refOf(latest_invoice)
  if (invoiceRef === null) throw new ProviderError('refused', 'Stripe did not say how the change is paid.')
  return callStripe(async () => {
    const invoice = await client.invoices.retrieve(invoiceRef, { expand: ['payments'] })
    if (invoice.status === 'paid') return { kind: 'done' }
    const intents = (invoice.payments?.data ?? []).map(({ payment }) => refOf(payment.payment_intent)).filter(ref => ref !== null)
    const states = await Promise.all(intents.map(async ref => (await client.paymentIntents.retrieve(ref)).status))
    const isAwaited = states.some(state => state === 'requires_action' || state === 'processing')
    const url = linkOf(invoice.hosted_invoice_url)
    if (isAwaited && url !== null) return { kind: 'confirm', url }
    // Retried by Stripe, it could be paid and change the plan days later, when nobody expects it.
    if (invoice.status === 'open') await client.invoices.voidInvoice(invoiceRef)
    return { kind: 'declined' }
  })
}

/** A schedule with two phases: the plan as it is until the end of the period, then the new one. */
export async function changeAtPeriodEnd(
  client: Stripe,
  { subscriptionRef, priceRef, key }: { subscriptionRef: string; priceRef: string } & Idempotent,
): Promise<void> {
  await callStripe(async () => {
    const subscription = await client.subscriptions.retrieve(subscriptionRef)
    const { recurring } = await client.prices.retrieve(priceRef)
    if (!recurring) throw new ProviderError('refused', 'This price is not for a subscription.')
    // Choosing a plan for the time after this period takes a cancellation back.
    if (isCancelled(subscription))
      await client.subscriptions.update(subscriptionRef, staying(subscription), { idempotencyKey: `${key}:stay` })
    const schedule = await findOrAddSchedule(client, subscription, key)
    const phase = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date) ?? schedule.phases[0]
    if (!phase) throw new ProviderError('refused', 'Stripe has no period that the change could follow.')
    await client.subscriptionSchedules.update(
      schedule.id,
      {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            ...keptOf(phase),
            items: phase.items.map(({ price, quantity }) => ({ price: refOf(price) ?? '', ...(quantity !== undefined && { quantity }) })),
            start_date: phase.start_date,
            end_date: itemOf(subscription).current_period_end,
          },
          {
            ...keptOf(phase),
            items: [{ price: priceRef, quantity: 1 }],
            duration: { interval: recurring.interval, interval_count: recurring.interval_count },
            proration_behavior: 'none',
          },
        ],
      },
      { idempotencyKey: key },
    )
  })
}

async function findOrAddSchedule(client: Stripe, subscription: Stripe.Subscription, key: string): Promise<Stripe.SubscriptionSchedule> {
  const known = refOf(subscription.schedule)
  if (known !== null) return client.subscriptionSchedules.retrieve(known)
  return client.subscriptionSchedules.create({ from_subscription: subscription.id }, { idempotencyKey: `${key}:schedule` })
}

/** Settings that a phase loses unless they are repeated. */
function keptOf({ discounts, automatic_tax }: Stripe.SubscriptionSchedule.Phase): Partial<Stripe.SubscriptionScheduleUpdateParams.Phase> {
  const kept = discounts.flatMap(({ discount, promotion_code, coupon }): Stripe.SubscriptionScheduleUpdateParams.Phase.Discount[] => {
    const [discountRef, codeRef, couponRef] = [refOf(discount), refOf(promotion_code), refOf(coupon)]
    if (discountRef !== null) return [{ discount: discountRef }]
    if (codeRef !== null) return [{ promotion_code: codeRef }]
    return couponRef === null ? [] : [{ coupon: couponRef }]
  })
  return {
    ...(kept.length > 0 && { discounts: kept }),
    ...(automatic_tax && { automatic_tax: { enabled: automatic_tax.enabled } }),
  }
}

export async function keepPlan(client: Stripe, { subscriptionRef, key }: SubscriptionRequest): Promise<void> {
  const subscription = await callStripe(() => client.subscriptions.retrieve(subscriptionRef))
  await releaseSchedule(client, subscription, key)
}

export async function cancelAtPeriodEnd(client: Stripe, { subscriptionRef, key }: SubscriptionRequest): Promise<void> {
  const subscription = await callStripe(() => client.subscriptions.retrieve(subscriptionRef))
  // A scheduled change would keep the subscription alive.
  await releaseSchedule(client, subscription, key)
  await callStripe(() => client.subscriptions.update(subscriptionRef, { cancel_at_period_end: true }, { idempotencyKey: key }))
}

export async function cancelNow(client: Stripe, { subscriptionRef, key }: SubscriptionRequest): Promise<void> {
  const subscription = await findAtStripe(() => client.subscriptions.retrieve(subscriptionRef))
  if (!subscription || subscription.ended_at !== null) return
  await callStripe(() => client.subscriptions.cancel(subscriptionRef, { invoice_now: false, prorate: false }, { idempotencyKey: key }))
}

export async function resume(client: Stripe, { subscriptionRef, key }: SubscriptionRequest): Promise<void> {
  await callStripe(async () => {
    const subscription = await client.subscriptions.retrieve(subscriptionRef)
    if (isCancelled(subscription)) await client.subscriptions.update(subscriptionRef, staying(subscription), { idempotencyKey: key })
  })
}

/** The first payment moves with the end of the trial. */
export async function extendTrial(client: Stripe, { subscriptionRef, until, key }: SubscriptionRequest & { until: Date }): Promise<void> {
  await callStripe(async () => {
    const { status } = await client.subscriptions.retrieve(subscriptionRef)
    if (status !== 'trialing') throw new ProviderError('refused', 'The trial is over.')
    await client.subscriptions.update(subscriptionRef, { trial_end: secondsOf(until), proration_behavior: 'none' }, { idempotencyKey: key })
  })
}

/** Invoices are void while it is paused, and the plan does not apply. */
export async function pause(client: Stripe, { subscriptionRef, key }: SubscriptionRequest): Promise<void> {
  await callStripe(() => client.subscriptions.update(subscriptionRef, { pause_collection: { behavior: 'void' } }, { idempotencyKey: key }))
}

/** A period whose invoice is void was not paid for: a new one begins now. Otherwise pausing just for each renewal would make the plan free. */
export async function unpause(client: Stripe, { subscriptionRef, key }: SubscriptionRequest): Promise<void> {
  const subscription = await callStripe(() => client.subscriptions.retrieve(subscriptionRef))
  const isUnpaid = await wasRenewedWhilePaused(client, subscription)
  if (isUnpaid) await releaseSchedule(client, subscription, key)
  const goOn: Stripe.SubscriptionUpdateParams = isUnpaid ? inNewPeriod : { pause_collection: '' }
  // A repeated call finds the new period, and asks for something else.
  const idempotencyKey = isUnpaid ? `${key}:period` : key
  await callStripe(() => client.subscriptions.update(subscriptionRef, goOn, { idempotencyKey }))
}

const inNewPeriod: Stripe.SubscriptionUpdateParams = {
  pause_collection: '',
  billing_cycle_anchor: { type: 'now' },
  proration_behavior: 'none',
}

async function wasRenewedWhilePaused(client: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const { current_period_start: since } = itemOf(subscription)
  const { data } = await callStripe(() => client.invoices.list({ subscription: subscription.id, status: 'void', limit: 100 }))
  return data.some(({ billing_reason, created }) => billing_reason === 'subscription_cycle' && created >= since)
}

/** Only a schedule that has not ended could undo or refuse another change. */
async function releaseSchedule(client: Stripe, { schedule }: Stripe.Subscription, key: string): Promise<void> {
  const scheduleRef = refOf(schedule)
  if (scheduleRef === null) return
  await callStripe(() => client.subscriptionSchedules.release(scheduleRef, {}, { idempotencyKey: `${key}:release` }))
}

const isCancelled = ({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean => cancel_at_period_end || cancel_at !== null

const staying = ({ cancel_at_period_end }: Stripe.Subscription): Stripe.SubscriptionUpdateParams =>
  cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' }

/** Our subscriptions have one item: the plan. */
export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = items.data[0]
  if (!item) throw new ProviderError('refused', 'This subscription has no plan at Stripe.')
  return item
}
