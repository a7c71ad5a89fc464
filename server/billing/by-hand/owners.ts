// SQL for invoices by hand: the subscriptions and invoices of all customers, as a payment provider keeps them.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row, RowUpdate } from '../../foundation/db/tables.ts'

export type HandSubscription = Row<'hand_subscriptions'>
export type HandInvoice = Row<'hand_invoices'>

/** `from` and `to` are null for a first period: it begins when it is paid. */
export const HandLine = z.object({
  kind: z.enum(['unused', 'remaining', 'full']),
  priceRef: z.string(),
  from: z.nullable(z.iso.datetime()),
  to: z.nullable(z.iso.datetime()),
  amount: z.int(),
})
export type HandLine = z.infer<typeof HandLine>

/** `key` is that of the request, so that a repeated one has no effect. */
export const HandRefund = z.object({ key: z.string(), amount: z.int(), reason: z.string(), at: z.iso.datetime() })
export type HandRefund = z.infer<typeof HandRefund>

export async function addSubscription(tx: Tx, row: NewRow<'hand_subscriptions'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('hand_subscriptions')
    .values(row)
    .onConflict(c => c.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

/** Until the transaction ends, nobody else begins a subscription of this customer. Locked before anything else. */
export async function lockCustomer(tx: Tx, customerRef: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invoices ${customerRef}`}, 0))`.execute(tx)
}

/** Always locked before its invoices. */
export async function lockSubscription(tx: Tx, ref: string): Promise<HandSubscription | null> {
  return (await tx.selectFrom('hand_subscriptions').selectAll().where('subscription_ref', '=', ref).forUpdate().executeTakeFirst()) ?? null
}

export async function readSubscription(db: Db, ref: string): Promise<HandSubscription | null> {
  return (await db.selectFrom('hand_subscriptions').selectAll().where('subscription_ref', '=', ref).executeTakeFirst()) ?? null
}

export async function changeSubscription(tx: Tx, ref: string, change: RowUpdate<'hand_subscriptions'>): Promise<void> {
  await tx.updateTable('hand_subscriptions').set(change).where('subscription_ref', '=', ref).execute()
}

export async function subscriptionsOf(db: Db, customerRef: string): Promise<HandSubscription[]> {
  return db.selectFrom('hand_subscriptions').selectAll().where('customer_ref', '=', customerRef).orderBy('started_at').execute()
}

export async function listHandCustomers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('hand_subscriptions').select('customer_ref').distinct().execute()
  return rows.map(row => row.customer_ref)
}

/** Those that are not over: periodic work looks at each. */
export async function openSubscriptionRefs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('hand_subscriptions').select('subscription_ref').where('ended_at', 'is', null).execute()
  return rows.map(row => row.subscription_ref)
}

/** Names the lock that hands out invoice numbers. */
const numberLock = 1_936_029_041

/** The number follows the last one without a gap: the lock is held until the transaction ends, and is the last that it takes. */
export async function addInvoice(tx: Tx, invoice: Omit<NewRow<'hand_invoices'>, 'number'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${numberLock})`.execute(tx)
  const { last } = await tx
    .selectFrom('hand_invoices')
    .select(e => e.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('hand_invoices')
    .values({ ...invoice, number: BigInt(last ?? 0) + 1n })
    .execute()
}

export async function readInvoiceByRef(db: Db, ref: string): Promise<HandInvoice | null> {
  return (await db.selectFrom('hand_invoices').selectAll().where('invoice_ref', '=', ref).executeTakeFirst()) ?? null
}

export async function readInvoiceByNumber(db: Db, number: string): Promise<HandInvoice | null> {
  return (await db.selectFrom('hand_invoices').selectAll().where('number', '=', number).executeTakeFirst()) ?? null
}

export async function changeInvoice(tx: Tx, ref: string, change: RowUpdate<'hand_invoices'>): Promise<void> {
  await tx.updateTable('hand_invoices').set(change).where('invoice_ref', '=', ref).execute()
}

/** Oldest first. */
export async function unpaidInvoicesOf(db: Db, subscriptionRef: string): Promise<HandInvoice[]> {
  return db
    .selectFrom('hand_invoices')
    .selectAll()
    .where('subscription_ref', '=', subscriptionRef)
    .where('state', '=', 'open')
    .orderBy('due_at')
    .orderBy('number')
    .execute()
}

export async function invoicesOfCustomer(db: Db, customerRef: string): Promise<HandInvoice[]> {
  return db.selectFrom('hand_invoices').selectAll().where('customer_ref', '=', customerRef).orderBy('number').execute()
}

/** Invoices that somebody still has to pay, or all, newest first. */
export async function listHandInvoices(db: Db, isOpen: boolean, limit: number): Promise<HandInvoice[]> {
  let query = db.selectFrom('hand_invoices').selectAll()
  if (isOpen) query = query.where('state', '=', 'open')
  return query.orderBy('number', 'desc').limit(limit).execute()
}
