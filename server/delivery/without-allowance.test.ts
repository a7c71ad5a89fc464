// Tests on PostgreSQL that nothing beyond the allowance is lost or counted, and that it goes once there is allowance again.
import { beforeEach, describe, expect, test } from 'vitest'
import { type DeliveryDefaults, type DeliverySchedule, immediately, initialDeliveryDefaults } from '../../core/delivery/schedule.ts'
import { type PlanLimits, selfHosted } from '../../core/plans/plans.ts'
import { testDatabase } from '../../test/database.ts'
import { openAllowance } from '../billing/allowance.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { newId } from '../foundation/seal.ts'
import { enqueue, type NewDelivery } from './queue.ts'
import { type ResendDeps, scheduleWithinAllowance, sendAgain } from './resend.ts'
import { hourMs, minuteMs, openTestbed, sent } from './testbed.fixture.ts'
import { releaseForOwner, releaseWithoutAllowance } from './without-allowance-queue.ts'

const { db } = await testDatabase()
beforeEach(async () => {
  for (const table of ['lanes', 'deliveries', 'attempts', 'destinations', 'usage', 'messenger_numbers', 'plans', 'subscriptions'] as const)
    await db.deleteFrom(table).execute()
})

const sold = openAllowance({ sells: true, graceDays: 7 })
const start = new Date('2026-03-01T12:00:00Z')
const evening = new Date('2026-03-01T18:00:00Z')

async function publishFree(limits: Partial<PlanLimits>, version = 1): Promise<void> {
  const terms = JSON.stringify({ limits: { ...selfHosted.limits, ...limits } })
  await db.insertInto('plans').values({ id: 'free', version, terms, is_sold: true, published_by: null, published_at: start }).execute()
}

async function bedWithLimit(deliveriesPerMonth: number, defaults: Partial<DeliveryDefaults> = {}) {
  await publishFree({ deliveriesPerMonth })
  const bed = openTestbed(db, settleUsage)
  const anna = crypto.randomUUID()
  const phone = await bed.phoneOf(anna)
  const host = bed.host('a')
  const deliveryDefaultsOf = async () => ({ ...initialDeliveryDefaults, digestAt: '18:00', ...defaults })
  const deps: ResendDeps = { reserve: sold.reserve, deliveryDefaultsOf }
  return {
    ...{ bed, anna, phone, host, deps },
    usage: () => sold.usageOf(db, anna, bed.now()),
    /** As forwarding does it; `plant` changes what is enqueued. */
    mail: (n: number, schedule: DeliverySchedule = immediately, plant = (deliveries: NewDelivery[]) => deliveries) =>
      db.transaction().execute(async tx => {
        const now = bed.now()
        const counted = await scheduleWithinAllowance(tx, anna, Array(n).fill(schedule), now, deps)
        const deliveries = counted.map(one => ({
          ...{ id: newId(now), messageId: newId(now), filterId: null, destinationId: phone, redact: null, show: null },
          ...one,
        }))
        return enqueue(tx, anna, plant(deliveries), now)
      }),
    /** Sends what is due; every message arrives. Returns how many messages were sent. */
    async sendAll(): Promise<number> {
      await db.updateTable('destinations').set({ last_inbound_at: bed.now() }).where('id', '=', phone).execute()
      let messages = 0
      for (let some = await host.claim(); some.length > 0; some = await host.claim())
        for (const one of some) {
          const wamid = `wamid.${one.deliveryId}`
          await host.recordOutcome(one, sent(wamid))
          await bed.report({ wamid, status: 'delivered', userId: anna, deliveryId: one.deliveryId })
          messages++
          bed.pass(10_000)
        }
      return messages
    },
    release: () =>
      releaseWithoutAllowance(db, bed.now(), {
        ...deps,
        whoMayDeliver: sold.whoMayDeliver,
        onError: error => {
          throw error
        },
      }),
  }
}
type Bed = Awaited<ReturnType<typeof bedWithLimit>>

const rowsOf = (userId: string) =>
  db.selectFrom('deliveries').selectAll().where('user_id', '=', userId).where('kind', '=', 'mail').orderBy('seq').execute()
const passTo = (of: Bed, at: Date) => of.bed.pass(at.getTime() - of.bed.now().getTime())
const nextMonth = new Date('2026-04-01T00:00:00Z')

