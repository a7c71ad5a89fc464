// Tests on real PostgreSQL that a checkout begins once, grants nothing on its own, and survives a failing provider.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { requirePayments } from './payments.ts'
import { buy, type Caller, invoicesOf, look, openBilling, page, payAll, person, subscriber } from './testbed.fixture.ts'

const { db } = await testDatabase()
const checkoutsOf = (who: Caller) =>
  db.selectFrom('billing_intents').select('id').where('owner_id', '=', who.userId).where('kind', '=', 'checkout').execute()

test('a checkout waits until the provider says that it was paid: the page that asks grants nothing', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const { id, url } = await buy(opened, who, 'business')
  expect(url).toBe(`https://mailferry.example/payment-callback?checkout=${id}`)
  const [invoice] = await invoicesOf(opened, who)
  const waiting = { state: 'waiting', plan: { id: 'business' }, interval: 'month', howToPay: 'Pay to IBAN 1', invoiceId: invoice?.id }
  expect(await look(opened, who, id)).toMatchObject(waiting)
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'free' } })
  await payAll(opened, who)
  expect(await look(opened, who, id)).toMatchObject({ state: 'done', howToPay: null, invoiceId: null })
  expect(await page(opened, who)).toMatchObject({ plan: { id: 'business' }, subscription: { state: 'active', price: { amount: 1900 } } })
  expect(opened.changed).toContain(who.userId)
  await expect(look(opened, person(), id)).rejects.toMatchObject({ status: 404, code: 'checkout_unknown' })
  expect(opened.log.map(entry => entry.action)).toEqual(['subscription.checkout_started'])
  expect(opened.staffLog.map(entry => entry.name)).toEqual(['invoice.marked_paid'])
})

test('a page that asks every moment asks the provider every three seconds', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const { id } = await buy(opened, who, 'business')
  opened.calls.length = 0
  for (let n = 0; n < 10; n++) await look(opened, who, id)
  expect(opened.calls.filter(call => call === 'readCheckout')).toHaveLength(1)
  opened.wait(3000)
  await look(opened, who, id)
  expect(opened.calls.filter(call => call === 'readCheckout')).toHaveLength(2)
})

test('a double click begins one checkout, and another plan ends the one before', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const clicks = await Promise.all([buy(opened, who, 'business'), buy(opened, who, 'business'), buy(opened, who, 'business')])
  expect(new Set(clicks.map(click => click.id)).size).toBe(1)
  expect(await invoicesOf(opened, who)).toHaveLength(1)
  const other = await buy(opened, who, 'business', 'year')
  expect(await look(opened, who, clicks[0]?.id ?? '')).toMatchObject({ state: 'expired' })
  expect((await invoicesOf(opened, who)).map(invoice => invoice.state).toSorted()).toEqual(['open', 'void'])
  await payAll(opened, who)
  expect(await look(opened, who, other.id)).toMatchObject({ state: 'done' })
  await expect(buy(opened, who)).rejects.toMatchObject({ status: 409, code: 'subscription_exists' })
})

test('a click that comes before the order of the first one was read takes up the same order', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const payments = requirePayments(opened.deps)
  const { refresh } = payments
  const clicks: string[] = []
  payments.refresh = async customerRef => {
    payments.refresh = refresh
    clicks.push((await buy(opened, who, 'business')).id)
    return refresh(customerRef)
  }
  const { id } = await buy(opened, who, 'business')
  expect(clicks).toEqual([id])
  expect(await invoicesOf(opened, who)).toHaveLength(1)
})

test('of two plans that are chosen while the provider answers slowly, one can be paid', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const { provider } = requirePayments(opened.deps)
  const start = provider.startCheckout
  const others: string[] = []
  provider.startCheckout = async request => {
    provider.startCheckout = start
    const started = await start(request)
    others.push((await buy(opened, who, 'business', 'year')).id)
    return started
  }
  await expect(buy(opened, who, 'business')).rejects.toMatchObject({ status: 409, code: 'checkout_under_way' })
  expect((await invoicesOf(opened, who)).map(({ state, total }) => [state, total.amount])).toEqual(
    expect.arrayContaining([
      ['void', 1900],
      ['open', 19_000],
    ]),
  )
  await payAll(opened, who)
  expect(await look(opened, who, others[0] ?? '')).toMatchObject({ state: 'done', interval: 'year' })
})

test('who begins twenty checkouts in an hour waits, and keeps the one that is open', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const { id } = await buy(opened, who, 'business')
  const { owner_id, request } = await db.selectFrom('billing_intents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const earlier = Array.from({ length: 19 }, () => ({
    ...{ owner_id, id: randomUUID(), provider: 'invoice' as const, kind: 'checkout' as const, request: JSON.stringify(request) },
    ...{ state: 'expired' as const, created_at: opened.now(), ended_at: opened.now() },
  }))
  await db.insertInto('billing_intents').values(earlier).execute()
  await expect(buy(opened, who, 'business', 'year')).rejects.toMatchObject({ status: 429 })
  expect(await buy(opened, who, 'business')).toMatchObject({ id })
  opened.wait(3_600_000)
  expect((await buy(opened, who, 'business', 'year')).id).not.toBe(id)
})

test('while a checkout is open, its customer is not read again and again', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const { id } = await buy(opened, who, 'business')
  requirePayments(opened.deps).provider.readCheckout = async () => ({ state: 'open', isDeclined: false, subscriptionRef: null })
  opened.wait(3000)
  opened.calls.length = 0
  await look(opened, who, id)
  expect(opened.calls).toEqual(['readCheckout'])
})

