// Writes what a payment provider reports of a customer. Readings may overlap and arrive in any order: only the newest one is written.
import { sql } from 'kysely'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { type PlanPrice, pricesByRef } from '../plans/prices-owners.ts'
import type { CustomerSnapshot, PaymentProvider, ProviderName } from '../provider.ts'
import { writeInvoice, writeSubscription } from './snapshot-store.ts'

/** `unknownPrices`: subscriptions with these prices were skipped, or keep the plan they had; an operator has to look. */
export interface SnapshotResult {
  kind: 'written' | 'overtaken' | 'unknown'
  ownerId: string | null
  /** What the owner may do has perhaps changed. */
  isChanged: boolean
  /** Anything differed from what we had, invoices included. */
  isDifferent: boolean
  unknownPrices: string[]
}

/**
 * Takes the next reading's number and commits it, reads, and writes everything in one transaction, unless a later reading has begun
 * meanwhile: that one sees at least as much. Writing the same snapshot again changes nothing. Errors of `read` are passed on.
 */
export async function writeSnapshot(
  db: Db,
  provider: ProviderName,
  customerRef: string,
  read: () => Promise<CustomerSnapshot | null>,
  now: Date,
): Promise<SnapshotResult> {
  const reading = await beginReading(db, provider, customerRef)
  const snapshot = reading && (await read())
  if (!snapshot) return { kind: 'unknown', ownerId: reading?.ownerId ?? null, isChanged: false, isDifferent: false, unknownPrices: [] }
  const prices = await pricesByRef(db, provider, refsIn(snapshot))
  return db.transaction().execute(async tx => {
    const { ownerId } = reading
    if (!(await isNewest(tx, provider, customerRef, reading.number)))
      return { kind: 'overtaken', ownerId, isChanged: false, isDifferent: false, unknownPrices: [] }
    const changes = await writeAll(tx, ownerId, { provider, snapshot, prices, now })
    await tx
      .updateTable('billing_customers')
      .set({ read_at: now })
      .where('provider', '=', provider)
      .where('customer_ref', '=', customerRef)
      .execute()
    return { kind: 'written', ownerId, ...changes, unknownPrices: refsIn(snapshot).filter(ref => !prices.has(ref)) }
  })
}

async function beginReading(db: Db, provider: ProviderName, customerRef: string): Promise<{ ownerId: string; number: string } | null> {
  const row = await db
    .updateTable('billing_customers')
    .set({ reading: sql`reading + 1` })
    .where('provider', '=', provider)
    .where('customer_ref', '=', customerRef)
    .returning(['owner_id', 'reading'])
    .executeTakeFirst()
  return row ? { ownerId: row.owner_id, number: row.reading } : null
}

/** Locks the customer until the transaction ends. */
async function isNewest(tx: Tx, provider: ProviderName, customerRef: string, reading: string): Promise<boolean> {
  const row = await tx
    .selectFrom('billing_customers')
    .select('reading')
    .where('provider', '=', provider)
    .where('customer_ref', '=', customerRef)
    .forUpdate()
    .executeTakeFirst()
  return row?.reading === reading
}

interface SnapshotWrite {
  provider: ProviderName
  snapshot: CustomerSnapshot
  prices: Map<string, PlanPrice>
  now: Date
}

async function writeAll(
  tx: Tx,
  ownerId: string,
  { provider, snapshot, prices, now }: SnapshotWrite,
): Promise<Pick<SnapshotResult, 'isChanged' | 'isDifferent'>> {
  let isChanged = false
  let isInvoiceDifferent = false
  for (const subscription of snapshot.subscriptions)
    if (await writeSubscription(tx, ownerId, { provider, subscription, prices, now })) isChanged = true
  for (const invoice of snapshot.invoices) if (await writeInvoice(tx, ownerId, { provider, invoice, now })) isInvoiceDifferent = true
  return { isChanged, isDifferent: isChanged || isInvoiceDifferent }
}

const refsIn = ({ subscriptions }: CustomerSnapshot): string[] => [
  ...new Set(subscriptions.flatMap(({ priceRef, nextChange }) => (nextChange ? [priceRef, nextChange.priceRef] : [priceRef]))),
]

/** Every customer that we have at a provider, for periodic work. */
export async function listCustomerRefs(db: Db, provider: ProviderName): Promise<string[]> {
  const rows = await db.selectFrom('billing_customers').select('customer_ref').where('provider', '=', provider).execute()
  return rows.map(row => row.customer_ref)
}

export interface RefreshDeps {
  db: Db
  provider: Pick<PaymentProvider, 'name' | 'readCustomer'>
  now(): Date
  /** What the owner may do has perhaps changed: what waits may leave. */
  onChange(ownerId: string): Promise<void>
  /** Prices that are in no plan of ours: an administrator changed something at the provider. */
  onUnknownPrices(customerRef: string, priceRefs: string[]): void
}

/** Reads a customer back from the provider and writes the snapshot. */
export type Refresh = (customerRef: string) => Promise<SnapshotResult>

export const openRefresh =
  ({ db, provider, now, onChange, onUnknownPrices }: RefreshDeps): Refresh =>
  async customerRef => {
    const result = await writeSnapshot(db, provider.name, customerRef, () => provider.readCustomer(customerRef), now())
    if (result.unknownPrices.length > 0) onUnknownPrices(customerRef, result.unknownPrices)
    if (result.isChanged && result.ownerId) await onChange(result.ownerId)
    return result
  }
