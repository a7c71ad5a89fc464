// Tests plans, changes, invoices and the end of subscriptions on real PostgreSQL, with invoices by hand.
import { expect, test } from 'vitest'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { billingHandlers } from '../handlers.ts'
import { endSubscriptions } from './ending.ts'
import { agree, buy, choice, invoicesOf, look, openBilling, page, payAll, person, subscriber } from './testbed.fixture.ts'

const { db } = await testDatabase()

test('the plans that are sold here are listed in the currency of this server, cheapest first', async () => {
  const { handlers, deps } = await openBilling(db)
  const { provider, items } = await handlers.plans({ ...person() })
  expect(provider).toBe('invoice')
  expect(items.map(plan => plan.id)).toEqual(['free', 'personal', 'business'])
  expect(items.flatMap(plan => plan.prices).every(price => price.currency === 'usd')).toBe(true)
  const inYen = billingHandlers({ ...deps, currency: 'jpy' }, null)
  expect((await inYen.plans({ ...person() })).items.map(plan => plan.id)).toEqual(['free'])
  await expect(inYen.startCheckout({ ...person(), body: choice('personal') })).rejects.toMatchObject({ status: 422, code: 'plan_unknown' })
})

test('where nothing is sold everything is free, and nothing can be bought', async () => {
  const { deps } = await openBilling(db)
  const handlers = billingHandlers({ ...deps, payments: null }, null)
  const who = person()
  expect(await handlers.plans({ ...who })).toEqual({ provider: null, items: [] })
  expect(await handlers.get(who)).toMatchObject({ provider: null, plan: selfHosted, subscription: null, mayTry: false })
  expect((await handlers.invoices.list({ ...who, query: { limit: 50 } })).items).toEqual([])
  const nothing = { status: 404, code: 'nothing_sold', message: expect.stringContaining('This server doesn’t sell plans') }
  await expect(handlers.startCheckout({ ...who, body: choice('personal') })).rejects.toMatchObject(nothing)
  await expect(handlers.change({ ...who, body: { action: 'cancel' } })).rejects.toMatchObject(nothing)
  await expect(handlers.preview({ ...who, body: choice('personal') })).rejects.toMatchObject(nothing)
  await expect(handlers.openPortal(who)).rejects.toMatchObject(nothing)
})

test('who has no subscription is on the free plan, and may try a plan once', async () => {
  const [opened, who] = [await openBilling(db), person()]
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'free' }, subscription: null, mayTry: true, howToPay: 'Pay to IBAN 1' })
  const { id } = await buy(opened, who)
  expect(await look(opened, who, id)).toMatchObject({ state: 'done', plan: { id: 'personal' } })
  const trying = await page(opened, who)
  expect(trying).toMatchObject({
    plan: { id: 'personal' },
    subscription: { state: 'trialing' },
    mayTry: false,
    allowance: { reason: null },
  })
  await opened.handlers.change({ ...who, body: { action: 'cancel' } })
  await opened.pass(15)
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'free' }, subscription: null, mayTry: false })
  await buy(opened, who)
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'free' }, subscription: { state: 'pending', actions: ['cancel'] } })
})

test('what the provider refuses is said, with its reason', async () => {
  const { opened, who } = await subscriber(db)
  opened.broken.cancelAtPeriodEnd = 'refused'
  await expect(opened.handlers.change({ ...who, body: { action: 'cancel' } })).rejects.toMatchObject({
    ...{ status: 409, code: 'payment_refused', message: 'The payment provider declined this: The card has expired.' },
  })
  opened.broken.cancelAtPeriodEnd = 'unreachable'
  await expect(opened.handlers.change({ ...who, body: { action: 'cancel' } })).rejects.toMatchObject({ status: 503 })
  expect(await page(opened, who)).toMatchObject({ subscription: { state: 'active', cancelsAt: null } })
})

test('a subscription is cancelled, resumed, paused and taken up again, each confirmed at once', async () => {
  const { opened, who } = await subscriber(db)
  const change = (action: 'cancel' | 'resume' | 'pause' | 'unpause' | 'keep_plan') => opened.handlers.change({ ...who, body: { action } })
  const cancelled = await change('cancel')
  expect(cancelled.subscription).toMatchObject({ state: 'active', cancelsAt: '2026-05-10T10:00:00.000Z', actions: ['resume'] })
  await expect(change('cancel')).rejects.toMatchObject({ status: 409, code: 'not_possible' })
  expect((await change('resume')).subscription).toMatchObject({ cancelsAt: null, actions: ['change', 'pause', 'cancel'] })
  const paused = await change('pause')
  expect(paused).toMatchObject({
    plan: { id: 'free' },
    subscription: { state: 'paused', plan: { id: 'business' } },
    allowance: { reason: 'paused' },
  })
  expect((await change('unpause')).subscription).toMatchObject({ state: 'active' })
  await change('cancel')
  await opened.pass(31)
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'free' }, subscription: null, allowance: { reason: 'ended' } })
  expect(opened.log.map(entry => entry.action)).toEqual(expect.arrayContaining(['subscription.cancelled', 'subscription.resumed']))
  await expect(change('cancel')).rejects.toMatchObject({ status: 409, code: 'no_subscription' })
})

