// Binds plans and payments to the provider that the configuration names, to the allowance, and to their background jobs.

import { forecastUsage } from '../../core/plans/forecast.ts'
import { freePlanId } from '../../core/plans/plans.ts'
import { usersOf } from '../../core/plans/subscription.ts'
import { readOrigin, recordActivity } from '../account/log.ts'
import { readUserLanguage } from '../account/settings/language.ts'
import { recordStaffAction } from '../account/staff-log.ts'
import { readUser } from '../auth/store.ts'
import { type HandProviderDeps, openHandProvider } from '../billing/by-hand/open.ts'
import { advanceAll } from '../billing/by-hand/renewals.ts'
import { openRefresh, type Refresh } from '../billing/customers/snapshot-owners.ts'
import { type BillingHandlers, billingHandlers, type ReceiveWebhook } from '../billing/handlers.ts'
import { sellablePlans } from '../billing/plans/owners.ts'
import { publishAllPrices, seedPlans } from '../billing/plans/publish.ts'
import { type PaymentProvider, ProviderError } from '../billing/provider.ts'
import { requireSameMode, requireSameProvider } from '../billing/provider-owners.ts'
import { rollUpRevenue } from '../billing/revenue/months-owners.ts'
import type { StripeProvider } from '../billing/stripe/open.ts'
import { sweepIntents } from '../billing/subscription/intents-owners.ts'
import type { BillingDeps, Payments } from '../billing/subscription/payments.ts'
import { countFilters } from '../filters/store.ts'
import type { Jobs } from '../foundation/jobs.ts'
import type { Outside } from '../foundation/outside.ts'
import { reloading } from '../foundation/runtime-settings/reloading.ts'
import { loadWords } from '../foundation/words.ts'
import { listMailboxes } from '../mail/mailboxes/store.ts'
import type { AppContext } from './app.ts'
import { bindAllowanceChanged } from './delivery.ts'

export interface Billing {
  /** Null where nothing is sold. */
  payments: Payments | null
  receiveStripe: ReceiveWebhook | null
  /** What an owner may do has changed without the provider: what waits may leave. */
  allowanceChanged(ownerId: string): Promise<void>
  schedule(jobs: Jobs): Promise<void>
  stop(): Promise<void>
}

const nothingSold: Billing = {
  payments: null,
  receiveStripe: null,
  allowanceChanged: async () => undefined,
  schedule: async () => undefined,
  stop: async () => undefined,
}

type ReplaceStripe = (real: StripeProvider) => StripeProvider

/**
 * `wake`: deliveries that waited for an allowance may leave. An outage of the provider does not delay the start. `replaceStripe`: a test plants
 * a bug.
 */
export async function openBilling(app: AppContext, outside: Outside, wake: () => void, replaceStripe?: ReplaceStripe): Promise<Billing> {
  const { provider } = app.config.billing
  await requireSameProvider(app.db, provider || null)
  if (!provider) return nothingSold
  await seedPlans(app.db, app.clock.now())
  await warnOfLongRetention(app)
  return provider === 'stripe' ? openStripeBilling(app, outside, wake, replaceStripe) : openHandBilling(app, wake)
}

/** Users who have chosen nothing keep emails for RETENTION_DAYS on every plan. */
async function warnOfLongRetention({ config, db, log }: AppContext): Promise<void> {
  const free = (await sellablePlans(db)).find(plan => plan.id === freePlanId)
  if (!free || free.limits.retentionDays >= config.retentionDays) return
  log.warn(
    { retentionDays: config.retentionDays, free: free.limits.retentionDays },
    'RETENTION_DAYS is longer than the free plan lets anybody choose: who has chosen nothing keeps emails that long',
  )
}

async function openStripeBilling(
  app: AppContext,
  outside: Outside,
  wake: () => void,
  replaceStripe: ReplaceStripe = real => real,
): Promise<Billing> {
  // Stripe's library is large, and most servers sell nothing through it.
  const [{ openStripe }, { startStripeEvents }] = await Promise.all([import('../billing/stripe/open.ts'), import('./stripe.ts')])
  const provider = replaceStripe(
    reloading(
      () => app.config.billing.stripe,
      stripe => openStripe({ outside, stripe, publicUrl: app.config.publicUrl }),
    ),
  )
  await requireSameMode(app.db, provider.isLive)
  const refresh = bindRefresh(app, provider, wake)
  const events = startStripeEvents(app, provider, refresh)
  return {
    payments: { provider, refresh, markPaid: null, howToPay: '' },
    receiveStripe: events.receive,
    allowanceChanged: bindAllowanceChanged(app, wake),
    async schedule(jobs) {
      await schedulePlans(app, jobs, provider)
      await events.schedule(jobs)
    },
    stop: () => events.stop(),
  }
}

