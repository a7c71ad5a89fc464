// Tests the console's subscriptions on real PostgreSQL: the list and its filters, who sees money, what staff change, and the timeline.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { page as pageOf } from '../../../billing/subscription/testbed.fixture.ts'
import { toCsv } from '../../../foundation/http/csv.ts'
import { openConsole } from './console.fixture.ts'

const { db } = await testDatabase()
const opened = await openConsole(db)
const { console: handlers, staff, subscriber, owner } = opened
const [admin, support, billing] = [await staff('admin'), await staff('support'), await staff('billing')]
const reason = 'Actions from your phone'

const listAs = async (who: typeof admin, query: object = {}) =>
  (await handlers.subscriptions.list({ ...who, query: { limit: 50, ...query } })).items
const detailAs = (who: typeof admin, id: string) => handlers.subscriptions.get({ ...who, params: { id } })
const act = (who: typeof admin, id: string, action: 'cancel' | 'cancel_now' | 'resume' | 'pause' | 'unpause') =>
  handlers.subscriptions.runAction({ ...who, params: { id }, body: { action, reason } })
const timelineOf = async (id: string, limit = 50) => handlers.subscriptions.timeline({ ...admin, params: { id }, query: { limit } })
const staffLogOf = (id: string) =>
  db
    .selectFrom('activity_logs')
    .select(['action', 'actor_id', 'details'])
    .where('resource_id', '=', id)
    .where('actor_id', 'is not', null)
    .orderBy('id')
    .execute()

test('the list is filtered by state, plan, provider, dates, email, owner and the id of the provider', async () => {
  const anna = await subscriber('anna_1@example.com')
  const ben = await subscriber('ben@example.com', 'personal')
  await act(admin, ben.userId, 'cancel')
  const eve = await owner('eve@example.com')
  await handlers.planGifts.give({ ...admin, params: { id: eve.userId }, body: { planId: 'business', endsAt: null, reason } })
  const emails = async (query: object) => (await listAs(admin, query)).map(row => row.email)
  expect(await emails({ state: 'active' })).toEqual(['anna_1@example.com'])
  expect(await emails({ state: 'canceled' })).toEqual(['ben@example.com'])
  expect(await emails({ state: 'gift' })).toEqual(['eve@example.com'])
  expect(await emails({ plan: 'business' })).toEqual(expect.arrayContaining(['anna_1@example.com', 'eve@example.com']))
  expect(await emails({ plan: 'personal' })).toEqual(['ben@example.com'])
  expect(await emails({ provider: 'stripe' })).toEqual([])
  expect(await emails({ search: 'ANNA_' })).toEqual(['anna_1@example.com'])
  expect(await emails({ search: 'annax' })).toEqual([])
  expect(await emails({ search: anna.userId })).toEqual(['anna_1@example.com'])
  const [row] = await listAs(admin, { search: 'ben' })
  expect(await emails({ search: row?.ref ?? '' })).toEqual(['ben@example.com'])
  expect(await emails({ search: `hand_${ben.userId}` })).toEqual(['ben@example.com'])
  expect(await emails({ startedFrom: '2026-04-11' })).toEqual([])
  expect(await emails({ startedTo: '2026-04-10' })).toHaveLength(3)
  expect(await emails({ renewsFrom: '2026-05-10', renewsTo: '2026-05-10', state: 'active' })).toEqual(['anna_1@example.com'])
})

