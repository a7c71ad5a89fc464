// Runs what falls due, in the order of time: renewals, retries, ends, expiries and reminders; nothing is stored but the objects.
import type Stripe from 'stripe'
import { expireSession } from '../checkout/session.ts'
import { emit } from '../events.ts'
import { collect, methodFor, voidInvoice } from '../invoicing/collect.ts'
import { idOrNull } from '../objects/ref.ts'
import { daySeconds } from '../time.ts'
import type { StripeWorld } from '../world.ts'
import { expirePendingUpdate } from './change.ts'
import { upcomingInvoice } from './preview.ts'
import { advanceDraft, renew } from './renew.ts'
import { advanceSchedule, scheduleOf } from './schedule.ts'
import { changeSubscription, endSubscription, expireIncomplete, isOver, notesOf, periodOf } from './state.ts'

interface DueTask {
  at: number
  run: () => void
}

/** Runs everything due until then, of customers with this test clock, or, for null, with none. */
export function runDue(world: StripeWorld, clock: string | null, until: number): void {
  try {
    for (let task = earliest(world, clock); task && task.at <= until; task = earliest(world, clock)) {
      setTime(world, clock, task.at)
      task.run()
    }
  } finally {
    if (clock === null) world.during.at = null
    else setTime(world, clock, until)
  }
}

export const nextDue = (world: StripeWorld, clock: string | null): number | null => earliest(world, clock)?.at ?? null

/** Completes the test clocks that are `advancing`. */
export function finishAdvancing(world: StripeWorld): void {
  for (const [id, target] of world.state.clockTargets) {
    world.state.clockTargets.delete(id)
    const clock = world.state.testClocks.get(id)
    if (!clock) continue
    runDue(world, id, target)
    clock.status = 'ready'
    clock.status_details = {}
    emit(world, 'test_helpers.test_clock.ready', clock)
  }
}

function setTime(world: StripeWorld, clock: string | null, at: number): void {
  if (clock === null) {
    world.during.at = at
    return
  }
  const testClock = world.state.testClocks.get(clock)
  if (testClock) testClock.frozen_time = Math.max(testClock.frozen_time, at)
}

// Of two at the same time, the first in the list.
function earliest(world: StripeWorld, clock: string | null): DueTask | null {
  let first: DueTask | null = null
  const consider = (at: number | null | undefined, run: () => void) => {
    if (at != null && (first === null || at < first.at)) first = { at, run }
  }
  for (const subscription of world.state.subscriptions.values())
    if (subscription.test_clock === clock && !isOver(subscription)) considerSubscription(world, subscription, consider)
  for (const invoice of world.state.invoices.values()) if (invoice.test_clock === clock) considerInvoice(world, invoice, consider)
  if (clock === null)
    for (const session of world.state.checkoutSessions.values())
      if (session.status === 'open') consider(session.expires_at, () => expireSession(world, session))
  return first
}

type Consider = (at: number | null | undefined, run: () => void) => void

function considerSubscription(world: StripeWorld, subscription: Stripe.Subscription, consider: Consider): void {
  const schedule = scheduleOf(world, subscription)
  const period = periodOf(subscription)
  if (schedule) consider(schedule.current_phase?.end_date, () => advanceSchedule(world, subscription, schedule))
  if (!subscription.cancel_at_period_end)
    consider(subscription.cancel_at, () => endSubscription(world, subscription, 'cancellation_requested'))
  consider(subscription.pending_update?.expires_at, () => expirePendingUpdate(world, subscription))
  consider(subscription.pause_collection?.resumes_at, () => changeSubscription(world, subscription, { pause_collection: null }))
  if (subscription.status === 'incomplete') consider(subscription.created + 23 * 3600, () => giveUp(world, subscription))
  if (['active', 'trialing', 'past_due', 'unpaid'].includes(subscription.status)) {
    considerReminders(world, subscription, consider)
    consider(period.end, () => renew(world, subscription))
  }
}

function considerReminders(world: StripeWorld, subscription: Stripe.Subscription, consider: Consider): void {
  const notes = notesOf(world, subscription)
  const { start, end } = periodOf(subscription)
  if (subscription.status === 'trialing') {
    if (notes.trialWillEndSentFor === subscription.trial_end || subscription.trial_end === null) return
    return consider(Math.max(start, subscription.trial_end - 3 * daySeconds), () => {
      notes.trialWillEndSentFor = subscription.trial_end
      emit(world, 'customer.subscription.trial_will_end', subscription)
    })
  }
  if (subscription.status !== 'active' || subscription.cancel_at_period_end || notes.upcomingSentFor === end) return
  consider(Math.max(start, end - world.settings.upcomingDays * daySeconds), () => {
    notes.upcomingSentFor = end
    const invoice = upcomingInvoice(world, subscription)
    if (invoice) emit(world, 'invoice.upcoming', invoice)
  })
}

function considerInvoice(world: StripeWorld, invoice: Stripe.Invoice, consider: Consider): void {
  if (invoice.status === 'draft' && invoice.auto_advance) consider(invoice.automatically_finalizes_at, () => advanceDraft(world, invoice))
  if (invoice.status === 'open')
    consider(invoice.next_payment_attempt, () => collect(world, invoice, methodFor(world, invoice), 'scheduled'))
}

function giveUp(world: StripeWorld, subscription: Stripe.Subscription): void {
  const invoice = world.state.invoices.get(idOrNull(subscription.latest_invoice) ?? '')
  expireIncomplete(world, subscription)
  if (invoice?.status === 'open') voidInvoice(world, invoice)
}

/** The shortest interval of the subscriptions on a test clock, in seconds; null if there are none. */
export function shortestInterval(world: StripeWorld, clock: string): number | null {
  const spans = [...world.state.subscriptions.values()]
    .filter(one => one.test_clock === clock && !isOver(one))
    .map(one => periodOf(one))
    .map(period => period.end - period.start)
  return spans.length === 0 ? null : Math.min(...spans)
}
