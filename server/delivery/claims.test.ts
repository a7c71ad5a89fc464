// Tests when email may be sent, on PostgreSQL: urgent, scheduled, paused, and within our number's rate.
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { bedWithPhone, openStates } from '../../test/phone-bed.ts'
import { pauseNumber } from './number/queue.ts'
import { waitToReply } from './number/reply-pace.ts'
import { hourMs, minuteMs, unknown } from './testbed.fixture.ts'

const { db } = await testDatabase()
const { reasonsOf, stateOf } = openStates(db)
const temporary = { kind: 'retry', reason: 'temporary', afterMs: 20_000, scope: 'delivery' } as const

describe('urgent email', () => {
  test('is sent before everything else, with the reserved token', async () => {
    const { bed, anna, phone, host, one, drain } = await bedWithPhone(db)
    await bed.mail(anna, phone, 12)
    expect(await drain()).toHaveLength(9)
    const [code = ''] = await bed.mail(anna, phone, 1, { urgent: true })
    expect((await one()).deliveryId).toBe(code)
    expect(await host.claim()).toEqual([])
  })

  test('is sent even if an ordinary email is unknown or retried, and its lane is claimed first', async () => {
    const { bed, anna, phone, host, one } = await bedWithPhone(db)
    await bed.mail(anna, phone)
    await host.recordOutcome(await one(), unknown)
    expect(await host.claim()).toEqual([])
    const others = await Promise.all([1, 2, 3].map(i => bed.phoneOf(anna, `Other ${i}`, `1555${i}`)))
    for (const other of others) await bed.mail(anna, other)
    bed.pass(1)
    const [code = ''] = await bed.mail(anna, phone, 1, { urgent: true })
    expect((await host.claim({ lanes: 1 })).map(c => c.deliveryId)).toEqual([code])
  })

  test('that arrives while another email is being sent is next', async () => {
    const { bed, anna, phone, host, one } = await bedWithPhone(db, { refillMs: hourMs, burst: 2 })
    await bed.mail(anna, phone, 2)
    bed.pass(2 * hourMs)
    const first = await one()
    const [code = ''] = await bed.mail(anna, phone, 1, { urgent: true })
    await host.recordOutcome(first, temporary)
    expect((await one()).deliveryId).toBe(code)
  })
})

describe('scheduled email', () => {
  test('is sent then and not before, whatever else the lane does', async () => {
    const { bed, anna, phone, host, drain, one } = await bedWithPhone(db)
    const at = new Date(bed.now().getTime() + hourMs)
    const [quiet = ''] = await bed.mail(anna, phone, 1, { waitUntil: at, waitReason: 'quiet' })
    expect(await stateOf(quiet)).toMatchObject({ state: 'held', reason: 'quiet' })
    expect(await bed.nextDue()).toEqual(at)
    const [next = ''] = await bed.mail(anna, phone)
    expect((await drain()).map(l => l.id)).toEqual([next])
    expect(await bed.nextDue()).toEqual(at)
    bed.pass(hourMs - 10_000)
    await bed.mail(anna, phone)
    await host.recordOutcome(await one(), { ...temporary, afterMs: 2 * hourMs })
    expect(await bed.nextDue()).toEqual(at)
    bed.pass(10_000)
    expect((await one()).deliveryId).toBe(quiet)
  })

  test('is combined in a digest, or sent individually if it is the only one', async () => {
    const { bed, anna, phone, one, drain } = await bedWithPhone(db)
    const at = new Date(bed.now().getTime() + hourMs)
    const plan = { waitUntil: at, waitReason: 'digest', forDigest: true } as const
    const mails = await bed.mail(anna, phone, 3, plan)
    bed.pass(hourMs)
    const [next = ''] = await bed.mail(anna, phone)
    expect(await one()).toMatchObject({ kind: 'digest', messageId: null, memberIds: mails })
    bed.pass(bed.policy.leaseMs + 2 * minuteMs)
    await drain()
    bed.pass(2 * minuteMs)
    expect((await drain()).map(l => l.id)).toContain(next)
    const [alone = ''] = await bed.mail(anna, phone, 1, { ...plan, waitUntil: bed.now() })
    expect(await drain()).toEqual([{ kind: 'mail', id: alone, memberIds: [] }])
  })

  test('waits for its time even with a closed window, and is then announced', async () => {
    const { bed, anna, phone, host, shut, one } = await bedWithPhone(db)
    await shut()
    const at = new Date(bed.now().getTime() + hourMs)
    const mails = await bed.mail(anna, phone, 2, { waitUntil: at, waitReason: 'quiet' })
    bed.pass(minuteMs)
    expect(await host.claim()).toEqual([])
    bed.pass(hourMs)
    expect(await one()).toMatchObject({ kind: 'announcement', memberIds: mails })
  })
})