test('a checkout that was paid while another plan is chosen is not sold twice', async () => {
  const [opened, who] = [await openBilling(db), person()]
  await buy(opened, who, 'business')
  // The payment is known to the provider, and not to us yet.
  const snapshot = await opened.deps.payments?.provider.readCustomer(`hand_${who.userId}`)
  await opened.deps.payments?.markPaid?.({ invoiceRef: snapshot?.invoices[0]?.ref ?? '', reference: 'bank', by: null })
  await expect(buy(opened, who, 'personal')).rejects.toMatchObject({ status: 409, code: 'subscription_exists' })
  expect(await page(opened, who)).toMatchObject({ subscription: { plan: { id: 'business' }, state: 'active' } })
})

test('who buys again after the end gets a new checkout', async () => {
  const { opened, who } = await subscriber(db)
  await opened.deps.payments?.provider.cancelNow({ subscriptionRef: `hsub_${(await checkoutsOf(who))[0]?.id}`, key: 'leave' })
  await opened.deps.payments?.refresh(`hand_${who.userId}`)
  expect(await page(opened, who)).toMatchObject({ subscription: null })
  await buy(opened, who, 'business')
  expect(await checkoutsOf(who)).toHaveLength(2)
  expect(await page(opened, who)).toMatchObject({ subscription: { state: 'pending' } })
})

test('who cancels while the payment is pending can no longer pay: the checkout also ends at the provider', async () => {
  const { opened, who } = await subscriber(db)
  const cancel = () => opened.handlers.change({ ...who, body: { action: 'cancel' } })
  await cancel()
  await opened.pass(31)
  expect(opened.calls).not.toContain('expireCheckout')
  const { id } = await buy(opened, who)
  opened.broken.expireCheckout = 'unreachable'
  await expect(cancel()).rejects.toMatchObject({ status: 503 })
  opened.broken.expireCheckout = 'refused'
  expect(await cancel()).toMatchObject({ subscription: null })
  expect(opened.calls).toContain('expireCheckout')
  expect(await look(opened, who, id)).toMatchObject({ state: 'expired' })
})

test('a checkout that was not paid in time expires, and can be begun again', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const { id } = await buy(opened, who, 'business')
  await opened.pass(15)
  expect(await look(opened, who, id)).toMatchObject({ state: 'expired' })
  expect((await buy(opened, who, 'business')).id).not.toBe(id)
})

test('an unreachable provider answers 503, charges nothing, and the repeated request has the same key', async () => {
  const [opened, who] = [await openBilling(db), person()]
  opened.broken.startCheckout = 'unreachable'
  const failure = { status: 503, code: 'payments_unreachable', message: expect.stringContaining('Nothing was charged') }
  await expect(buy(opened, who, 'business')).rejects.toMatchObject(failure)
  delete opened.broken.startCheckout
  await buy(opened, who, 'business')
  const rows = await db.selectFrom('billing_intents').select('id').where('owner_id', '=', who.userId).execute()
  expect(rows).toHaveLength(1)
  opened.broken.readCheckout = 'unreachable'
  opened.wait(60_000)
  expect(await look(opened, who, rows[0]?.id ?? '')).toMatchObject({ state: 'waiting' })
})

test('a call without an answer is repeated with its key for two minutes, and later with another', async () => {
  const [opened, who] = [await openBilling(db), person()]
  const intents = () =>
    db.selectFrom('billing_intents').select(['kind', 'state']).where('owner_id', '=', who.userId).orderBy('created_at').execute()
  opened.broken.startCheckout = 'unreachable'
  await expect(buy(opened, who, 'business')).rejects.toMatchObject({ status: 503 })
  opened.wait(60_000)
  await expect(buy(opened, who, 'business')).rejects.toMatchObject({ status: 503 })
  expect(await intents()).toEqual([{ kind: 'checkout', state: 'open' }])
  opened.wait(60_000)
  await expect(buy(opened, who, 'business')).rejects.toMatchObject({ status: 503 })
  opened.broken.startCheckout = 'refused'
  await expect(buy(opened, who, 'business')).rejects.toMatchObject({ status: 409 })
  expect((await intents()).map(intent => intent.state)).toEqual(['expired', 'failed'])
  delete opened.broken.startCheckout
  await buy(opened, who, 'business')
  await payAll(opened, who)
  const change = (action: 'cancel' | 'resume') => opened.handlers.change({ ...who, body: { action } })
  // The call has an effect, but its answer is lost: the same request later must not count as a repeat.
  opened.broken.cancelAtPeriodEnd = 'unreachable'
  await expect(change('cancel')).rejects.toMatchObject({ status: 503 })
  delete opened.broken.cancelAtPeriodEnd
  const ref = (await opened.deps.payments?.provider.readCustomer(`hand_${who.userId}`))?.subscriptions.find(
    one => one.state === 'active',
  )?.ref
  await opened.deps.payments?.provider.cancelAtPeriodEnd({ subscriptionRef: ref ?? '', key: 'lost' })
  await opened.deps.payments?.refresh(`hand_${who.userId}`)
  await change('resume')
  await change('cancel')
  expect((await intents()).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
    'cancel done',
    'cancel failed',
    'checkout expired',
    'checkout failed',
    'checkout open',
    'resume done',
  ])
})
