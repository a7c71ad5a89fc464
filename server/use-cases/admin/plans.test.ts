// Tests the commands for plans and invoices by hand.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { testDatabase } from '../../../test/database.ts'
import { openHandProvider } from '../../billing/by-hand/open.ts'
import { saveCustomer } from '../../billing/customers/store.ts'
import { publishAllPrices } from '../../billing/plans/publish.ts'
import { loadWords } from '../../foundation/words.ts'
import { runInvoicesCommand } from './invoices.ts'
import { runPlansCommand } from './plans.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'mailferry-plans-'))
const order = (...words: string[]) => runPlansCommand({ db, now, say: loadWords('en').of('billing') }, words)
const file = (content: unknown): string => {
  const path = join(folder, `${randomUUID()}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const exported = async () => z.array(z.looseObject({ id: z.string(), trialDays: z.number() })).parse(JSON.parse(await order('export')))

test('plans are listed, and an export that is imported again publishes nothing', async () => {
  expect(await order('list')).toBe(
    [
      'business 1 · Business · $19.00 a month, $190.00 a year, €19.00 a month, €190.00 a year · sold · 2026-11-22',
      'free 1 · Free · no price · sold · 2026-11-22',
      'personal 1 · Personal · $4.90 a month, $49.00 a year, €4.90 a month, €49.00 a year · sold · 2026-11-22',
    ].join('\n'),
  )
  expect(await order('import', file(await exported()))).toBe('business 1 is as it was.\nfree 1 is as it was.\npersonal 1 is as it was.')
})

test('changed terms are a new version, and what is sold can change without one', async () => {
  const plans = await exported()
  const changed = plans.map(plan => (plan.id === 'personal' ? { ...plan, trialDays: 30 } : plan))
  expect(await order('import', file(changed))).toContain('personal 2 was published.')
  const unsold = changed.map(plan => (plan.id === 'business' ? { ...plan, isSold: false } : plan))
  expect(await order('import', file(unsold))).toContain('business 1 is no longer sold.')
  expect(await exported()).toMatchObject([{ id: 'business', isSold: false }, { id: 'free' }, { id: 'personal', trialDays: 30 }])
  expect(await order('import', file(changed))).toContain('business 1 is sold from now on.')
})

test('a command or file that fails says what to do instead, and publishes nothing', async () => {
  const before = await order('list')
  await expect(order()).rejects.toThrow('npm run admin -- plans import FILE')
  await expect(order('import')).rejects.toThrow('Say what to do')
  await expect(order('import', join(folder, 'none.json'))).rejects.toThrow('could not be read as JSON')
  await expect(order('import', file('{'))).rejects.toThrow('could not be read as JSON')
  await expect(order('import', file([{ id: 'Big Plan' }]))).rejects.toThrow('write a plan id as personal or team_2')
  const free = (await exported()).find(plan => plan.id === 'free')
  await expect(order('import', file([{ ...free, trialDays: 3 }]))).rejects.toThrow('The free plan can’t have prices or a trial.')
  await expect(order('import', file([{ ...free, isSold: false }]))).rejects.toThrow('can’t remove the free plan')
  expect(await order('list')).toBe(before)
})

test('invoices by hand are listed and marked as paid, which begins the subscription', async () => {
  const deps = { db, now: () => now, dueDays: 14, graceDays: 7 }
  const invoices = (...words: string[]) => runInvoicesCommand(deps, words)
  expect(await invoices('list')).toBe('There is no invoice.')
  const issuer = { name: null, address: null, email: null, instructions: '' }
  const readBuyer = async () => ({ email: null, words: loadWords('en') })
  const provider = openHandProvider({ ...deps, issuer, readBuyer, publicUrl: 'https://mailferry.example' })
  await publishAllPrices(db, provider)
  const ownerId = randomUUID()
  const customerRef = await saveCustomer(db, ownerId, 'invoice', await provider.createCustomer({ ownerId, email: '', language: 'en' }), now)
  const checkoutId = randomUUID()
  const page = 'https://mailferry.example/payment-callback'
  const checkout = { ownerId, customerRef, checkoutId, key: checkoutId, trialDays: 0, returnUrl: page, cancelUrl: page, language: 'en' }
  await provider.startCheckout({ ...checkout, priceRef: 'hand_business_1_month_usd' })
  expect(await invoices('list', 'open')).toBe(`000001 · $19.00 · open · due 2026-12-06 · ${ownerId}`)
  expect(await invoices('paid', '1', 'bank', '42')).toContain('Invoice 000001 is paid.')
  expect(await invoices('list')).toBe(`000001 · $19.00 · paid · bank 42 · ${ownerId}`)
  expect(await invoices('list', 'open')).toBe('There is no invoice.')
  const rows = await db.selectFrom('subscriptions').select(['state', 'plan_id']).where('owner_id', '=', ownerId).execute()
  expect(rows).toEqual([{ state: 'active', plan_id: 'business' }])
  await expect(invoices('paid', '2', 'bank')).rejects.toThrow('There is no invoice 2. See npm run admin -- invoices list')
  await expect(invoices('paid', '1')).rejects.toThrow('invoices paid NUMBER REFERENCE')
  await expect(invoices('paid', '1', 'other')).rejects.toThrow('was paid with the reference bank 42')
})
