// Tests plans that staff give for free on real PostgreSQL: what they allow, when they end, and their history.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { openAllowance } from '../../../billing/allowance.ts'
import { openConsole } from './console.fixture.ts'

const { db } = await testDatabase()
const opened = await openConsole(db)
const { console: handlers, staff, owner, subscriber } = opened
const [admin, support] = [await staff('admin'), await staff('support')]
const allowance = openAllowance({ sells: true, graceDays: 7 })
const dayMs = 86_400_000
const reason = 'Helped us find a bug'
const later = (days: number) => new Date(opened.now().getTime() + days * dayMs)

const give = (id: string, planId = 'business', endsAt: Date | null = null) =>
  handlers.planGifts.give({ ...admin, params: { id }, body: { planId, endsAt: endsAt?.toISOString() ?? null, reason } })
const end = (id: string) => handlers.planGifts.end({ ...admin, params: { id }, body: { reason } })
const limitAt = async (id: string, at = opened.now()) => (await allowance.limitsOf(db, id, at)).deliveriesPerMonth

test('a gift applies at once, releases what waited, and ends at its moment although nobody notes it', async () => {
  const { userId: id } = await owner('anna@example.com')
  const [free, until] = [await limitAt(id), later(10)]
  await give(id, 'business', until)
  expect(opened.released).toContain(id)
  expect(await limitAt(id)).toBe(10_000)
  expect(await limitAt(id, new Date(until.getTime() - 1))).toBe(10_000)
  expect(await limitAt(id, until)).toBe(free)
  expect(await limitAt(id, later(100))).toBe(free)
  expect(await allowance.whoMayDeliver(db, [id], opened.now())).toEqual([id])
})

test('reservations count on the gift, and stop at its limit', async () => {
  const { userId: id } = await owner('many@example.com')
  const reserve = (wanted: number) => db.transaction().execute(tx => allowance.reserve(tx, id, opened.now(), wanted))
  expect((await reserve(500)).granted).toBeLessThan(500)
  await give(id, 'personal')
  const most = (await limitAt(id)) ?? 0
  expect((await reserve(most * 2)).granted).toBeGreaterThan(0)
  expect(await reserve(1)).toMatchObject({ granted: 0, held: 'allowance_used' })
})

test('the better of a gift and a subscription applies, and a gift outlives a subscription', async () => {
  const { userId: id } = await subscriber('ben@example.com', 'business')
  await give(id, 'personal')
  expect(await limitAt(id)).toBe(10_000)
  await handlers.subscriptions.runAction({ ...admin, params: { id }, body: { action: 'cancel_now', reason } })
  expect(await limitAt(id)).toBeLessThan(10_000)
  expect((await handlers.subscriptions.get({ ...admin, params: { id } })).plan.id).toBe('personal')
})

test('a new gift takes the place of the one before, and the history keeps both with who and why', async () => {
  const { userId: id } = await owner('eve@example.com')
  await give(id, 'personal')
  opened.wait(1000)
  const { items } = await give(id, 'business', later(5))
  expect(items).toMatchObject([
    { planId: 'business', isRunning: true, endedAt: null, reason, givenBy: admin.userId },
    { planId: 'personal', isRunning: false, endedAt: opened.now().toISOString() },
  ])
  opened.wait(1000)
  expect((await end(id)).items.every(gift => !gift.isRunning)).toBe(true)
  await expect(end(id)).rejects.toMatchObject({ status: 409, code: 'no_gift' })
  const logged = await db.selectFrom('activity_logs').select('action').where('resource_id', '=', id).orderBy('id').execute()
  expect(logged.map(row => row.action)).toEqual([
    'admin.subscription.plan_gift_given',
    'admin.subscription.plan_gift_given',
    'admin.subscription.plan_gift_ended',
  ])
})

test('two gifts at the same time leave one that runs', async () => {
  const { userId: id } = await owner('twice@example.com')
  await Promise.all([give(id, 'personal'), give(id, 'business'), give(id, 'personal')])
  const { items } = await handlers.planGifts.list({ ...admin, params: { id } })
  expect(items.filter(gift => gift.isRunning)).toHaveLength(1)
})

test('what can’t be given says why: no such user or plan, a day that is over', async () => {
  const { userId: id } = await owner('wrong@example.com')
  await expect(give(id, 'free')).rejects.toMatchObject({ status: 422, code: 'plan_unknown' })
  await expect(give(id, 'nothing')).rejects.toMatchObject({ status: 422, code: 'plan_unknown' })
  await expect(give(id, 'business', later(-1))).rejects.toMatchObject({ status: 422, code: 'gift_end_past' })
  await expect(give(crypto.randomUUID())).rejects.toMatchObject({ status: 404, code: 'owner_unknown' })
  expect(await handlers.planGifts.list({ ...support, params: { id } })).toMatchObject({ mayGive: false, items: [] })
})