test('pages follow one another without a gap or a repeat, with gifts between subscriptions', async () => {
  const all = await listAs(admin)
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await handlers.subscriptions.list({ ...admin, query: { limit: 1, cursor } })
    found.push(...page.items.map(row => row.id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(found).toEqual(all.map(row => row.id))
  const file = await handlers.subscriptions.csv({ ...admin, query: {} })
  let text = ''
  for await (const part of toCsv(file)) text += part
  expect(text.trim().split('\r\n')).toHaveLength(all.length + 1)
})

test('a search that matches very many emails finds all of them over several pages, gifts too', async () => {
  await sql`insert into users (id, email, created_at, updated_at)
    select gen_random_uuid(), 'zz.' || n || '@example.com', ${opened.now()}, ${opened.now()} from generate_series(1, 5500) n`.execute(db)
  const owners = await db.selectFrom('users').select('id').where('email', 'like', 'zz.%').orderBy('id').execute()
  const [template] = await db.selectFrom('subscriptions').selectAll().limit(1).execute()
  if (!template) throw new Error('There is no subscription.')
  // Only the oldest of many rows belong to matching owners, so that the first pages look at rows in vain.
  const others = Array.from({ length: 4000 }, (_, n) => ({ owner: crypto.randomUUID(), at: new Date(2026, 0, 2, 0, 0, n) }))
  const wanted = owners.slice(0, 5).map(({ id: one }, n) => ({ owner: one, at: new Date(2026, 0, 1, 0, 0, n) }))
  const rows = [...others, ...wanted].map(({ owner: one, at }) => ({
    ...{ ...template, owner_id: one, id: crypto.randomUUID(), subscription_ref: crypto.randomUUID(), started_at: at },
  }))
  for (let at = 0; at < rows.length; at += 1000)
    await db
      .insertInto('subscriptions')
      .values(rows.slice(at, at + 1000))
      .execute()
  const [given] = owners.slice(5)
  await handlers.planGifts.give({ ...admin, params: { id: given?.id ?? '' }, body: { planId: 'business', endsAt: null, reason } })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await handlers.subscriptions.list({ ...admin, query: { limit: 2, cursor, search: 'zz.' } })
    expect(page.items.length).toBeLessThanOrEqual(2)
    found.push(...page.items.map(row => row.ownerId))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(found).toEqual([given?.id, ...wanted.map(one => one.owner).toReversed()])
  await db
    .deleteFrom('subscriptions')
    .where(
      'id',
      'in',
      rows.map(row => row.id),
    )
    .execute()
})

test('who never paid is no owner to billing alone', async () => {
  const { userId: id } = await opened.owner('free@example.com')
  expect(await detailAs(support, id)).toMatchObject({ email: 'free@example.com', all: [] })
  await expect(detailAs(billing, id)).rejects.toMatchObject({ code: 'owner_unknown' })
})

test('support sees states and plans and no amounts; billing and administrators see both', async () => {
  const { userId: id } = await subscriber('money@example.com')
  const invoicesAs = async (who: typeof admin) =>
    (await handlers.subscriptions.invoices({ ...who, params: { id }, query: { limit: 10 } })).items
  for (const who of [admin, billing]) {
    expect(await listAs(who, { search: id })).toMatchObject([{ state: 'active', monthly: { amount: 1900, currency: 'usd' } }])
    expect(await detailAs(who, id)).toMatchObject({ seesMoney: true, subscription: { price: { amount: 1900 } } })
    expect(await invoicesAs(who)).toMatchObject([{ state: 'paid', amounts: { paid: { amount: 1900 } } }])
    expect((await handlers.subscriptions.csv({ ...who, query: {} })).head).toContain('monthly')
  }
  expect(await listAs(support, { search: id })).toMatchObject([{ state: 'active', monthly: null }])
  expect(await detailAs(support, id)).toMatchObject({
    seesMoney: false,
    subscription: { price: null, monthly: null, state: 'active' },
    actions: [],
  })
  expect(await invoicesAs(support)).toMatchObject([{ state: 'paid', amounts: null }])
  const file = await handlers.subscriptions.csv({ ...support, query: {} })
  expect(file.head).not.toContain('monthly')
  for await (const row of file.rows) expect(row).toHaveLength(file.head.length)
})

test('a change of plan costs what the preview says, and the log says who asked for it and why', async () => {
  const { userId: id } = await subscriber('change@example.com', 'personal')
  const choice = { planId: 'business', interval: 'month' as const }
  const preview = await handlers.subscriptions.preview({ ...billing, params: { id }, body: choice })
  const order = { ...choice, planVersion: preview.to.plan.version, prorationAt: preview.prorationAt, reason }
  const other = { ...order, dueNow: { ...preview.dueNow, amount: preview.dueNow.amount - 1 } }
  await expect(handlers.subscriptions.changePlan({ ...billing, params: { id }, body: other })).rejects.toMatchObject({
    code: 'price_changed',
  })
  expect(await staffLogOf(id)).toEqual([])
  const body = { ...order, dueNow: preview.dueNow }
  expect(await handlers.subscriptions.changePlan({ ...billing, params: { id }, body })).toEqual({ state: 'done', url: null })
  expect(await detailAs(admin, id)).toMatchObject({ plan: { id: 'business' } })
  expect(await staffLogOf(id)).toMatchObject([
    {
      ...{ action: 'admin.subscription.plan_changed', actor_id: billing.userId },
      details: { reason, before: { planId: 'personal' }, after: { planId: 'business', dueNow: preview.dueNow } },
    },
  ])
})

test('what the provider refuses is noted as asked for, and changes nothing', async () => {
  const { userId: id } = await subscriber('refused@example.com')
  opened.broken.cancelNow = 'refused'
  await expect(act(admin, id, 'cancel_now')).rejects.toMatchObject({ status: 409, code: 'payment_refused' })
  delete opened.broken.cancelNow
  expect(await detailAs(admin, id)).toMatchObject({ subscription: { state: 'active' } })
  expect(await staffLogOf(id)).toMatchObject([{ action: 'admin.subscription.canceled_now' }])
  expect((await timelineOf(id)).items.map(entry => entry.text)).toContain('A cancellation was requested: it failed.')
})

test('staff cancel, resume, pause and end a subscription, and only what is possible now', async () => {
  const who = await subscriber('acts@example.com')
  const id = who.userId
  await act(admin, id, 'cancel')
  expect((await detailAs(admin, id)).actions).toEqual(['resume', 'cancel_now'])
  await expect(act(admin, id, 'cancel')).rejects.toMatchObject({ code: 'not_possible' })
  await act(admin, id, 'resume')
  await act(admin, id, 'pause')
  expect(await listAs(admin, { search: id })).toMatchObject([{ state: 'paused', monthly: { amount: 0 } }])
  await act(admin, id, 'unpause')
  await act(admin, id, 'cancel_now')
  expect(await listAs(admin, { search: id })).toMatchObject([{ state: 'ended' }])
  expect((await detailAs(admin, id)).subscription).toBeNull()
  await expect(act(admin, id, 'resume')).rejects.toMatchObject({ code: 'no_subscription' })
})

test('a trial is made longer, never shorter, and its end is announced again', async () => {
  const who = await owner('trial@example.com')
  await opened.handlers.startCheckout({ ...who, body: { planId: 'personal', interval: 'month' } })
  const id = who.userId
  await db.updateTable('subscriptions').set({ trial_notified_at: opened.now() }).where('owner_id', '=', id).execute()
  const trialEnd = async () => (await detailAs(admin, id)).subscription?.trialEndsAt ?? ''
  const before = new Date(await trialEnd())
  const extend = (until: Date) =>
    handlers.subscriptions.extendTrial({ ...billing, params: { id }, body: { until: until.toISOString(), reason } })
  for (const wrong of [before, new Date(before.getTime() - 86_400_000), new Date(before.getTime() + 400 * 86_400_000)])
    await expect(extend(wrong)).rejects.toMatchObject({ status: 422, code: 'trial_end_wrong' })
  const later = new Date(before.getTime() + 7 * 86_400_000)
  expect(await extend(later)).toEqual({ trialEndsAt: later.toISOString() })
  const row = await db.selectFrom('subscriptions').selectAll().where('owner_id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'trialing', current_period_end: later, trial_notified_at: null })
})

test('refunds at the same time never come to more than what was paid', async () => {
  const who = await subscriber('refund@example.com')
  const { items } = await opened.handlers.invoices.listAll({ ...who, query: { limit: 5, ownerId: who.userId } })
  const params = { id: items[0]?.id ?? '' }
  const refund = (amount: number, n: number) =>
    opened.handlers.invoices.refund({ ...billing, params, body: { amount, reason: `${reason} ${n}` } }).catch(() => null)
  await Promise.all([1000, 1000, 900, 900, 1900].map(refund))
  const after = await opened.handlers.invoices.listAll({ ...who, query: { limit: 5, ownerId: who.userId } })
  const { refunded = { amount: 0 }, paid = { amount: 0 } } = after.items[0] ?? {}
  expect(refunded.amount).toBeGreaterThan(0)
  expect(refunded.amount).toBeLessThanOrEqual(paid.amount)
  await expect(opened.handlers.invoices.refund({ ...billing, params, body: { amount: 1901, reason } })).rejects.toMatchObject({
    code: 'refund_too_much',
  })
})

test('the timeline merges what happened, newest first, page by page, with the reason of staff', async () => {
  const who = await subscriber('timeline@example.com')
  opened.wait(1000)
  await act(admin, who.userId, 'cancel')
  opened.wait(1000)
  await handlers.planGifts.give({ ...admin, params: { id: who.userId }, body: { planId: 'business', endsAt: null, reason } })
  const { items } = await timelineOf(who.userId)
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'gift', text: 'Gave a plan for free', reason }),
      expect.objectContaining({ kind: 'staff', text: 'Canceled at the end of the period', reason }),
      expect.objectContaining({ kind: 'request', text: 'A cancellation was requested: done.' }),
      expect.objectContaining({ kind: 'change', text: 'The state changed from waiting for payment to active.' }),
    ]),
  )
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await handlers.subscriptions.timeline({ ...admin, params: { id: who.userId }, query: { limit: 2, cursor } })
    paged.push(...page.items.map(entry => entry.id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(paged).toEqual(items.map(entry => entry.id))
})

