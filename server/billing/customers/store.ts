// SQL for an owner as a payment provider knows them.
import { ownerOf } from '../../../core/plans/subscription.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { ProviderName } from '../provider.ts'
import { forgetOwner } from '../revenue/changes-store.ts'

export async function readCustomerRow(db: Db, ownerId: string, provider: ProviderName): Promise<Row<'billing_customers'> | null> {
  const row = await db
    .selectFrom('billing_customers')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps the first when two requests made one each; returns the one that is kept. */
export async function saveCustomer(db: Db, ownerId: string, provider: ProviderName, customerRef: string, now: Date): Promise<string> {
  await db
    .insertInto('billing_customers')
    .values({ owner_id: ownerId, provider, customer_ref: customerRef, created_at: now })
    .onConflict(c => c.columns(['owner_id', 'provider']).doNothing())
    .execute()
  return (await readCustomerRow(db, ownerId, provider))?.customer_ref ?? customerRef
}

/** Erases what we have on an owner's subscriptions and payments. The provider keeps its own invoices. */
export async function erasePayments(tx: Tx, userId: string, now: Date): Promise<void> {
  await forgetOwner(tx, ownerOf(userId), now)
  for (const table of ['plan_grants', 'billing_notices', 'billing_intents', 'invoices', 'subscriptions', 'billing_customers'] as const)
    await tx.deleteFrom(table).where('owner_id', '=', ownerOf(userId)).execute()
}
