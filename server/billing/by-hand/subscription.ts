// What every part of invoices by hand shares: its settings, a subscription that is locked for a change, and new invoices.

import type { Db, Tx } from '../../foundation/db/pool.ts'
import { digest } from '../../foundation/seal.ts'
import { type PlanPrice, pricesByRef } from '../plans/prices-owners.ts'
import { ProviderError } from '../provider.ts'
import type { HandLine, HandSubscription } from './owners.ts'
import { addInvoice, changeInvoice, changeSubscription, lockSubscription, unpaidInvoicesOf } from './owners.ts'

export interface HandDeps {
  db: Db
  now(): Date
  /** After how many days an invoice is due. */
  dueDays: number
  /** How many more days a missing payment may take. */
  graceDays: number
}

const dayMs = 86_400_000

/** Runs `work` while nobody else changes the subscription. */
export async function withSubscription<T>({ db }: HandDeps, ref: string, work: (tx: Tx, row: HandSubscription) => Promise<T>): Promise<T> {
  return db.transaction().execute(async tx => {
    const row = await lockSubscription(tx, ref)
    if (!row) throw new ProviderError('missing', `There is no subscription ${ref}.`)
    return work(tx, row)
  })
}

export async function priceOf(db: Db, priceRef: string): Promise<PlanPrice> {
  const price = (await pricesByRef(db, 'invoice', [priceRef])).get(priceRef)
  if (!price) throw new ProviderError('missing', `There is no price ${priceRef}.`)
  return price
}

export interface NewHandInvoice {
  /** What the invoice is for. The same value gives the same id, so that nothing is invoiced twice. */
  reason: string
  price: PlanPrice
  lines: HandLine[]
  periodStart: Date
  periodEnd: Date
  issuedAt: Date
}

export const invoiceRefOf = (reason: string): string => `hinv_${digest(reason).toString('hex').slice(0, 24)}`

export async function issueInvoice(tx: Tx, { dueDays }: HandDeps, row: HandSubscription, invoice: NewHandInvoice): Promise<void> {
  const { reason, price, lines, periodStart, periodEnd, issuedAt } = invoice
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  await addInvoice(tx, {
    ...{ invoice_ref: invoiceRefOf(reason), customer_ref: row.customer_ref, subscription_ref: row.subscription_ref },
    ...{ price_ref: price.priceRef, state: 'open', currency: price.currency, lines: JSON.stringify(lines), total },
    ...{ period_start: periodStart, period_end: periodEnd, issued_at: issuedAt },
    due_at: new Date(issuedAt.getTime() + dueDays * dayMs),
  })
}

/** Nothing is owed for it: it was never paid, and never used. */
export async function voidSubscription(tx: Tx, row: HandSubscription, at: Date): Promise<void> {
  for (const invoice of await unpaidInvoicesOf(tx, row.subscription_ref)) await changeInvoice(tx, invoice.invoice_ref, { state: 'void' })
  await changeSubscription(tx, row.subscription_ref, { state: 'ended', ended_at: at, next_price_ref: null })
}

export const fullLine = ({ priceRef, amount }: PlanPrice, from: Date | null, to: Date | null): HandLine => ({
  ...{ kind: 'full', priceRef, amount },
  ...{ from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
})
