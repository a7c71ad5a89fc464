// Keeps test mode and live mode apart: what Stripe knows in one mode doesn't exist in the other.
import type { Db, Tx } from '../../foundation/db/pool.ts'

const provider = 'stripe'
const nameOf = (isLive: boolean): string => (isLive ? 'live mode' : 'test mode')

/** Remembers the mode of the first key; throws a user-facing message when a key of the other mode follows. */
export async function requireSameMode(db: Db, isLive: boolean): Promise<void> {
  const row = await db.selectFrom('billing_syncs').select('is_live').where('provider', '=', provider).executeTakeFirst()
  const known = row?.is_live ?? null
  if (known !== null && known !== isLive)
    throw new Error(
      `STRIPE_SECRET_KEY is a key of ${nameOf(isLive)}, but the customers, subscriptions and invoices in the database are from ${nameOf(known)}. Use a key of ${nameOf(known)}, or remove them with npm run admin -- payments forget, then start again.`,
    )
  if (known === null)
    await db
      .insertInto('billing_syncs')
      .values({ provider, is_live: isLive })
      .onConflict(c => c.column('provider').doUpdateSet({ is_live: isLive }))
      .execute()
}

/** Removes everything that was read from Stripe; plans stay. Returns how many customers there were. */
export async function forgetStripe(tx: Tx): Promise<number> {
  for (const table of ['invoices', 'subscriptions', 'billing_intents', 'billing_events', 'plan_prices', 'billing_syncs'] as const)
    await tx.deleteFrom(table).where('provider', '=', provider).execute()
  const deleted = await tx.deleteFrom('billing_customers').where('provider', '=', provider).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