/** What an owner with an allowance of 3 of 8 emails can rely on, as problems. */
async function check(plant?: (deliveries: NewDelivery[]) => NewDelivery[]): Promise<string[]> {
  const of = await bedWithLimit(3)
  await of.mail(8, immediately, plant)
  const alone = await of.sendAll()
  passTo(of, evening)
  const later = await of.sendAll()
  const rows = await rowsOf(of.anna)
  const { delivered, reserved } = await of.usage()
  return [
    alone === 3 ? [] : `${alone} came one by one`,
    later === 1 ? [] : `${later} digests came in the evening`,
    rows.length === 8 && rows.every(row => row.state === 'delivered') ? [] : 'an email was lost',
    delivered === 3 && reserved === 0 ? [] : `${delivered} counted`,
  ].flat()
}

describe('beyond the allowance', () => {
  test('every email arrives, in the digest of the evening, and only what came one by one counts', async () => {
    expect(await check()).toEqual([])
  })

  test.each<[string, (deliveries: NewDelivery[]) => NewDelivery[], RegExp]>([
    ['they were dropped', all => all.filter(one => one.usageMonth !== null), /lost/],
    ['they were counted', all => all.map(one => ({ ...one, usageMonth: '2026-03' })), /8 counted/],
    ['they went one by one', all => all.map(one => ({ ...one, waitUntil: null, forDigest: false })), /8 came one by one/],
  ])('a test would notice if %s', async (_, plant, problem) => {
    expect((await check(plant)).join(', ')).toMatch(problem)
  })

  test('an urgent email waits for the digest too, and quiet hours hold the digest', async () => {
    const of = await bedWithLimit(0, { quiet: { from: '17:00', to: '20:00', then: 'hold' } })
    await of.mail(2, { ...immediately, urgent: true })
    expect(await rowsOf(of.anna)).toMatchObject(
      Array(2).fill({
        ...{ state: 'held', reason: 'allowance_used', urgent: false, for_digest: true, usage_month: null },
        wait_until: new Date('2026-03-01T20:00:00Z'),
      }),
    )
  })

  test('a paused phone gets no digest', async () => {
    const of = await bedWithLimit(0)
    await of.mail(2)
    await db
      .updateTable('destinations')
      .set({ paused_until: new Date(evening.getTime() + hourMs) })
      .execute()
    passTo(of, evening)
    expect(await of.sendAll()).toBe(0)
    expect(await rowsOf(of.anna)).toMatchObject(Array(2).fill({ state: 'held', reason: 'paused', usage_month: null }))
    of.bed.pass(2 * hourMs)
    expect(await of.sendAll()).toBe(1)
  })

  test('what is sent again stays in the digest, and an ended email joins it', async () => {
    const of = await bedWithLimit(1)
    const [first = '', second = ''] = await of.mail(2)
    const again = (id: string) => db.transaction().execute(tx => sendAgain(tx, of.anna, id, of.bed.now(), of.deps))
    expect(await again(second)).toBe('allowance_used')
    const [claimed] = await of.host.claim()
    if (claimed) await of.host.recordOutcome(claimed, { kind: 'failed', reason: 'bad_request', stop: 'delivery' })
    expect(await of.usage()).toMatchObject({ reserved: 0, delivered: 0, returned: 1 })
    await of.mail(1)
    expect(await again(first)).toBe('queued')
    expect((await rowsOf(of.anna)).find(row => row.id === first)).toMatchObject({
      state: 'held',
      reason: 'allowance_used',
      for_digest: true,
    })
    passTo(of, evening)
    await of.sendAll()
    expect(await of.usage()).toMatchObject({ reserved: 0, delivered: 1, returned: 1 })
    expect((await rowsOf(of.anna)).every(row => row.state === 'delivered')).toBe(true)
  })
})

