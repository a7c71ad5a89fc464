// What an invoice says: its facts, lines and sums, for the page and the PDF.
import type Stripe from 'stripe'
import type { StripeWorld } from '../../world.ts'
import { showDate, showMoney } from '../amounts.ts'

export interface InvoiceSummary {
  title: string
  state: string
  facts: { name: string; value: string }[]
  lines: { text: string; period: string; amount: string }[]
  sums: { name: string; amount: string; isTotal: boolean }[]
}

const states: Record<string, string> = {
  draft: 'Draft',
  open: 'Payment due',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Written off',
}

export function summarizeInvoice(world: StripeWorld, invoice: Stripe.Invoice): InvoiceSummary {
  const money = (amount: number) => showMoney(amount, invoice.currency)
  const issued = invoice.effective_at ?? invoice.created
  const dueAt = invoice.due_date ?? null
  const lines = invoice.lines.data.map(line => ({
    text: line.description ?? 'Subscription',
    period: `${showDate(line.period.start)} – ${showDate(line.period.end)}`,
    amount: money(line.amount),
  }))
  return {
    title: `Invoice ${invoice.number ?? '(draft)'}`,
    state: states[invoice.status ?? 'draft'] ?? String(invoice.status),
    facts: [
      { name: 'Issued', value: showDate(issued) },
      ...(dueAt === null ? [] : [{ name: 'Due', value: showDate(dueAt) }]),
      { name: 'Billed to', value: invoice.customer_name ?? invoice.customer_email ?? 'Customer' },
    ],
    lines,
    sums: sumsOf(world, invoice, money),
  }
}

function sumsOf(world: StripeWorld, invoice: Stripe.Invoice, money: (amount: number) => string): InvoiceSummary['sums'] {
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0)
  const tax = (invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0)
  const credit = invoice.amount_due - invoice.total
  const refunded = world.state.money
    .filter(entry => entry.invoice === invoice.id && entry.kind === 'refund')
    .reduce((sum, entry) => sum - entry.amount, 0)
  const rows: [name: string, amount: number, isShown: boolean][] = [
    ['Subtotal', invoice.subtotal, discount + tax + credit !== 0],
    ['Discount', -discount, discount !== 0],
    ['Tax', tax, tax !== 0],
    ['Total', invoice.total, credit !== 0],
    ['Credit balance', credit, credit !== 0],
    ['Amount due', invoice.amount_due, true],
    ['Paid', invoice.amount_paid, invoice.amount_paid !== 0],
    ['Refunded', refunded, refunded !== 0],
  ]
  return rows.filter(row => row[2]).map(([name, amount]) => ({ name, amount: money(amount), isTotal: name === 'Amount due' }))
}
