// Payments of invoices by hand: an administrator marks them as paid, and records refunds.
import { z } from 'zod/mini'
import type { Money } from '../../../core/plans/money.ts'
import { periodEnd } from '../../../core/plans/periods.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { ProviderError } from '../provider.ts'
import {
  changeInvoice,
  changeSubscription,
  type HandInvoice,
  HandRefund,
  type HandSubscription,
  lockSubscription,
  readInvoiceByRef,
  unpaidInvoicesOf,
} from './owners.ts'
import { type HandDeps, priceOf } from './subscription.ts'

export interface HandPayment {
  invoiceRef: string
  /** How it was paid, such as the bank's reference. */
  reference: string
  /** The administrator; null on the command line. */
  by: string | null
  /** Notes who did it, in the transaction that does. */
  record?(tx: Tx): Promise<void>
}

/** The first payment begins the subscription; a later one ends what is overdue. The same payment again changes nothing. */
export async function markHandPaid(deps: HandDeps, { invoiceRef, reference, by, record }: HandPayment): Promise<void> {
  const now = deps.now()
  await withInvoice(deps, invoiceRef, async (tx, row, invoice) => {
    if (invoice.state === 'paid' && invoice.reference === reference) return
    if (invoice.state === 'paid') throw new ProviderError('refused', `This invoice was paid with the reference ${invoice.reference ?? ''}.`)
    if (invoice.state === 'void') throw new ProviderError('refused', 'This invoice is void: nobody owes anything for it.')
    await record?.(tx)
    const paid = { state: 'paid' as const, paid: invoice.total, paid_at: now, reference, marked_by: by }
    if (row.state !== 'pending') {
      await changeInvoice(tx, invoiceRef, paid)
      return settle(tx, row, now)
    }
    const period = { start: now, end: periodEnd(now, (await priceOf(tx, row.price_ref)).interval) }
    await changeInvoice(tx, invoiceRef, { ...paid, period_start: period.start, period_end: period.end })
    await changeSubscription(tx, row.subscription_ref, {
      ...{ state: 'active', started_at: now, current_period_start: period.start, current_period_end: period.end },
    })
  })
}

async function settle(tx: Tx, row: HandSubscription, now: Date): Promise<void> {
  if (row.state !== 'past_due' && row.state !== 'suspended') return
  const unpaid = await unpaidInvoicesOf(tx, row.subscription_ref)
  if (unpaid.every(invoice => invoice.due_at > now)) await changeSubscription(tx, row.subscription_ref, { state: 'active' })
}

/** Only records it: an operator transfers the money themselves. */
export async function refundHand(
  deps: HandDeps,
  refund: { invoiceRef: string; amount: Money; reason: string; key: string },
): Promise<void> {
  const { invoiceRef, amount, reason, key } = refund
  await withInvoice(deps, invoiceRef, async (tx, _row, invoice) => {
    const refunds = z.array(HandRefund).parse(invoice.refunds)
    if (refunds.some(one => one.key === key)) return
    if (amount.currency !== invoice.currency || amount.amount > invoice.paid - invoice.refunded)
      throw new ProviderError('refused', 'More than was paid can not be refunded.')
    const all = [...refunds, { key, amount: amount.amount, reason, at: deps.now().toISOString() }]
    await changeInvoice(tx, invoiceRef, { refunds: JSON.stringify(all), refunded: invoice.refunded + amount.amount })
  })
}

/** The subscription is locked first, as everywhere. */
async function withInvoice(
  { db }: HandDeps,
  invoiceRef: string,
  work: (tx: Tx, row: HandSubscription, invoice: HandInvoice) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const found = await readInvoiceByRef(tx, invoiceRef)
    const row = found && (await lockSubscription(tx, found.subscription_ref))
    const invoice = row && (await readInvoiceByRef(tx, invoiceRef))
    if (!row || !invoice) throw new ProviderError('missing', `There is no invoice ${invoiceRef}.`)
    await work(tx, row, invoice)
  })
}