test('the sweep finds an overdue lane and ignores idle ones', async () => {
  const { bed, anna, phone, one } = await bedWithPhone(db)
  const at = new Date(bed.now().getTime() + hourMs)
  const [quiet = ''] = await bed.mail(anna, phone, 1, { waitUntil: at, waitReason: 'quiet' })
  expect(await bed.sweep()).toMatchObject({ woken: 0 })
  await db
    .updateTable('lanes')
    .set({ next_at: new Date(at.getTime() + hourMs) })
    .execute()
  expect(await bed.sweep()).toMatchObject({ woken: 1 })
  bed.pass(hourMs)
  expect((await one()).deliveryId).toBe(quiet)
})

describe('a pause', () => {
  test('holds waiting and new emails, and ends on its own', async () => {
    const of = await bedWithPhone(db)
    const mails = await of.bed.mail(of.anna, of.phone)
    const until = new Date(of.bed.now().getTime() + 2 * hourMs)
    await of.rest(until)
    mails.push(...(await of.bed.mail(of.anna, of.phone, 1, { urgent: true })))
    expect(await of.host.claim()).toEqual([])
    expect(await reasonsOf(mails)).toEqual(['paused', 'paused'])
    expect(await of.bed.nextDue()).toEqual(until)
    of.bed.pass(2 * hourMs)
    expect((await of.one()).deliveryId).toBe(mails[1])
    expect(await stateOf(mails[0] ?? '')).toMatchObject({ state: 'queued', reason: null })
  })
})

describe('our number', () => {
  test('never exceeds its rate across all hosts, and waiting lanes keep their order', async () => {
    const of = await bedWithPhone(db, { numberPerSecond: 16 })
    const phones = await Promise.all(Array.from({ length: 30 }, (_, i) => of.bed.phoneOf(of.anna, `Phone ${i}`, `15559${i}`)))
    for (const phone of phones) {
      await of.bed.mail(of.anna, phone)
      of.bed.pass(1)
    }
    const order: string[] = []
    const took: number[] = []
    for (let i = 0; i < 20 && order.length < 30; i++) {
      const claims = [...(await of.bed.host('a').claim({ lanes: 20 })), ...(await of.bed.host('b').claim({ lanes: 20 }))]
      took.push(claims.length)
      order.push(...claims.map(c => c.destinationId))
      of.bed.pass(250)
    }
    for (let i = 0; i + 4 <= took.length; i++) expect(took.slice(i, i + 4).reduce((a, b) => a + b)).toBeLessThanOrEqual(16)
    expect(order).toEqual(phones)
  })

  test('sends a reply at once while emails use their full share, and many replies in sequence', async () => {
    const of = await bedWithPhone(db, { numberPerSecond: 80 })
    for (let i = 0; i < 12; i++) await of.bed.mail(of.anna, await of.bed.phoneOf(of.anna, `Phone ${i}`, `15558${i}`))
    let sleptMs = 0
    const clock = { now: of.bed.now, sleep: async (ms: number) => void (of.bed.pass(ms), (sleptMs += ms)) }
    const answer = () => waitToReply({ db, clock, numberId: 'number', numberPerSecond: 80 })
    expect((await of.host.claim()).length).toBe(8)
    await answer()
    await answer()
    expect(sleptMs).toBe(0)
    for (let i = 0; i < 20; i++) await answer()
    expect(sleptMs).toBeGreaterThan(200)
    expect(sleptMs).toBeLessThan(500)
    const pause = (ms: number) => ({ until: new Date(clock.now().getTime() + ms), reason: 'refused' })
    await db.transaction().execute(tx => pauseNumber(tx, 'number', pause(hourMs), clock.now()))
    expect(await answer()).toBe(true)
    await db.transaction().execute(tx => pauseNumber(tx, 'number', pause(300 * 24 * hourMs), clock.now()))
    expect(await answer()).toBe(false)
  })

  test('halves its pace after a refusal, once for all messages in flight', async () => {
    const of = await bedWithPhone(db, { numberPerSecond: 80 })
    const other = await of.bed.phoneOf(of.anna, 'Other', '15557')
    await of.bed.mail(of.anna, of.phone)
    await of.bed.mail(of.anna, other)
    const claimed = await of.host.claim()
    const throughput = { kind: 'retry', reason: 'throughput', afterMs: 5_000, scope: 'number' } as const
    for (const one of claimed) await of.host.recordOutcome(one, throughput)
    const pace = () => db.selectFrom('messenger_numbers').select('per_second').executeTakeFirstOrThrow()
    expect(await pace()).toEqual({ per_second: 40 })
    of.bed.pass(2 * minuteMs)
    await of.host.claim()
    expect(await pace()).toEqual({ per_second: 80 })
  })
})