test('where nothing is sold, the page says so and nothing can be given', async () => {
  const unsold = await openConsole(db, { billing: { ...opened.billing, payments: null } })
  const root = await unsold.staff('admin')
  expect(await unsold.console.subscriptions.options(root)).toMatchObject({ provider: null, hasCoupons: false })
  const { userId: id } = await unsold.owner('unsold@example.com')
  expect(await unsold.console.planGifts.list({ ...root, params: { id } })).toEqual({
    isSelling: false,
    mayGive: false,
    items: [],
    plans: [],
  })
  const give = unsold.console.planGifts.give({ ...root, params: { id }, body: { planId: 'business', endsAt: null, reason } })
  await expect(give).rejects.toMatchObject({ status: 404, code: 'nothing_sold' })
})

test('a customer sees the plan that they were given', async () => {
  const who = await owner('given@example.com')
  await handlers.planGifts.give({ ...admin, params: { id: who.userId }, body: { planId: 'personal', endsAt: null, reason } })
  expect(await pageOf(opened, who)).toMatchObject({
    plan: { id: 'personal' },
    subscription: null,
    allowance: { source: 'gift' },
    gift: { endsAt: null },
  })
})

test('a failed payment says why and when the next attempt is, to every role and without an amount for support', async () => {
  const gina = await subscriber('gina@example.com')
  expect((await detailAs(admin, gina.userId)).failedPayment).toBeNull()
  const nextAttempt = new Date('2026-05-01T12:00:00Z')
  await db
    .updateTable('invoices')
    .set({ state: 'open', decline_code: 'expired_card', next_attempt_at: nextAttempt })
    .where('owner_id', '=', gina.userId)
    .execute()
  const failed = { code: 'expired_card', nextAttemptAt: nextAttempt.toISOString() }
  for (const who of [admin, support]) expect((await detailAs(who, gina.userId)).failedPayment).toMatchObject(failed)
  const page = await handlers.subscriptions.invoices({ ...support, params: { id: gina.userId }, query: { limit: 5 } })
  expect(page.items).toMatchObject([{ declineCode: 'expired_card', nextAttemptAt: failed.nextAttemptAt, amounts: null }])
})
