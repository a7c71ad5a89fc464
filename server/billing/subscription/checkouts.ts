// Handles requests to buy a subscription: begins the payment on the provider's page, and reports its state. It grants nothing.
import type * as api from '../../../core/api/billing.ts'
import { ownerOf } from '../../../core/plans/subscription.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { AuthenticatedRequest } from '../../foundation/http/route.ts'
import { requestWords } from '../../foundation/words.ts'
import { readCustomerRow, saveCustomer } from '../customers/store.ts'
import { newestInvoiceOf } from '../invoices/store.ts'
import type { PlanPrice } from '../plans/prices-owners.ts'
import { type CheckoutSnapshot, ProviderError } from '../provider.ts'
import { refreshOwner } from './changes.ts'
import {
  countCheckouts,
  endIntent,
  IntentRequest,
  type IntentRow,
  openCheckoutIntent,
  openIntent,
  readCheckoutIntent,
  saveStartedCheckout,
} from './intents-store.ts'
import { findOffer, type Offer } from './offers.ts'
import { type BillingDeps, callProvider, intentKey, type Payments, repeatsSince, requirePayments } from './payments.ts'
import { currentSubscription } from './store.ts'
import { mayTry, readBoughtPlan } from './views.ts'

export async function startCheckout(
  deps: BillingDeps,
  caller: AuthenticatedRequest<typeof api.addCheckoutApi>,
): Promise<{ id: string; url: string }> {
  const payments = requirePayments(deps)
  const ownerId = ownerOf(caller.userId)
  await refuseSubscriber(deps, ownerId)
  const offer = await findOffer(deps, payments, caller.body)
  const customerRef = await ensureCustomer(deps, payments, ownerId, caller.userId)
  const intent = await openOnlyCheckout(deps, payments, { ownerId, customerRef, price: offer.price })
  if (intent.url) return { id: intent.id, url: intent.url }
  const url = await startAtProvider(deps, payments, { intent, offer, customerRef, userId: caller.userId })
  const { planId, interval } = caller.body
  await deps.log(caller, { action: 'subscription.checkout_started', resourceId: intent.id, details: { after: { planId, interval } } })
  return { id: intent.id, url }
}

async function refuseSubscriber({ db, say }: BillingDeps, ownerId: string): Promise<void> {
  const current = await currentSubscription(db, ownerId)
  if (current && current.state !== 'pending') throw new HttpError(409, 'subscription_exists', say('subscription.exists'))
}

/** The provider returns the same customer when two requests come at once. */
async function ensureCustomer(deps: BillingDeps, { provider }: Payments, ownerId: string, userId: string): Promise<string> {
  const existing = await readCustomerRow(deps.db, ownerId, provider.name)
  if (existing) return existing.customer_ref
  const buyer = await deps.readBuyer(userId)
  const customerRef = await callProvider(deps, () => provider.createCustomer({ ownerId, ...buyer }))
  return saveCustomer(deps.db, ownerId, provider.name, customerRef, deps.now())
}

interface WantedCheckout {
  ownerId: string
  customerRef: string
  price: PlanPrice
}

/** A second click takes up the same checkout. Another plan, or one that is over, ends the one before. */
async function openOnlyCheckout(
  deps: BillingDeps,
  payments: Payments,
  { ownerId, customerRef, price }: WantedCheckout,
): Promise<IntentRow> {
  const { db, now } = deps
  const { planId, planVersion, interval, priceRef } = price
  const request: IntentRequest = { planId, planVersion, interval, priceRef }
  const open = await openCheckoutIntent(db, ownerId)
  const isSame =
    open && IntentRequest.parse(open.request).priceRef === priceRef && isOffered(open, now()) && (await isStillOpen(deps, payments, open))
  if (!isSame) await refuseTooMany(deps, ownerId)
  if (open && !isSame) await endOldCheckout(deps, payments, { ownerId, customerRef, open })
  const intent = await openIntent(db, ownerId, {
    provider: payments.provider.name,
    kind: 'checkout',
    request,
    repeatsSince: repeatsSince(now()),
    now: now(),
  })
  if (!intent) throw new HttpError(409, 'checkout_under_way', deps.say('checkout.underWay'))
  return intent
}

/** Enough for comparing plans. Each new checkout costs several calls of the provider, and leaves a row. */
const checkoutsPerHour = 20
const hourMs = 3_600_000

async function refuseTooMany({ db, now }: BillingDeps, ownerId: string): Promise<void> {
  if ((await countCheckouts(db, ownerId, new Date(now().getTime() - hourMs))) < checkoutsPerHour) return
  throw new HttpError(429, 'over_request_rate_limit', requestWords().of('http')('hurry', { seconds: String(hourMs / 1000) }))
}

/** A call without an answer is repeated for a short time only. */
const isOffered = ({ expires_at, created_at }: IntentRow, now: Date): boolean =>
  expires_at ? expires_at > now : created_at > repeatsSince(now)

/** One that was completed long ago leads nowhere. An invoice that waits for its payment is still the same checkout. */
async function isStillOpen(deps: BillingDeps, payments: Payments, { owner_id, checkout_ref: ref }: IntentRow): Promise<boolean> {
  const isPending = async () => (await currentSubscription(deps.db, owner_id))?.state === 'pending'
  if (!ref || (await isPending())) return true
  if ((await callProvider(deps, () => payments.provider.readCheckout(ref))).state === 'open') return true
  // An invoice that was ordered a moment ago is perhaps not read yet.
  await refreshOwner(deps, payments, owner_id)
  return isPending()
}

