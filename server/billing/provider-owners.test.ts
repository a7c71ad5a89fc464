// Tests that providers, and the modes of Stripe, are never mixed.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { forgetStripe, requireSameMode, requireSameProvider } from './provider-owners.ts'
import { subscriber } from './subscription/testbed.fixture.ts'

const { db } = await testDatabase()

test('a key of the other mode is refused until what came from the first mode is removed', async () => {
  const now = new Date('2026-11-26T12:00:00Z')
  await requireSameMode(db, false)
  await requireSameMode(db, false)
  const customer = { owner_id: crypto.randomUUID(), provider: 'stripe' as const, customer_ref: 'cus_test', read_at: null, created_at: now }
  await db.insertInto('billing_customers').values(customer).execute()
  await expect(requireSameMode(db, true)).rejects.toThrow(/key of live mode.*from test mode.*npm run admin -- payments forget/s)
  expect(await db.transaction().execute(forgetStripe)).toBe(1)
  await requireSameMode(db, true)
  await expect(requireSameMode(db, false)).rejects.toThrow('key of test mode')
})

test('a server does not start beside subscriptions of another provider, nor while Stripe goes on charging', async () => {
  await db.deleteFrom('billing_syncs').execute()
  await subscriber(db)
  for (const sells of ['invoice', null] as const) await requireSameProvider(db, sells)
  await expect(requireSameProvider(db, 'stripe')).rejects.toThrow(
    /^BILLING_PROVIDER is stripe, but 1 subscription is still paid by invoice\. Run npm run admin -- payments end/,
  )
  await db.updateTable('subscriptions').set({ provider: 'stripe' }).execute()
  await requireSameProvider(db, 'stripe')
  await expect(requireSameProvider(db, 'invoice')).rejects.toThrow(/^BILLING_PROVIDER is invoice, but 1 .* at Stripe, .*payments forget/)
  await requireSameMode(db, false)
  await requireSameProvider(db, null)
  await db.updateTable('billing_syncs').set({ is_live: true }).execute()
  await expect(requireSameProvider(db, null)).rejects.toThrow(/^BILLING_PROVIDER is empty, but 1 .* goes on charging/)
  await db.updateTable('subscriptions').set({ state: 'ended' }).execute()
  for (const sells of ['invoice', 'stripe', null] as const) await requireSameProvider(db, sells)
})
