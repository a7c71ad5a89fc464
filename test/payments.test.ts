// Tests subscriptions through the running server with invoices by hand: what is sold, bought, paid, refunded, and who may do it.
import { afterAll, expect, test, vi } from 'vitest'
import * as planGifts from '../core/api/admin/plan-gifts.ts'
import * as subscriptions from '../core/api/admin/subscriptions.ts'
import * as billing from '../core/api/billing.ts'
import * as mail from '../core/api/mail.ts'
import { openJobs } from '../server/foundation/jobs.ts'
import { openLog } from '../server/foundation/log.ts'
import { testDatabase } from './database.ts'
import { makeKey, type Person, patience, personOf, runProduct, signUp } from './running.ts'
import { signUpStaff } from './staff.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url, { BILLING_PROVIDER: 'invoice', INVOICE_INSTRUCTIONS: 'Pay to IBAN 1', REQUESTS_A_MINUTE: '10000' })
const jobs = await openJobs(url, openLog('silent'))
afterAll(() => jobs.stop())
const admin = await signUpStaff(product, db, 'admin', 'admin')
const adminId = await idOf(admin)

async function idOf(person: Person): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()).id
}
const page = (person: Person) => person.ask(billing.getSubscriptionApi, 'GET', '/api/subscription')
const buy = (person: Person, planId: string) => person.ask(billing.addCheckoutApi, 'POST', '/api/checkouts', { planId, interval: 'month' })

test('everybody sees what is sold, without signing in', async () => {
  const { provider, items } = await personOf(product, '', '').ask(billing.listPlansApi, 'GET', '/api/plans')
  expect(provider).toBe('invoice')
  expect(items.map(plan => plan.id)).toEqual(['free', 'personal', 'business'])
})

test('a plan is bought, paid by an administrator, used, changed and refunded, and all of it is in the log', async () => {
  const anna = await signUp(product, 'anna')
  await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  expect(await anna.try('POST', '/api/mailboxes', { kind: 'address' })).toMatchObject({ status: 403 })
  expect(await page(anna)).toMatchObject({ plan: { id: 'free' }, subscription: null, usage: { mailboxes: 1, filters: 0, limit: 60 } })
  const { id } = await buy(anna, 'business')
  const waiting = await anna.ask(billing.getCheckoutApi, 'GET', `/api/checkouts/${id}`)
  expect(waiting).toMatchObject({ state: 'waiting', howToPay: 'Pay to IBAN 1' })
  const file = await anna.try('GET', `/api/invoices/${waiting.invoiceId}/file`)
  expect(file.text).toContain('Business, one month')
  expect(file.text).toContain('anna@example.com')
  const paid = { reference: 'bank 1', reason: 'It arrived' }
  await admin.ask(billing.markPaidApi, 'POST', `/api/admin/invoices/${waiting.invoiceId}/payments`, paid)
  expect(await page(anna)).toMatchObject({ plan: { id: 'business' }, subscription: { state: 'active' }, usage: { limit: 10_000 } })
  await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })

  const choice = { planId: 'business', interval: 'year' }
  const { to, dueNow, prorationAt } = await anna.ask(billing.previewChangeApi, 'POST', '/api/subscription/previews', choice)
  const changed = await anna.ask(billing.changePlanApi, 'POST', '/api/subscription/changes', {
    ...choice,
    ...{ planVersion: to.plan.version, prorationAt, dueNow },
  })
  expect(changed).toMatchObject({ state: 'done', page: { subscription: { interval: 'year' } } })
  const { items } = await admin.ask(billing.listAdminInvoicesApi, 'GET', `/api/admin/invoices?ownerId=${await idOf(anna)}`)
  expect(items).toMatchObject([
    { total: dueNow, state: 'open' },
    { total: { amount: 1900 }, state: 'paid' },
  ])
  const refunded = await admin.ask(billing.refundInvoiceApi, 'POST', `/api/admin/invoices/${items[1]?.id}/refunds`, {
    ...{ amount: 900, reason: 'A gift' },
  })
  expect(refunded).toMatchObject({ refunded: { amount: 900 } })
  const logged = await db.selectFrom('activity_logs').select(['action', 'user_id']).where('resource_type', '=', 'billing').execute()
  expect(logged).toEqual(
    expect.arrayContaining([
      { action: 'subscription.checkout_started', user_id: await idOf(anna) },
      { action: 'subscription.changed', user_id: await idOf(anna) },
    ]),
  )
  const byStaff = await db
    .selectFrom('activity_logs')
    .select(['action', 'actor_id'])
    .where('resource_id', '=', await idOf(anna))
    .execute()
  expect(byStaff).toEqual(
    expect.arrayContaining([
      { action: 'admin.invoice.marked_paid', actor_id: adminId },
      { action: 'admin.invoice.refunded', actor_id: adminId },
    ]),
  )
})

