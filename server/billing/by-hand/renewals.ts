// Renews subscriptions that are paid by invoice, and follows up what is overdue: periodic work that may run twice, late or never.
import { type InvoicingStep, nextInvoicingStep } from '../../../core/plans/invoicing.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import {
  changeInvoice,
  changeSubscription,
  type HandInvoice,
  type HandSubscription,
  lockSubscription,
  openSubscriptionRefs,
  unpaidInvoicesOf,
} from './owners.ts'
import { fullLine, type HandDeps, issueInvoice, priceOf, voidSubscription } from './subscription.ts'

/** Everything that is due; each subscription in its own transaction, so that a failing one does not stop the others. */
export async function advanceAll(deps: HandDeps, onFailure: (subscriptionRef: string, error: unknown) => void): Promise<void> {
  for (const ref of await openSubscriptionRefs(deps.db))
    await deps.db
      .transaction()
      .execute(tx => advanceSubscription(tx, deps, ref))
      .catch(error => onFailure(ref, error))
}

/** More than ten years of months: a clock that is wrong must not issue invoices without end. */
const maxSteps = 150

/** Takes every step that is due, one after the other. */
export async function advanceSubscription(tx: Tx, deps: HandDeps, ref: string): Promise<void> {
  const now = deps.now()
  for (let step = 0; step < maxSteps; step++) {
    const row = await lockSubscription(tx, ref)
    if (!row) return
    const unpaid = await unpaidInvoicesOf(tx, ref)
    const next = nextInvoicingStep(await toFacts(tx, row), unpaid.map(toUnpaid), now, deps.graceDays)
    if (!next) return
    await takeStep(tx, deps, { row, unpaid, step: next })
  }
}

async function toFacts(tx: Tx, row: HandSubscription) {
  const { interval } = await priceOf(tx, row.price_ref)
  return {
    ...{ state: row.state, interval, anchor: row.trial_ends_at ?? row.started_at },
    ...{ currentPeriodEnd: row.current_period_end, cancelsAt: row.cancels_at },
    nextInterval: row.next_price_ref ? (await priceOf(tx, row.next_price_ref)).interval : null,
  }
}

const toUnpaid = ({ due_at, period_end }: HandInvoice) => ({ dueAt: due_at, periodEnd: period_end })

interface DueStep {
  row: HandSubscription
  unpaid: HandInvoice[]
  step: InvoicingStep
}

async function takeStep(tx: Tx, deps: HandDeps, { row, unpaid, step }: DueStep): Promise<void> {
  const ref = row.subscription_ref
  switch (step.kind) {
    case 'renew':
      return renew(tx, deps, row, step)
    case 'past_due':
      return changeSubscription(tx, ref, { state: 'past_due' })
    case 'suspend':
      return changeSubscription(tx, ref, { state: 'suspended' })
    case 'void':
      return voidSubscription(tx, row, step.at)
    case 'end':
      for (const invoice of unpaid)
        if (invoice.due_at <= deps.now()) await changeInvoice(tx, invoice.invoice_ref, { state: 'uncollectible' })
      return changeSubscription(tx, ref, { state: 'ended', ended_at: step.at, next_price_ref: null })
  }
}

async function renew(tx: Tx, deps: HandDeps, row: HandSubscription, step: Extract<InvoicingStep, { kind: 'renew' }>): Promise<void> {
  const { periodStart, periodEnd } = step
  const price = await priceOf(tx, row.next_price_ref ?? row.price_ref)
  await changeSubscription(tx, row.subscription_ref, {
    ...{ state: row.state === 'trialing' ? 'active' : row.state, price_ref: price.priceRef, next_price_ref: null },
    ...{ current_period_start: periodStart, current_period_end: periodEnd },
  })
  // A run that comes late still gives everybody the full time to pay.
  await issueInvoice(tx, deps, row, {
    ...{ reason: `${row.subscription_ref} ${periodStart.toISOString()}`, price, lines: [fullLine(price, periodStart, periodEnd)] },
    ...{ periodStart, periodEnd, issuedAt: deps.now() },
  })
}
