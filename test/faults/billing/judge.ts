// Compares what our tables say of each customer with what Stripe says, read by the judge itself, and our money with the bank's ledger.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import type { Db } from '../../../server/foundation/db/pool.ts'
import type { BillingWorld, SoldPrice } from './world.ts'

/** One customer, in words that both sides can be put into: what is bought, until when, and each invoice's money. */
export interface CustomerAccount {
  subscriptions: string[]
  invoices: string[]
}

export interface BillingComparison {
  streams: number
  /** A sentence for each customer that differs. */
  differing: string[]
  /** Ours minus the bank's, in minor units; disputed money is with the bank. */
  ledgerDifference: number
}

export async function judgeBilling(world: BillingWorld, customers: readonly string[]): Promise<BillingComparison> {
  const ours = await readOurs(world.db)
  const differing: string[] = []
  for (const customer of customers) {
    const sentence = differenceOf(await readTruth(world, customer), ours.get(customer) ?? { subscriptions: [], invoices: [] })
    if (sentence) differing.push(`${customer}: ${sentence}`)
  }
  return { streams: customers.length, differing, ledgerDifference: (await ourMoney(world.db)) - (await bankMoney(world)) }
}

/** A sentence, or null when both say the same. */
export function differenceOf(truth: CustomerAccount, ours: CustomerAccount): string | null {
  for (const part of ['subscriptions', 'invoices'] as const) {
    const [theirs, own] = [truth[part].toSorted(), ours[part].toSorted()]
    const missing = theirs.find(line => !own.includes(line))
    const extra = own.find(line => !theirs.includes(line))
    if (missing ?? extra) return `the bank says “${missing ?? 'nothing'}”, and we say “${extra ?? 'nothing'}”`
    if (theirs.length !== own.length) return `the bank has ${theirs.length} ${part}, and we have ${own.length}`
  }
  return null
}

const states: Record<string, string> = {
  ...{ incomplete: 'pending', incomplete_expired: 'ended', trialing: 'trialing', active: 'active', past_due: 'past_due' },
  ...{ unpaid: 'suspended', canceled: 'ended', paused: 'paused' },
}

async function readTruth({ stripe, prices }: BillingWorld, customer: string): Promise<CustomerAccount> {
  const subscriptions = await all(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
  const invoices = await all(stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }))
  const charges = await all(stripe.charges.list({ customer, limit: 100 }))
  return {
    subscriptions: subscriptions.map(subscription => subscriptionOf(subscription, prices)),
    invoices: invoices.map(invoice => invoiceOf(invoice, charges)),
  }
}

function subscriptionOf(subscription: Stripe.Subscription, prices: readonly SoldPrice[]): string {
  const item = subscription.items.data[0]
  const price = prices.find(({ ref }) => ref === item?.price.id)
  const own = states[subscription.status] ?? 'unknown'
  const isOver = own === 'ended'
  const state = subscription.pause_collection && !isOver && own !== 'pending' ? 'paused' : own
  const cancels = !isOver && (subscription.cancel_at_period_end || subscription.cancel_at !== null)
  return line([subscription.id, price?.plan, price?.interval, state, item?.current_period_end, cancels, isOver])
}

function invoiceOf(invoice: Stripe.Invoice, charges: Stripe.Charge[]): string {
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent))
  const paidBy = charges.filter(charge => intents.includes(idOf(charge.payment_intent)))
  const refunded = paidBy.reduce((sum, charge) => sum + charge.amount_refunded, 0)
  const isDisputed = paidBy.some(charge => charge.disputed)
  return line([invoice.id, invoice.status, invoice.total, invoice.amount_paid, refunded, isDisputed])
}

const idOf = (ref: string | { id: string } | null | undefined): string => (typeof ref === 'string' ? ref : (ref?.id ?? 'none'))

async function readOurs(db: Db): Promise<Map<string, CustomerAccount>> {
  const customers = await db.selectFrom('billing_customers').select(['owner_id', 'customer_ref']).execute()
  const subscriptions = Map.groupBy(await db.selectFrom('subscriptions').selectAll().execute(), row => row.owner_id)
  const invoices = Map.groupBy(await db.selectFrom('invoices').selectAll().execute(), row => row.owner_id)
  const secondsOf = (time: Date | null) => (time ? time.getTime() / 1000 : undefined)
  return new Map(
    customers.map(({ owner_id, customer_ref }) => [
      customer_ref,
      {
        subscriptions: (subscriptions.get(owner_id) ?? []).map(row =>
          line([
            ...[row.subscription_ref, row.plan_id, row.interval, row.state, secondsOf(row.current_period_end)],
            ...[row.cancels_at !== null, row.ended_at !== null],
          ]),
        ),
        invoices: (invoices.get(owner_id) ?? []).map(row =>
          line([row.invoice_ref, row.state, row.total, row.paid, row.refunded, row.is_disputed]),
        ),
      },
    ]),
  )
}

const line = (parts: readonly (string | number | boolean | null | undefined)[]): string => parts.map(part => String(part ?? '–')).join(' ')

async function ourMoney(db: Db): Promise<number> {
  const { paid, refunded } = await db
    .selectFrom('invoices')
    .select(e => [
      e.fn.coalesce(e.fn.sum<string>('paid'), e.lit(0)).as('paid'),
      e.fn.coalesce(e.fn.sum<string>('refunded'), e.lit(0)).as('refunded'),
    ])
    .executeTakeFirstOrThrow()
  return Number(paid) - Number(refunded)
}

const Ledger = z.object({ entries: z.array(z.object({ kind: z.enum(['charge', 'refund', 'dispute']), amount: z.number() })) })

async function bankMoney({ sim }: BillingWorld): Promise<number> {
  const { entries } = Ledger.parse(await sim('GET', 'ledger'))
  return entries.reduce((sum, { kind, amount }) => (kind === 'dispute' ? sum : sum + amount), 0)
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of list) found.push(one)
  return found
}
