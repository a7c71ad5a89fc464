// Shows invoices as the API does, and the position of a list in one text.
import type * as api from '../../../core/api/billing.ts'
import type { InvoiceCursor, InvoiceRow } from './store.ts'

export function toInvoice(row: InvoiceRow): api.Invoice {
  const money = (amount: number) => ({ amount, currency: row.currency })
  return {
    ...{ id: row.id, number: row.number, state: row.state, isDisputed: row.is_disputed, hasFile: row.has_file },
    ...{ total: money(row.total), tax: money(row.tax), paid: money(row.paid), refunded: money(row.refunded) },
    periodStart: row.period_start?.toISOString() ?? null,
    periodEnd: row.period_end?.toISOString() ?? null,
    issuedAt: row.issued_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    payUrl: row.state === 'open' ? row.pay_url : null,
  }
}

export const toAdminInvoice = (row: InvoiceRow): api.AdminInvoice => ({ ...toInvoice(row), ownerId: row.owner_id, provider: row.provider })

export const writeInvoiceCursor = ({ issued_at, id }: InvoiceRow): string =>
  Buffer.from(`${issued_at.toISOString()} ${id}`).toString('base64url')

/** Null for a text that we did not write. */
export function readInvoiceCursor(text: string): InvoiceCursor | null {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  // JavaScript's dates reach further than PostgreSQL's.
  const issuedAt = new Date(/^\d{4}-/.test(at) ? at : Number.NaN)
  return Number.isNaN(issuedAt.getTime()) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? null : { issuedAt, id }
}
