// SQL for an owner's invoices.
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export type InvoiceRow = Row<'invoices'>

/** Where a list of invoices continues: after this one. */
export interface InvoiceCursor {
  issuedAt: Date
  id: string
}

export interface InvoicePage {
  before: InvoiceCursor | null
  limit: number
}

/** Newest first, one more than `limit` when there are more. Drafts are not shown: nobody owes them. */
export async function listInvoices(db: Db, ownerId: string, { before, limit }: InvoicePage): Promise<InvoiceRow[]> {
  let query = db.selectFrom('invoices').selectAll().where('owner_id', '=', ownerId).where('state', '<>', 'draft')
  if (before) query = query.where(e => e(e.refTuple('issued_at', 'id'), '<', e.tuple(before.issuedAt, before.id)))
  return query
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function readInvoice(db: Db, ownerId: string, id: string): Promise<InvoiceRow | null> {
  return (await db.selectFrom('invoices').selectAll().where('owner_id', '=', ownerId).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function newestInvoiceOf(db: Db, ownerId: string): Promise<InvoiceRow | null> {
  const [newest] = await listInvoices(db, ownerId, { before: null, limit: 1 })
  return newest ?? null
}