/** What was paid meanwhile is no longer open: the snapshot says so, and nothing is sold twice. */
async function endOldCheckout(
  deps: BillingDeps,
  { provider, refresh }: Payments,
  { ownerId, customerRef, open }: { ownerId: string; customerRef: string; open: IntentRow },
): Promise<void> {
  const checkoutRef = open.checkout_ref
  if (checkoutRef) {
    const isEnded = await callProvider(deps, () => provider.expireCheckout(checkoutRef).then(() => true, isRefused))
    await callProvider(deps, () => refresh(customerRef))
    if (!isEnded) await refuseSubscriber(deps, ownerId)
  }
  await endIntent(deps.db, ownerId, open.id, 'expired', deps.now())
}

function isRefused(error: unknown): false {
  if (error instanceof ProviderError && error.kind !== 'unreachable') return false
  throw error
}

interface StartedIntent {
  intent: IntentRow
  offer: Offer
  customerRef: string
  userId: string
}

async function startAtProvider(deps: BillingDeps, payments: Payments, { intent, offer, customerRef, userId }: StartedIntent) {
  const { db, publicUrl } = deps
  const { provider, refresh } = payments
  const ownerId = intent.owner_id
  const trialDays = (await mayTry(deps, ownerId)) ? offer.plan.trialDays : 0
  const { language } = await deps.readBuyer(userId)
  const returnUrl = `${publicUrl}/payment-callback?checkout=${intent.id}`
  const started = await callProvider(deps, () =>
    provider.startCheckout({
      ...{ ownerId, customerRef, trialDays, language, priceRef: offer.price.priceRef, checkoutId: intent.id, key: intentKey(intent) },
      ...{ returnUrl, cancelUrl: `${returnUrl}&cancelled=yes` },
    }),
  ).catch(async error => {
    // What was refused is not asked for again with the same key.
    if (error instanceof HttpError && error.status !== 503) await endIntent(db, ownerId, intent.id, 'failed', deps.now())
    throw error
  })
  if (!(await saveStartedCheckout(db, ownerId, intent.id, started))) {
    // Another plan was chosen while the provider was asked: two open checkouts could both be paid.
    await callProvider(deps, () => provider.expireCheckout(started.checkoutRef).catch(isRefused))
    await callProvider(deps, () => refresh(customerRef))
    throw new HttpError(409, 'checkout_under_way', deps.say('checkout.underWay'))
  }
  // Without a page to pay on, the subscription exists from now on.
  if (!provider.capabilities.hostedCheckout) await callProvider(deps, () => refresh(customerRef))
  return started.url
}

type CheckoutAnswer = { id: string; state: api.CheckoutState; url: string | null }

/** From our tables alone; the provider is asked now and then, so that a lost webhook leaves nobody waiting. */
export async function readCheckout(deps: BillingDeps, { userId, params }: AuthenticatedRequest<typeof api.getCheckoutApi>) {
  const payments = requirePayments(deps)
  const ownerId = ownerOf(userId)
  const intent = await readCheckoutIntent(deps.db, ownerId, params.id)
  if (!intent) throw new HttpError(404, 'checkout_unknown', deps.say('checkout.unknown'))
  const seen = intent.state === 'open' ? await look(deps, payments, intent) : null
  const { planId, planVersion, interval } = IntentRequest.parse(intent.request)
  const answer = await toAnswer(deps, intent, seen)
  const isInvoiced = answer.state === 'waiting' && !payments.provider.capabilities.hostedCheckout
  return {
    ...answer,
    ...{ plan: await readBoughtPlan(deps.db, planId, planVersion), interval },
    howToPay: isInvoiced ? payments.howToPay : null,
    invoiceId: isInvoiced ? ((await newestInvoiceOf(deps.db, ownerId))?.id ?? null) : null,
  }
}

async function toAnswer({ db, now }: BillingDeps, intent: IntentRow, seen: CheckoutSnapshot | null): Promise<CheckoutAnswer> {
  const { id, owner_id: ownerId } = intent
  if (intent.state !== 'open') return { id, state: intent.state, url: null }
  const current = await currentSubscription(db, ownerId)
  if (current && current.state !== 'pending') {
    await endIntent(db, ownerId, id, 'done', now())
    return { id, state: 'done', url: null }
  }
  const isOver = seen?.state === 'expired' || (seen?.state !== 'complete' && intent.expires_at !== null && intent.expires_at <= now())
  if (isOver) {
    await endIntent(db, ownerId, id, 'expired', now())
    return { id, state: 'expired', url: null }
  }
  if (seen?.state === 'complete' || current) return { id, state: 'waiting', url: null }
  return { id, state: seen?.isDeclined ? 'failed' : 'open', url: intent.url }
}

/** A page that waits asks every second or two; each host asks the provider for a checkout at most this often. */
const lookMs = 3000
const mostLooks = 1000
const looks = new Map<string, { at: number; seen: CheckoutSnapshot | null }>()

/** Null when the provider can't be reached: then our tables decide. */
async function look(deps: BillingDeps, { provider, refresh }: Payments, intent: IntentRow): Promise<CheckoutSnapshot | null> {
  const { checkout_ref: checkoutRef } = intent
  const at = deps.now().getTime()
  const last = looks.get(intent.id)
  if (!checkoutRef || (last && at - last.at < lookMs)) return last?.seen ?? null
  if (looks.size >= mostLooks) looks.clear()
  looks.set(intent.id, { at, seen: last?.seen ?? null })
  try {
    const seen = await provider.readCheckout(checkoutRef)
    looks.set(intent.id, { at, seen })
    // Nothing was bought while it is open.
    const customer = seen.state === 'open' ? null : await readCustomerRow(deps.db, intent.owner_id, provider.name)
    if (customer) await refresh(customer.customer_ref)
    return seen
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return last?.seen ?? null
  }
}
