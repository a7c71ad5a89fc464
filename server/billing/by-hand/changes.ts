// Changes of a subscription that is paid by invoice: another plan now or later, cancel, resume, pause.
import { prorate } from '../../../core/plans/proration.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { ChangeRequest, ChangeResult, Idempotent, InvoicePreview } from '../provider.ts'
import { ProviderError } from '../provider.ts'
import type { HandLine, HandSubscription } from './owners.ts'
import { changeSubscription, readInvoiceByRef, readSubscription } from './owners.ts'
import { advanceSubscription } from './renewals.ts'
import { type HandDeps, invoiceRefOf, issueInvoice, priceOf, voidSubscription, withSubscription } from './subscription.ts'

export async function previewHandChange(
  deps: HandDeps,
  { subscriptionRef, priceRef, prorationAt }: ChangeRequest,
): Promise<InvoicePreview> {
  const row = await readSubscription(deps.db, subscriptionRef)
  if (!row) throw new ProviderError('missing', `There is no subscription ${subscriptionRef}.`)
  const { lines, due, price, end } = await planChange(deps.db, row, priceRef, prorationAt)
  return {
    lines: lines.map(line => ({ ...line, from: line.from ? new Date(line.from) : null, to: line.to ? new Date(line.to) : null })),
    ...{ currency: price.currency, due, next: { at: end, amount: price.amount } },
  }
}

/** The new plan applies at once; what it costs is on an invoice. */
export const changeHandPlan = (deps: HandDeps, change: ChangeRequest & Idempotent): Promise<ChangeResult> =>
  withSubscription(deps, change.subscriptionRef, async (tx, row) => {
    const { priceRef, prorationAt, key } = change
    if (row.price_ref === priceRef || (await readInvoiceByRef(tx, invoiceRefOf(key)))) return { kind: 'done' }
    const { lines, due, price, start, end } = await planChange(tx, row, priceRef, prorationAt)
    if (due < 0)
      throw new ProviderError(
        'refused',
        'What is left of the current plan is worth more than the new one. Change at the end of the period.',
      )
    const period = { periodStart: prorationAt, periodEnd: end }
    if (due > 0) await issueInvoice(tx, deps, row, { reason: key, price, lines, ...period, issuedAt: deps.now() })
    await changeSubscription(tx, row.subscription_ref, {
      ...{ price_ref: priceRef, next_price_ref: null },
      ...{ current_period_start: start, current_period_end: end },
    })
    return { kind: 'done' }
  })

/** During a trial a change costs nothing. */
async function planChange(db: Db, row: HandSubscription, priceRef: string, at: Date) {
  const { current_period_start: start, current_period_end: end } = row
  if (!start || !end || (row.state !== 'active' && row.state !== 'trialing'))
    throw new ProviderError('refused', 'The plan can be changed once the subscription is paid.')
  const [from, price] = [await priceOf(db, row.price_ref), await priceOf(db, priceRef)]
  if (from.currency !== price.currency) throw new ProviderError('refused', 'A subscription keeps its currency.')
  if (row.state === 'trialing') return { lines: [], due: 0, price, start, end }
  const proration = prorate({ from, to: price, periodStart: start, periodEnd: end, at })
  const lines: HandLine[] = proration.lines.map(({ kind, amount, ...line }) => ({
    ...{ kind, amount, priceRef: kind === 'unused' ? from.priceRef : price.priceRef },
    ...{ from: line.from.toISOString(), to: line.to.toISOString() },
  }))
  return { lines, due: proration.due, price, start: proration.periodStart, end: proration.periodEnd }
}

export const changeHandPlanLater = (deps: HandDeps, { subscriptionRef, priceRef }: { subscriptionRef: string; priceRef: string }) =>
  withSubscription(deps, subscriptionRef, async (tx, row) => {
    await priceOf(tx, priceRef)
    if (row.state === 'pending' || row.state === 'ended') throw new ProviderError('refused', 'The subscription isn’t active.')
    await changeSubscription(tx, row.subscription_ref, { next_price_ref: row.price_ref === priceRef ? null : priceRef })
  })

export const keepHandPlan = (deps: HandDeps, ref: string): Promise<void> =>
  withSubscription(deps, ref, (tx, row) => changeSubscription(tx, row.subscription_ref, { next_price_ref: null }))

export const cancelHand = (deps: HandDeps, ref: string): Promise<void> =>
  withSubscription(deps, ref, async (tx, row) => {
    if (row.state === 'ended') return
    if (row.state === 'pending') return voidSubscription(tx, row, deps.now())
    await changeSubscription(tx, ref, { cancels_at: row.current_period_end ?? deps.now(), next_price_ref: null })
  })

export const cancelHandNow = (deps: HandDeps, ref: string): Promise<void> =>
  withSubscription(deps, ref, async (tx, row) => {
    if (row.state !== 'ended') await voidSubscription(tx, row, deps.now())
  })

export const resumeHand = (deps: HandDeps, ref: string): Promise<void> =>
  withSubscription(deps, ref, async (tx, row) => {
    if (row.state === 'ended') throw new ProviderError('refused', 'The subscription is over.')
    await changeSubscription(tx, ref, { cancels_at: null })
  })

export const extendHandTrial = (deps: HandDeps, { subscriptionRef, until }: { subscriptionRef: string; until: Date }): Promise<void> =>
  withSubscription(deps, subscriptionRef, async (tx, row) => {
    if (row.state !== 'trialing') throw new ProviderError('refused', 'The trial is over.')
    await changeSubscription(tx, row.subscription_ref, { trial_ends_at: until, current_period_end: until })
  })

export const pauseHand = (deps: HandDeps, ref: string): Promise<void> =>
  withSubscription(deps, ref, async (tx, row) => {
    if (row.state === 'paused') return
    if (row.state !== 'active') throw new ProviderError('refused', 'Only a running subscription can be paused.')
    await changeSubscription(tx, ref, { state: 'paused' })
  })

/** A period that ended during the pause is not paid for: a new one begins now. */
export const unpauseHand = (deps: HandDeps, ref: string): Promise<void> =>
  withSubscription(deps, ref, async (tx, row) => {
    if (row.state !== 'paused') return
    const now = deps.now()
    const isOver = row.current_period_end !== null && row.current_period_end < now
    await changeSubscription(tx, ref, { state: 'active', ...(isOver && { current_period_end: now }) })
    await advanceSubscription(tx, deps, ref)
  })
