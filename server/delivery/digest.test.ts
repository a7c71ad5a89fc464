// Tests digests and emails shown in full on PostgreSQL: what is combined, what fails together, and that nothing is lost.
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { bedWithPhone, openStates } from '../../test/phone-bed.ts'
import { showAgain } from './queue.ts'
import { hourMs, minuteMs, sent, unknown } from './testbed.fixture.ts'

const { db } = await testDatabase()
const { reasonsOf, stateOf, statesOf } = openStates(db)
const refused = { kind: 'failed', reason: 'bad_request', stop: 'delivery' } as const
const temporary = { kind: 'retry', reason: 'temporary', afterMs: 20_000, scope: 'delivery' } as const

type Bed = Awaited<ReturnType<typeof bedWithPhone>>

describe('a digest', () => {
  const backlog = async (of: Bed, n = 12) => of.bed.mail(of.anna, of.phone, n)

  test('combines a backlog: its emails share its fate, and each counts against the allowance', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    const claimed = await of.one()
    expect(claimed).toMatchObject({ kind: 'digest', memberIds: mails, attempt: 1 })
    expect(await statesOf(mails)).toEqual(Array(12).fill('sending'))
    await of.host.recordOutcome(claimed, sent('wamid.digest'))
    expect(await statesOf(mails)).toEqual(Array(12).fill('accepted'))
    await of.bed.report({ wamid: 'wamid.digest', status: 'delivered' })
    await of.bed.report({ wamid: 'wamid.digest', status: 'sent' })
    expect(await statesOf(mails)).toEqual(Array(12).fill('delivered'))
    expect(of.bed.usageChanges).toEqual(Array(12).fill({ userId: of.anna, outcome: 'delivered' }))
    const times = await db
      .selectFrom('deliveries')
      .select(['accepted_at', 'delivered_at'])
      .where('id', '=', mails[0] ?? '')
      .execute()
    expect(times).toEqual([{ accepted_at: of.bed.now(), delivered_at: of.bed.now() }])
  })

  test('is retried with its emails, and keeps their position in the lane', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    await of.host.recordOutcome(await of.one(), temporary)
    expect(await statesOf(mails)).toEqual(Array(12).fill('queued'))
    await backlog(of, 1)
    expect(await of.host.claim()).toEqual([])
    of.bed.pass(20_000)
    expect(await of.one()).toMatchObject({ kind: 'digest', memberIds: mails, attempt: 2 })
  })

  test('that is itself at fault has its emails sent individually, and none is lost', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    await of.host.recordOutcome(await of.one(), refused)
    expect(await reasonsOf(mails)).toEqual(Array(12).fill('unfolded'))
    expect(of.bed.usageChanges).toEqual([])
    const left = await of.drain()
    of.bed.pass(minuteMs)
    left.push(...(await of.drain()))
    expect(left.map(l => l.id)).toEqual(mails)
  })

  test('that its phone cannot receive fails with its emails', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    await of.host.recordOutcome(await of.one(), { kind: 'failed', reason: 'undeliverable', stop: 'delivery' })
    expect(await reasonsOf(mails)).toEqual(Array(12).fill('undeliverable'))
    expect(of.bed.usageChanges).toEqual(Array(12).fill({ userId: of.anna, outcome: 'returned' }))
  })

  test('reported as failed before its sender knows has ended with its emails, and none starts again', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    const claimed = await of.one()
    await of.bed.report({ wamid: 'wamid.early', status: 'failed', userId: of.anna, deliveryId: claimed.deliveryId })
    await of.host.recordOutcome(claimed, refused)
    expect(await statesOf(mails)).toEqual(Array(12).fill('failed'))
    expect(of.bed.usageChanges).toEqual(Array(12).fill({ userId: of.anna, outcome: 'returned' }))
    expect(await of.drain()).toEqual([])
  })

  test('with an unknown outcome waits for its echo, is sent once more, and then never again', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    await of.host.recordOutcome(await of.one(), unknown)
    expect(await statesOf(mails)).toEqual(Array(12).fill('unknown'))
    of.bed.pass(minuteMs)
    await of.host.recordOutcome(await of.one(), refused)
    expect(await statesOf(mails)).toEqual(Array(12).fill('failed'))
    expect(await of.host.claim()).toEqual([])
  })

  test('whose echo arrives has delivered all its emails', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    const claimed = await of.one()
    await of.host.recordOutcome(claimed, unknown)
    await of.bed.report({ wamid: 'wamid.echo', status: 'sent', userId: of.anna, deliveryId: claimed.deliveryId })
    expect(await statesOf(mails)).toEqual(Array(12).fill('sent'))
    of.bed.pass(hourMs)
    expect(await of.host.claim()).toEqual([])
  })

  test('that meets a closed window is dissolved, and its emails are announced', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    const claimed = await of.one()
    await of.host.recordOutcome(claimed, { kind: 'held', reason: 'window_closed' })
    expect(await stateOf(claimed.deliveryId)).toMatchObject({ state: 'cancelled' })
    of.bed.pass(10_000)
    expect(await of.one()).toMatchObject({ kind: 'announcement', memberIds: mails })
  })

  test('waiting for a retry while the window closes is dissolved too', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    await of.host.recordOutcome(await of.one(), temporary)
    of.bed.pass(24 * hourMs)
    await of.host.claim()
    expect(await of.one()).toMatchObject({ kind: 'announcement', memberIds: mails })
  })

  test('whose sender dies has an unknown outcome, as do its emails', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    await of.one()
    of.bed.pass(of.bed.policy.leaseMs)
    expect(await of.host.claim()).toEqual([])
    expect(await statesOf(mails)).toEqual(Array(12).fill('unknown'))
  })

  test('is sent without emails cancelled meanwhile, and not at all without any', async () => {
    const of = await bedWithPhone(db, { digestFrom: 10 })
    const mails = await backlog(of)
    const claimed = await of.one()
    await of.host.recordOutcome(claimed, temporary)
    await db.updateTable('deliveries').set({ state: 'cancelled' }).where('id', 'in', mails.slice(1)).execute()
    of.bed.pass(20_000)
    const again = await of.one()
    expect(again.memberIds).toEqual(mails.slice(0, 1))
    await of.host.recordOutcome(again, temporary)
    await db.updateTable('deliveries').set({ state: 'cancelled' }).where('id', 'in', mails).execute()
    of.bed.pass(minuteMs)
    expect(await of.host.claim()).toEqual([])
    expect(await stateOf(claimed.deliveryId)).toMatchObject({ state: 'cancelled' })
    expect(await of.bed.nextDue()).toBeNull()
  })
})