test('an administrator publishes a plan without a restart, and others may not', async () => {
  const { items } = await admin.ask(billing.listAdminPlansApi, 'GET', '/api/admin/plans')
  const business = items.find(plan => plan.id === 'business')
  const { version: _version, publishedAt: _at, ...terms } = business ?? {}
  const team = { ...terms, id: 'team', names: { en: 'Team' }, reason: 'For small teams' }
  const ben = await signUp(product, 'ben')
  expect((await ben.try('POST', '/api/admin/plans', team)).status).toBe(403)
  await admin.ask(billing.publishPlanApi, 'POST', '/api/admin/plans', team)
  const offered = await ben.ask(billing.listPlansApi, 'GET', '/api/plans')
  expect(offered.items.map(plan => plan.id)).toContain('team')
  await buy(ben, 'team')
  expect(await page(ben)).toMatchObject({ plan: { id: 'free' }, subscription: { state: 'pending', plan: { id: 'team' } } })
})

test('support reads subscriptions and changes none; billing gives a plan, and its owner has it at once', async () => {
  const [support, accountant, ida] = [
    await signUpStaff(product, db, 'support', 'support'),
    await signUpStaff(product, db, 'accountant', 'billing'),
    await signUp(product, 'ida'),
  ]
  const id = await idOf(ida)
  const gifts = `/api/admin/users/${id}/plan-gifts`
  const gift = { planId: 'business', endsAt: null, reason: 'Helped us find a bug' }
  expect((await support.ask(subscriptions.getAdminSubscriptionApi, 'GET', `/api/admin/subscriptions/${id}`)).seesMoney).toBe(false)
  expect((await support.try('GET', '/api/admin/subscriptions?state=active')).status).toBe(200)
  for (const [method, path, body] of [
    ['POST', gifts, gift],
    ['DELETE', gifts, { reason: gift.reason }],
    ['POST', `/api/admin/subscriptions/${id}/actions`, { action: 'cancel_now', reason: gift.reason }],
    ['POST', `/api/admin/subscriptions/${id}/previews`, { planId: 'business', interval: 'month' }],
    ['GET', '/api/admin/revenue', undefined],
    ['GET', '/api/admin/invoices', undefined],
    ['GET', '/api/admin/coupons', undefined],
  ] as const) {
    expect([path, (await support.try(method, path, body)).status]).toEqual([path, 403])
    expect([path, (await ida.try(method, path, body)).status]).toEqual([path, 403])
  }
  await accountant.ask(planGifts.givePlanApi, 'POST', gifts, gift)
  expect(await page(ida)).toMatchObject({ plan: { id: 'business' }, usage: { limit: 10_000 }, gift: { endsAt: null } })
  await accountant.ask(planGifts.endPlanGiftApi, 'DELETE', gifts, { reason: gift.reason })
  expect(await page(ida)).toMatchObject({ plan: { id: 'free' }, gift: null })
  expect((await accountant.try('DELETE', gifts, { reason: gift.reason })).status).toBe(409)
  expect((await accountant.try('POST', gifts, { ...gift, reason: 'x' })).status).toBe(400)
})

test('an API key may read the subscription, and neither pay nor see invoices', async () => {
  const eve = await signUp(product, 'eve')
  await buy(eve, 'personal')
  const { secret } = await makeKey(product, eve, 'write')
  const program = personOf(product, '', secret)
  expect(await page(program)).toMatchObject({ subscription: { state: 'trialing' } })
  for (const [method, path] of [
    ['POST', '/api/checkouts'],
    ['GET', '/api/invoices'],
    ['PATCH', '/api/subscription'],
  ] as const)
    expect(await program.try(method, path, method === 'GET' ? undefined : {})).toMatchObject({ status: 403 })
})

test('a trial that ends is invoiced, and what is never paid ends in the free plan', async () => {
  const iris = await signUp(product, 'iris')
  await buy(iris, 'personal')
  await product.pass('15d')
  await untilPage(iris, { subscription: { state: 'active' } })
  await product.pass('15d')
  await untilPage(iris, { plan: { id: 'personal' }, subscription: { state: 'past_due' }, allowance: { reason: 'payment_failed' } })
  await product.pass('7d')
  await untilPage(iris, { plan: { id: 'free' }, subscription: { state: 'suspended' }, allowance: { reason: 'payment_missing' } })
})

/** The job runs every ten minutes of real time; a test asks for it at once. */
async function untilPage(person: Person, expected: object): Promise<void> {
  await jobs.runSoon('advance-invoices')
  await vi.waitFor(async () => expect(await page(person)).toMatchObject(expected), { ...patience, timeout: 20_000 })
}