test('an upgrade charges exactly what was previewed, and what changed meanwhile has to be agreed to again', async () => {
  const { opened, who } = await subscriber(db, 'personal', 'year')
  await opened.pass(10)
  // The trial of the plan costs nothing; with its end the first period is invoiced.
  await opened.pass(5)
  await payAll(opened, who)
  const { preview, body } = await agree(opened, who, choice('business', 'year'))
  expect(preview).toMatchObject({
    kind: 'upgrade',
    from: { plan: { id: 'personal' } },
    to: { plan: { id: 'business' } },
    prorationAt: preview.at,
  })
  expect(preview.lines.map(line => line.kind)).toEqual(['unused', 'remaining'])
  expect(preview.lines.reduce((sum, line) => sum + line.amount.amount, 0)).toBe(preview.dueNow.amount)
  const wrong = { ...body, dueNow: { ...body.dueNow, amount: body.dueNow.amount - 1 } }
  await expect(opened.handlers.changePlan({ ...who, body: wrong })).rejects.toMatchObject({
    ...{ status: 409, code: 'price_changed', details: { preview: { dueNow: preview.dueNow } } },
  })
  const otherVersion = { ...body, planVersion: body.planVersion + 1 }
  await expect(opened.handlers.changePlan({ ...who, body: otherVersion })).rejects.toMatchObject({ code: 'price_changed' })
  opened.wait(11 * 60_000)
  const stale = opened.handlers.changePlan({ ...who, body })
  await expect(stale).rejects.toMatchObject({
    status: 409,
    code: 'price_changed',
    details: { preview: { prorationAt: expect.any(String) } },
  })
  const fresh = await agree(opened, who, choice('business', 'year'))
  const done = await opened.handlers.changePlan({ ...who, body: fresh.body })
  expect(done).toMatchObject({ state: 'done', url: null, page: { plan: { id: 'business' }, subscription: { interval: 'year' } } })
  expect((await invoicesOf(opened, who))[0]?.total).toEqual(fresh.preview.dueNow)
  await expect(opened.handlers.changePlan({ ...who, body: fresh.body })).rejects.toMatchObject({ status: 409, code: 'same_plan' })
})

test('a downgrade waits for the end of the period, costs nothing now, and can be taken back', async () => {
  const { opened, who } = await subscriber(db)
  const { preview, body } = await agree(opened, who, choice('personal'))
  expect(preview).toMatchObject({ kind: 'downgrade', at: '2026-05-10T10:00:00.000Z', prorationAt: null, lines: [], dueNow: { amount: 0 } })
  const { state, page: after } = await opened.handlers.changePlan({ ...who, body })
  expect(state).toBe('scheduled')
  expect(after).toMatchObject({
    plan: { id: 'business' },
    subscription: { nextChange: { plan: { id: 'personal' }, price: { amount: 490 } } },
  })
  const kept = await opened.handlers.change({ ...who, body: { action: 'keep_plan' } })
  expect(kept.subscription).toMatchObject({ nextChange: null })
  await opened.handlers.changePlan({ ...who, body })
  await opened.pass(31)
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'personal' }, subscription: { nextChange: null, price: { amount: 490 } } })
})

test('a payment that is missing shows until when it is waited for, and then the free plan', async () => {
  const { opened, who } = await subscriber(db)
  await opened.pass(30 + 14)
  const waiting = await page(opened, who)
  expect(waiting.subscription).toMatchObject({ state: 'past_due', graceEndsAt: '2026-05-31T10:00:00.000Z', actions: ['cancel'] })
  expect(waiting).toMatchObject({ plan: { id: 'business' }, allowance: { delivery: 'digest', reason: 'payment_failed' } })
  await opened.pass(7)
  expect(await page(opened, who)).toMatchObject({
    plan: { id: 'free' },
    subscription: { state: 'suspended' },
    allowance: { reason: 'payment_missing' },
  })
  await payAll(opened, who)
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'business' }, subscription: { state: 'active', graceEndsAt: null } })
})