describe('an email shown in full', () => {
  test('is sent in full before ordinary email, without using allowance, once per tap', async () => {
    const of = await bedWithPhone(db, { digestFrom: 2 })
    const mails = await of.bed.mail(of.anna, of.phone, 3)
    const [digest] = await of.drain()
    await of.bed.mail(of.anna, of.phone)
    const show = (id: string) => db.transaction().execute(tx => showAgain(tx, of.anna, id, of.bed.now()))
    expect([await show(mails[1] ?? ''), await show(mails[1] ?? '')]).toEqual(['shown', 'shown'])
    const shown = await of.one()
    const asked = await db
      .selectFrom('deliveries')
      .select('message_id')
      .where('id', '=', mails[1] ?? '')
      .executeTakeFirst()
    expect(shown).toMatchObject({ kind: 'shown', messageId: asked?.message_id, memberIds: [] })
    await of.host.recordOutcome(shown, sent('wamid.shown'))
    await of.bed.report({ wamid: 'wamid.shown', status: 'delivered' })
    expect(of.bed.usageChanges).toEqual([])
    expect((await of.drain()).map(l => l.kind)).toEqual(['mail'])
    expect(await show(digest?.id ?? '')).toBe('shown')
    expect((await of.drain()).map(l => l.kind)).toEqual(['shown', 'shown', 'shown'])
    expect(await show(crypto.randomUUID())).toBe('gone')
    expect(await db.transaction().execute(tx => showAgain(tx, crypto.randomUUID(), mails[0] ?? '', of.bed.now()))).toBe('gone')
  })
})
