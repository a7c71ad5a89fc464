// SQL for the invoices of all owners, for administrators.
import type { Db } from '../../foundation/db/pool.ts'
import type { InvoicePage, InvoiceRow } from './store.ts'

export interface AllInvoicesPage extends InvoicePage {
  state?: InvoiceRow['state'] | undefined
  ownerId?: string | undefined
}

/** Newest first, one more than `limit` when there are more. */
export async function listAllInvoices(db: Db, { before, limit, state, ownerId }: AllInvoicesPage): Promise<InvoiceRow[]> {
  let query = db.selectFrom('invoices').selectAll()
  if (state) query = query.where('state', '=', state)
  if (ownerId) query = query.where('owner_id', '=', ownerId)
  if (before) query = query.where(e => e(e.refTuple('issued_at', 'id'), '<', e.tuple(before.issuedAt, before.id)))
  return query
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | null> {
  return (await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}