describe('when the allowance grows', () => {
  test('nothing moves before, and the new month lets go as many as it allows, oldest first', async () => {
    const of = await bedWithLimit(2, { digestAt: '23:59' })
    passTo(of, new Date('2026-03-31T23:59:30Z'))
    const ids = await of.mail(7)
    await of.sendAll()
    expect(await of.release()).toBe(0)
    passTo(of, nextMonth)
    expect(await of.release()).toBe(2)
    expect(await of.release()).toBe(0)
    const rows = await rowsOf(of.anna)
    expect(rows.map(row => row.id)).toEqual(ids)
    expect(rows.map(row => row.usage_month)).toEqual(['2026-03', '2026-03', '2026-04', '2026-04', null, null, null])
    await of.sendAll()
    expect(await of.usage()).toMatchObject({ month: '2026-04', reserved: 0, delivered: 2 })
  })

  test('a larger plan lets everything go at once, in order, and each counts', async () => {
    const of = await bedWithLimit(0)
    const ids = await of.mail(5)
    await publishFree({ deliveriesPerMonth: null }, 2)
    expect(await releaseForOwner(db, of.anna, of.bed.now(), of.deps)).toBe(5)
    const order: string[] = []
    for (let [one] = await of.host.claim(); one; [one] = await of.host.claim()) {
      order.push(one.deliveryId)
      await of.host.recordOutcome(one, sent(`wamid.${one.deliveryId}`))
      of.bed.pass(10_000)
    }
    expect(order).toEqual(ids)
    expect(await of.usage()).toMatchObject({ reserved: 5 })
  })

  test('an email goes as its filters planned: urgent, in its digest, or after quiet hours', async () => {
    const of = await bedWithLimit(0, { quiet: { from: '11:00', to: '13:00', then: 'urgent_only' } })
    const digestAt = new Date('2026-03-01T22:00:00Z')
    await of.mail(1, { ...immediately, urgent: true })
    await of.mail(1, { urgent: false, waitUntil: digestAt, waitReason: 'digest', forDigest: true })
    await of.mail(1)
    await publishFree({ deliveriesPerMonth: 10 }, 2)
    expect(await of.release()).toBe(3)
    expect(await rowsOf(of.anna)).toMatchObject([
      { state: 'queued', reason: null, urgent: true, wait_until: null, for_digest: false, planned: null },
      { state: 'held', reason: 'digest', wait_until: digestAt, for_digest: true },
      { state: 'held', reason: 'quiet', wait_until: new Date('2026-03-01T13:00:00Z'), for_digest: false },
    ])
  })

  test('parallel releases and arriving emails never exceed the allowance, and let nothing go twice', async () => {
    const of = await bedWithLimit(0)
    await of.mail(250)
    await publishFree({ deliveriesPerMonth: 180 }, 2)
    await Promise.all([of.release(), of.release(), of.mail(20), of.release(), releaseForOwner(db, of.anna, of.bed.now(), of.deps)])
    await of.release()
    const counted = (await rowsOf(of.anna)).filter(row => row.usage_month !== null)
    expect(counted).toHaveLength(180)
    expect(await of.usage()).toMatchObject({ reserved: 180 })
  })

  test('what the digest carries already is not let go', async () => {
    const of = await bedWithLimit(0)
    await of.mail(2)
    passTo(of, evening)
    expect(await of.host.claim()).toHaveLength(1)
    await publishFree({ deliveriesPerMonth: 10 }, 2)
    expect(await of.release()).toBe(0)
    expect(await of.usage()).toMatchObject({ reserved: 0 })
  })

  test('all owners are found, page by page, and one whose release fails does not stop the others', async () => {
    const of = await bedWithLimit(0)
    await of.mail(1)
    const others = Array.from({ length: 520 }, () => crypto.randomUUID())
    const row = { state: 'held', reason: 'payment_failed', attempts: 0, destination_id: of.phone, for_digest: true }
    const times = { created_at: start, updated_at: start, wait_until: evening }
    for (const user_id of others)
      await db
        .insertInto('deliveries')
        .values({ ...row, ...times, user_id, id: newId(start), message_id: newId(start) })
        .execute()
    await publishFree({ deliveriesPerMonth: 10 }, 2)
    const broken = others[3]
    const errors: unknown[] = []
    const released = await releaseWithoutAllowance(db, of.bed.now(), {
      ...{ whoMayDeliver: sold.whoMayDeliver, deliveryDefaultsOf: of.deps.deliveryDefaultsOf },
      reserve: async (tx, userId, now, wanted) => {
        if (userId === broken) throw new Error('planted')
        return sold.reserve(tx, userId, now, wanted)
      },
      onError: error => errors.push(error),
    })
    expect([released, errors.length]).toEqual([520, 1])
  })

  test('a stuck lane wakes for the digest', async () => {
    const of = await bedWithLimit(0)
    await of.mail(1)
    await db.updateTable('lanes').set({ next_at: null }).execute()
    await of.bed.sweep()
    passTo(of, new Date(evening.getTime() + minuteMs))
    expect(await of.sendAll()).toBe(1)
  })
})