test('invoices are listed page by page, and a file is only for its owner', async () => {
  const { opened, who } = await subscriber(db)
  for (let month = 0; month < 4; month++) {
    await opened.pass(31)
    await payAll(opened, who)
  }
  const first = await opened.handlers.invoices.list({ ...who, query: { limit: 2 } })
  const second = await opened.handlers.invoices.list({ ...who, query: { limit: 50, cursor: first.next ?? '' } })
  const all = await invoicesOf(opened, who)
  expect([...first.items, ...second.items]).toEqual(all)
  expect(second.next).toBeNull()
  await expect(opened.handlers.invoices.list({ ...who, query: { limit: 2, cursor: 'x' } })).rejects.toMatchObject({ status: 400 })
  const id = all[0]?.id ?? ''
  const file = await opened.handlers.invoices.download({ ...who, params: { id } })
  expect(file).toMatchObject({ type: 'text/html; charset=utf-8', name: expect.stringMatching(/^invoice-\d{6}\.html$/) })
  await expect(opened.handlers.invoices.download({ ...person(), params: { id } })).rejects.toMatchObject({
    status: 404,
    code: 'invoice_unknown',
  })
})

test('an administrator refunds at most what was paid, and the log says who, before and after', async () => {
  const { opened, who } = await subscriber(db)
  const { handlers, staffLog } = opened
  const { items } = await handlers.invoices.listAll({ ...who, query: { limit: 50, ownerId: who.userId, state: 'paid' } })
  expect(items).toMatchObject([{ ownerId: who.userId, provider: 'invoice', paid: { amount: 1900 } }])
  const params = { id: items[0]?.id ?? '' }
  const refund = (amount: number) => handlers.invoices.refund({ ...who, params, body: { amount, reason: 'A mistake' } })
  expect(await refund(400)).toMatchObject({ refunded: { amount: 400 } })
  expect(await refund(400)).toMatchObject({ refunded: { amount: 800 } })
  await expect(refund(1101)).rejects.toMatchObject({ status: 422, message: 'You can refund up to $11.00 of this invoice.' })
  expect(staffLog.at(-1)).toMatchObject({
    ...{ name: 'invoice.refunded', resourceType: 'subscription', resourceId: who.userId, reason: 'A mistake' },
    ...{ before: { invoiceId: params.id, refunded: 400 }, after: { refunded: 800 } },
  })
})

test('a plan is published as a new version, and who bought the old one keeps it', async () => {
  const { opened, who } = await subscriber(db, 'personal')
  const { handlers } = opened
  const [newest] = (await handlers.administration.list(who)).items.filter(plan => plan.id === 'personal')
  if (!newest) throw new Error('There is no plan.')
  const { version, publishedAt: _, ...published } = newest
  const terms = { ...published, reason: 'Prices of autumn' }
  expect(await handlers.administration.publish({ ...who, body: terms })).toMatchObject({ version })
  const smaller = { ...terms, limits: { ...terms.limits, mailboxes: 2 } }
  expect(await handlers.administration.publish({ ...who, body: smaller })).toMatchObject({ version: version + 1, limits: { mailboxes: 2 } })
  expect(await page(opened, who)).toMatchObject({ plan: { version, limits: { mailboxes: 3 } } })
  const { items } = await handlers.plans({ ...who })
  expect(items.find(plan => plan.id === 'personal')).toMatchObject({ version: version + 1 })
  const free = { ...terms, id: 'free' }
  await expect(handlers.administration.publish({ ...who, body: free })).rejects.toMatchObject({ status: 422, code: 'bad_plan' })
})

test('who leaves is charged nothing more, and stays while that is not certain', async () => {
  const { opened, who } = await subscriber(db)
  opened.broken.cancelNow = 'unreachable'
  await expect(endSubscriptions(opened.deps, who.userId)).rejects.toMatchObject({ status: 503 })
  delete opened.broken.cancelNow
  await endSubscriptions(opened.deps, who.userId)
  await endSubscriptions(opened.deps, who.userId)
  const rows = await db.selectFrom('hand_subscriptions').select('state').where('customer_ref', '=', `hand_${who.userId}`).execute()
  expect(rows).toEqual([{ state: 'ended' }])
  const waiting = person()
  await buy(opened, waiting, 'business')
  await endSubscriptions(opened.deps, waiting.userId)
  expect((await opened.deps.payments?.provider.readCustomer(`hand_${waiting.userId}`))?.subscriptions).toMatchObject([{ state: 'ended' }])
})
