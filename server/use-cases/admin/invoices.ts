// Runs `npm run admin -- invoices …`: lists invoices by hand, and marks them as paid.
import { formatMoney } from '../../../core/text/money.ts'
import { type HandInvoice, listHandInvoices, readInvoiceByNumber } from '../../billing/by-hand/owners.ts'
import { markHandPaid } from '../../billing/by-hand/payments.ts'
import { formatNumber, ownerOfHandCustomer, readHandCustomer } from '../../billing/by-hand/snapshot.ts'
import type { HandDeps } from '../../billing/by-hand/subscription.ts'
import { writeSnapshot } from '../../billing/customers/snapshot-owners.ts'

const usage =
  'Say what to do: npm run admin -- invoices list, npm run admin -- invoices list open, or npm run admin -- invoices paid NUMBER REFERENCE'

const mostListed = 500

/** Throws an Error with a sentence that says what to do instead. */
export async function runInvoicesCommand(deps: HandDeps, [verb, what, ...rest]: string[]): Promise<string> {
  if (verb === 'list' && (what === undefined || what === 'open')) return list(await listHandInvoices(deps.db, what === 'open', mostListed))
  const reference = rest.join(' ').trim()
  if (verb === 'paid' && what && reference) return markPaid(deps, what, reference)
  throw new Error(usage)
}

function list(invoices: HandInvoice[]): string {
  if (invoices.length === 0) return 'There is no invoice.'
  return invoices.map(formatInvoice).join('\n')
}

function formatInvoice(invoice: HandInvoice): string {
  const { number, total, currency, state, due_at, reference, customer_ref } = invoice
  const money = formatMoney({ amount: total, currency }, 'en')
  const detail = state === 'open' ? `due ${due_at.toISOString().slice(0, 10)}` : (reference ?? '')
  return [formatNumber(number), money, state, detail, ownerOfHandCustomer(customer_ref)].filter(Boolean).join(' · ')
}

async function markPaid(deps: HandDeps, number: string, reference: string): Promise<string> {
  const { db } = deps
  const invoice = /^\d{1,15}$/.test(number) ? await readInvoiceByNumber(db, number) : null
  if (!invoice) throw new Error(`There is no invoice ${number}. See npm run admin -- invoices list`)
  await markHandPaid(deps, { invoiceRef: invoice.invoice_ref, reference, by: null })
  const { customer_ref: customerRef } = invoice
  await writeSnapshot(db, 'invoice', customerRef, () => readHandCustomer(db, customerRef, deps.now()), deps.now())
  return `Invoice ${formatNumber(invoice.number)} is paid. Emails that waited for it leave within ten minutes.`
}
