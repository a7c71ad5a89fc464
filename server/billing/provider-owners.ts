// Keeps what was sold through another provider, or in another mode of Stripe, apart from what is sold now: a server doesn't start on both.
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { ProviderName } from './provider.ts'

const nameOf = (isLive: boolean): string => (isLive ? 'live mode' : 'test mode')

/** Remembers the mode of the first key; throws a user-facing message when a key of the other mode follows. */
export async function requireSameMode(db: Db, isLive: boolean): Promise<void> {
  const known = await readMode(db)
  if (known !== null && known !== isLive)
    throw new Error(
      `STRIPE_SECRET_KEY is a key of ${nameOf(isLive)}, but the customers, subscriptions and invoices in the database are from ${nameOf(known)}. Use a key of ${nameOf(known)}, or remove them with npm run admin -- payments forget, then start again.`,
    )
  if (known === null)
    await db
      .insertInto('billing_syncs')
      .values({ provider: 'stripe', is_live: isLive })
      .onConflict(c => c.column('provider').doUpdateSet({ is_live: isLive }))
      .execute()
}

async function readMode(db: Db): Promise<boolean | null> {
  const row = await db.selectFrom('billing_syncs').select('is_live').where('provider', '=', 'stripe').executeTakeFirst()
  return row?.is_live ?? null
}

/** Throws a user-facing message while a subscription of another provider is not over. `sells` is null where nothing is sold. */
export async function requireSameProvider(db: Db, sells: ProviderName | null): Promise<void> {
  const setting = sells === null ? 'BILLING_PROVIDER is empty' : `BILLING_PROVIDER is ${sells}`
  const atStripe = sells === 'stripe' ? 0 : await countLiving(db, 'stripe')
  // In test mode nobody is charged: a trial of the sandbox may simply be over.
  if (atStripe > 0 && (sells !== null || (await readMode(db))))
    throw new Error(
      `${setting}, but ${counted(atStripe)} at Stripe, which goes on charging. Cancel there first, run npm run admin -- payments forget, then start again; or set BILLING_PROVIDER=stripe.`,
    )
  // Where nothing is sold, no invoice is written either.
  const byHand = sells === 'stripe' ? await countLiving(db, 'invoice') : 0
  if (byHand > 0)
    throw new Error(
      `${setting}, but ${counted(byHand)} by invoice. Run npm run admin -- payments end, which also voids the open invoices, then start again; or set BILLING_PROVIDER=invoice.`,
    )
}

const counted = (n: number): string => (n === 1 ? '1 subscription is still paid' : `${n} subscriptions are still paid`)

async function countLiving(db: Db, provider: ProviderName): Promise<number> {
  const { n } = await db
    .selectFrom('subscriptions')
    .select(e => e.fn.countAll<string>().as('n'))
    .where('provider', '=', provider)
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Removes everything that was read from Stripe; plans stay. Returns how many customers there were. */
export async function forgetStripe(tx: Tx): Promise<number> {
  for (const table of [
    'invoices',
    'subscriptions',
    'subscription_changes',
    'billing_intents',
    'billing_events',
    'plan_prices',
    'billing_syncs',
  ] as const)
    await tx.deleteFrom(table).where('provider', '=', 'stripe').execute()
  const deleted = await tx.deleteFrom('billing_customers').where('provider', '=', 'stripe').executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
