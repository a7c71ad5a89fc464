// Tests the commands that clear the way for another payment provider.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { buy, invoicesOf, openBilling, page, person, subscriber } from '../../billing/subscription/testbed.fixture.ts'
import { runPaymentsCommand } from './payments.ts'

const { db } = await testDatabase()
const now = new Date('2026-04-12T10:00:00Z')
const payments = (...words: string[]) => runPaymentsCommand({ db, now: () => now, dueDays: 14, graceDays: 7 }, words)

test('what is paid by invoice ends at once, with its open invoices, and may be ended again', async () => {
  const { opened, who } = await subscriber(db)
  const [other, waiting] = [await openBilling(db), person()]
  await other.handlers.startCheckout({ ...waiting, body: { planId: 'business', interval: 'month' } })
  await opened.handlers.change({ ...who, body: { action: 'cancel' } })
  expect(await payments('end')).toBe('Ended 2 subscriptions that were paid by invoice. Their open invoices are void.')
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'free' }, subscription: null })
  expect((await invoicesOf(opened, who)).map(({ state }) => state)).not.toContain('open')
  expect((await invoicesOf(other, waiting)).map(({ state }) => state)).not.toContain('open')
  const living = await db.selectFrom('subscriptions').select('id').where('state', '<>', 'ended').execute()
  expect(living).toEqual([])
  expect(await payments('end')).toContain('Ended 0 subscriptions')
  expect(await buy(opened, who)).toMatchObject({ url: expect.stringContaining('checkout=') })
})

test('forgetting Stripe leaves what is paid by invoice, and another word says what to do', async () => {
  await subscriber(db)
  expect(await payments('forget')).toContain('of 0 customers')
  const living = await db.selectFrom('subscriptions').select('provider').where('state', '=', 'active').execute()
  expect(living).toEqual([{ provider: 'invoice' }])
  await expect(payments('stop')).rejects.toThrow(/payments forget .* payments end/)
})
