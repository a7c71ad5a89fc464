// Binds Stripe's events: the webhook, the worker that reads customers back, the catch-up, and the nightly reconciliation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refresh } from '../billing/customers/snapshot-owners.ts'
import { catchUpOnEvents } from '../billing/events/catch-up.ts'
import { recordEvents, sweepBillingEvents } from '../billing/events/queue.ts'
import { reconcile } from '../billing/events/reconciliation.ts'
import { startEventWorker } from '../billing/events/worker.ts'
import { ProviderError } from '../billing/provider.ts'
import type { StripeProvider } from '../billing/stripe/open.ts'
import { stripeWebhook } from '../billing/stripe/webhook.ts'
import type { Jobs } from '../foundation/jobs.ts'
import type { AppContext } from './app.ts'

export interface StripeEvents {
  /** Answers POST /webhooks/stripe. */
  receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  schedule(jobs: Jobs): Promise<void>
  stop(): Promise<void>
}

/** Longer than Stripe lists events, so that the catch-up finds none that was erased here. */
const eventsKeptMs = 40 * 86_400_000

type StripeEventsContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'log'>

export function startStripeEvents(app: StripeEventsContext, stripe: StripeProvider, refresh: Refresh): StripeEvents {
  const { config, db, clock, log } = app
  const onMissing = (customerRef: string) => log.warn({ customerRef }, 'Stripe does not know this customer')
  const onError = (error: unknown) => log.warn({ error: messageOf(error) }, 'a customer could not be read from Stripe; it is tried again')
  if (config.mode === 'production' && !stripe.isLive) log.warn({}, 'STRIPE_SECRET_KEY is a key of test mode: no money moves')
  const worker = startEventWorker({ db, provider: stripe.name, refresh: refreshNamed(stripe, refresh), clock, onError, onMissing })
  const catchUp = async () => {
    const missed = await catchUpOnEvents({ db, source: stripe, now: clock.now, wake: worker.wake })
    if (missed > 0) log.info({ missed }, 'events of Stripe were found that no webhook had brought')
  }
  return {
    receive: stripeWebhook({
      get secrets() {
        return config.billing.stripe.webhookSecrets
      },
      get isLive() {
        return stripe.isLive
      },
      now: clock.now,
      record: async event => void (await recordEvents(db, stripe.name, [event], clock.now())),
      wake: worker.wake,
      log,
    }),
    async schedule(jobs) {
      const whileReachable = (work: () => Promise<void>) => () => work().catch(error => logUnreachable(log, error))
      await jobs.schedule('catch-up-payments', '*/10 * * * *', whileReachable(catchUp))
      await jobs.schedule(
        'reconcile-payments',
        '17 3 * * *',
        whileReachable(() => reconcileAll(app, stripe, refresh)),
      )
      await jobs.schedule(
        'sweep-payment-events',
        '37 4 * * *',
        async () => void (await sweepBillingEvents(db, new Date(clock.now().getTime() - eventsKeptMs))),
      )
      await jobs.runSoon('catch-up-payments')
    },
    stop: worker.stop,
  }
}

/** Some events name a charge instead of the customer. */
const refreshNamed =
  (stripe: StripeProvider, refresh: Refresh): Refresh =>
  async reference => {
    const customerRef = await stripe.customerOf(reference)
    if (customerRef !== null) return refresh(customerRef)
    return { kind: 'unknown', ownerId: null, isChanged: false, isDifferent: false, unknownPrices: [] }
  }

async function reconcileAll({ db, clock, log }: StripeEventsContext, provider: StripeProvider, refresh: Refresh): Promise<void> {
  const onError = (error: unknown, customerRef: string) =>
    log.warn({ customerRef, error: messageOf(error) }, 'a customer could not be reconciled with Stripe')
  const { missing, strangers, ...counts } = await reconcile({ db, provider, refresh, now: clock.now, onError })
  log.info({ ...counts, missing: missing.length, strangers: strangers.length }, 'subscriptions and invoices were reconciled with Stripe')
  if (missing.length > 0) log.warn({ customerRefs: missing.slice(0, 50) }, 'Stripe does not know these customers')
}

/** An outage ends without us: the next run reads what was missed. */
function logUnreachable(log: AppContext['log'], error: unknown): void {
  if (!(error instanceof ProviderError) || error.kind !== 'unreachable') throw error
  log.warn({ error: error.message }, 'Stripe could not be reached')
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
