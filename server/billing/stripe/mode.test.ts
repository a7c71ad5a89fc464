// Tests that test mode and live mode of Stripe are never mixed.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { forgetStripe, requireSameMode } from './mode-owners.ts'

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