function openHandBilling(app: AppContext, wake: () => void): Billing {
  const deps = handDeps(app)
  const provider = openHandProvider(deps)
  const refresh = bindRefresh(app, provider, wake)
  return {
    payments: { provider, refresh, markPaid: provider.markPaid, howToPay: deps.issuer.instructions },
    receiveStripe: null,
    allowanceChanged: bindAllowanceChanged(app, wake),
    async schedule(jobs) {
      await schedulePlans(app, jobs, provider)
      await jobs.schedule('advance-invoices', '*/10 * * * *', () => advanceInvoices(app, deps, provider, refresh))
    },
    stop: async () => undefined,
  }
}

const handDeps = ({ config, db, clock }: AppContext): HandProviderDeps => ({
  ...{ db, now: clock.now, publicUrl: config.publicUrl },
  ...{ dueDays: config.billing.invoice.dueDays, graceDays: config.billing.graceDays },
  get issuer() {
    return { ...config.operator, instructions: config.billing.invoice.instructions }
  },
  async readBuyer(ownerId) {
    const [userId = ownerId] = usersOf(ownerId)
    return { email: (await readUser(db, userId))?.user.email ?? null, words: loadWords(await readUserLanguage(db, userId)) }
  },
})

const bindRefresh = (app: AppContext, provider: PaymentProvider, wake: () => void): Refresh =>
  openRefresh({
    ...{ db: app.db, provider, now: app.clock.now, onChange: bindAllowanceChanged(app, wake) },
    onUnknownPrices: (customerRef, priceRefs) =>
      app.log.error(
        { customerRef, priceRefs },
        'a subscription has a price that is in no plan: publish the plan, or change it at the provider',
      ),
  })

const intentsKeptMs = 25 * 3_600_000

async function schedulePlans({ db, log, clock }: AppContext, jobs: Jobs, provider: PaymentProvider): Promise<void> {
  // Every ten minutes, so that an outage at the start only delays the prices.
  await jobs.schedule('publish-prices', '*/10 * * * *', () =>
    publishAllPrices(db, provider).catch(error => {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ error: error.message }, 'prices could not be published; they are tried again in ten minutes')
    }),
  )
  await jobs.runSoon('publish-prices')
  await jobs.schedule('sweep-payment-intents', '43 * * * *', async () => {
    const now = clock.now()
    await sweepIntents(db, now, new Date(now.getTime() - intentsKeptMs))
  })
  // After the reconciliation of the night, and hourly so that the current month is never far off.
  await jobs.schedule('roll-up-revenue', '29 * * * *', () => rollUpRevenue(db, clock.now()))
}

/** One customer's trouble must not stop the others. */
async function advanceInvoices({ log }: AppContext, deps: HandProviderDeps, provider: PaymentProvider, refresh: Refresh): Promise<void> {
  await advanceAll(deps, (subscriptionRef, error) => log.error({ err: error, subscriptionRef }, 'a subscription could not be renewed'))
  for await (const customerRef of provider.listCustomers())
    await refresh(customerRef).catch(error => log.error({ err: error, customerRef }, 'a customer could not be read back'))
}

export const bindBillingHandlers = (app: AppContext, billing: Billing): BillingHandlers =>
  billingHandlers(billingDeps(app, billing), billing.receiveStripe)

export function billingDeps(app: AppContext, { payments }: Billing): BillingDeps {
  const { config, db, words, clock, allowance } = app
  const { currency } = config.billing
  return {
    ...{ db, payments, currency, publicUrl: config.publicUrl, now: clock.now, say: words.of('billing') },
    async readAllowance(ownerId) {
      const { limits, source, delivery, reason, until } = await allowance.allowanceOf(db, ownerId, clock.now())
      return { limits, source, delivery, reason, until: until?.toISOString() ?? null }
    },
    async readUsage(ownerId) {
      const now = clock.now()
      const { allowance: limit, ...counter } = await allowance.usageOf(db, ownerId, now)
      const forecast = forecastUsage(counter.delivered + counter.reserved, now)
      let [mailboxes, filters] = [0, 0]
      for (const userId of usersOf(ownerId)) {
        mailboxes += (await listMailboxes(db, userId)).length
        filters += await countFilters(db, userId)
      }
      return { ...counter, limit, forecast, mailboxes, filters }
    },
    readBuyer: async userId => ({
      email: (await readUser(db, userId))?.user.email ?? '',
      language: await readUserLanguage(db, userId),
    }),
    log: ({ userId, request }, { action, resourceId, details }) =>
      recordActivity(db, {
        ...{ name: action, status: 'success', userId, email: null, details, resourceType: 'billing', resourceId },
        ...readOrigin(request, clock.now()),
      }),
    recordStaff: (tx, request, entry) => recordStaffAction(tx, request, clock.now(), entry),
  }
}
