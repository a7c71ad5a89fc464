// Plays the life of one customer at Stripe: subscribes, changes plans, fails to pay, is refunded, leaves. Every step causes events.
import Stripe from 'stripe'
import type { Chance } from '../chance.ts'
import type { BillingWorld } from './world.ts'

const good = 'pm_card_visa'
const failsLater = 'pm_card_chargeCustomerFail'

/** The first step: most pay at once, some try first, some have a card that fails at the renewal. */
export async function subscribe({ stripe, prices }: BillingWorld, customer: string, chance: Chance): Promise<void> {
  const price = pick(prices, chance)
  await useCard(stripe, customer, chance() < 0.25 ? failsLater : good)
  await unlessRefused(
    stripe.subscriptions.create({ customer, items: [{ price: price.ref }], ...(chance() < 0.3 && { trial_period_days: 14 }) }),
  )
}

type Step = (world: BillingWorld, customer: string, chance: Chance) => Promise<unknown>

const steps: Step[] = [
  changePlan,
  changePlan,
  cancelAtEnd,
  stay,
  pauseOrGoOn,
  refundLast,
  disputeLast,
  payOpen,
  payOpen,
  cancelNow,
  subscribeAgain,
]

export async function takeStep(world: BillingWorld, customer: string, chance: Chance): Promise<void> {
  await unlessRefused(pick(steps, chance)(world, customer, chance))
}

/** A declined card, or a change that is impossible now, is part of the test. */
async function unlessRefused(step: Promise<unknown>): Promise<void> {
  await step.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeCardError) && !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  })
}

async function changePlan({ stripe, prices }: BillingWorld, customer: string, chance: Chance): Promise<void> {
  const subscription = await livingOf(stripe, customer)
  const item = subscription?.items.data[0]
  if (!subscription || !item || subscription.pending_update) return
  const price = pick(
    prices.filter(({ ref }) => ref !== item.price.id),
    chance,
  )
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: price.ref }],
    proration_behavior: chance() < 0.7 ? 'always_invoice' : 'create_prorations',
    payment_behavior: 'allow_incomplete',
  })
}

async function cancelAtEnd({ stripe }: BillingWorld, customer: string): Promise<void> {
  const subscription = await livingOf(stripe, customer)
  if (subscription) await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
}

async function stay({ stripe }: BillingWorld, customer: string): Promise<void> {
  const subscription = await livingOf(stripe, customer)
  if (subscription?.cancel_at_period_end) await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
}

async function pauseOrGoOn({ stripe }: BillingWorld, customer: string): Promise<void> {
  const subscription = await livingOf(stripe, customer)
  if (!subscription) return
  await stripe.subscriptions.update(subscription.id, { pause_collection: subscription.pause_collection ? '' : { behavior: 'void' } })
}

async function refundLast({ stripe, sim }: BillingWorld, customer: string, chance: Chance): Promise<void> {
  const { data } = await stripe.charges.list({ customer, limit: 10 })
  const charge = data.find(one => one.status === 'succeeded' && !one.disputed && one.amount > one.amount_refunded)
  if (!charge) return
  const left = charge.amount - charge.amount_refunded
  await stripe.refunds.create({ charge: charge.id, amount: chance() < 0.5 ? left : Math.max(1, Math.floor(left * chance())) })
  if (chance() < 0.1) await sim('POST', 'webhooks/burst', { count: 5 })
}

async function disputeLast({ stripe, sim }: BillingWorld, customer: string, chance: Chance): Promise<void> {
  if (chance() < 0.7) return
  const { data } = await stripe.invoices.list({ customer, status: 'paid', limit: 1 })
  const invoice = data[0]
  if (invoice && invoice.amount_paid > 0) await sim('POST', 'disputes', { invoice: invoice.id }).catch(() => undefined)
}

/** The card works again, and what is open is paid. */
async function payOpen({ stripe }: BillingWorld, customer: string): Promise<void> {
  const { data } = await stripe.invoices.list({ customer, status: 'open', limit: 5 })
  if (data.length === 0) return
  await useCard(stripe, customer, good)
  for (const invoice of data) if (invoice.id) await stripe.invoices.pay(invoice.id)
}

async function cancelNow({ stripe }: BillingWorld, customer: string, chance: Chance): Promise<void> {
  const subscription = await livingOf(stripe, customer)
  if (subscription && chance() < 0.5) await stripe.subscriptions.cancel(subscription.id)
}

async function subscribeAgain(world: BillingWorld, customer: string, chance: Chance): Promise<void> {
  if (!(await livingOf(world.stripe, customer))) await subscribe(world, customer, chance)
}

/** So that the clock, which moves on for later customers, does not keep renewing it. */
export async function leave({ stripe }: BillingWorld, customer: string): Promise<void> {
  const { data } = await stripe.subscriptions.list({ customer, limit: 100 })
  for (const subscription of data) await unlessRefused(stripe.subscriptions.cancel(subscription.id))
}

async function livingOf(stripe: Stripe, customer: string): Promise<Stripe.Subscription | null> {
  const { data } = await stripe.subscriptions.list({ customer, limit: 1 })
  return data[0] ?? null
}

async function useCard(stripe: Stripe, customer: string, card: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach(card, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
}

function pick<T>(all: readonly T[], chance: Chance): T {
  const one = all[Math.floor(chance() * all.length)]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}
