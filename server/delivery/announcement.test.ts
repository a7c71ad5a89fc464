// Announcements on real PostgreSQL: what they name, when they leave, and what becomes of the mails.
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { bedWithPhone, openStates } from '../../test/phone-bed.ts'
import { hourMs, minuteMs, sent, unknown } from './testbed.ts'

const { db } = await testDatabase()
const { reasonsOf, stateOf, statesOf } = openStates(db)
const refused = { kind: 'failed', reason: 'bad_request', stop: 'delivery' } as const
const noTemplate = { kind: 'held', reason: 'no_template' } as const
const temporary = { kind: 'retry', reason: 'temporary', afterMs: 20_000, scope: 'delivery' } as const

describe('an announcement', () => {
  test('names all that waits at the moment it leaves, and the tap brings the mails', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    const first = await of.bed.mail(of.anna, of.phone)
    expect(await of.host.claim()).toEqual([])
    expect(await reasonsOf(first)).toEqual(['window_closed'])
    of.bed.pass(9_000)
    const mails = [...first, ...(await of.bed.mail(of.anna, of.phone, 2))]
    expect(await of.host.claim()).toEqual([])
    of.bed.pass(1_000)
    const claimed = await of.one()
    expect(claimed).toMatchObject({ kind: 'announcement', messageId: null, memberIds: mails })
    await of.host.settle(claimed, sent('wamid.announcement'))
    expect(await reasonsOf(mails)).toEqual(Array(3).fill('announced'))
    expect(of.bed.booked).toEqual([])
    of.bed.pass(minuteMs)
    await of.tap()
    expect((await of.drain()).map(l => l.id)).toEqual(mails)
  })

  test('without an answer puts off the next for an hour, but no urgent one', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    await of.bed.mail(of.anna, of.phone)
    of.bed.pass(10_000)
    expect(await of.drain()).toHaveLength(1)
    const second = await of.bed.mail(of.anna, of.phone)
    of.bed.pass(hourMs - 1)
    expect(await of.drain()).toEqual([])
    const code = await of.bed.mail(of.anna, of.phone, 1, null, { urgent: true })
    expect(await of.drain()).toMatchObject([{ kind: 'announcement', memberIds: [...second, ...code] }])
  })

  test('that was not sent yet is cancelled when the person writes', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone, 2)
    of.bed.pass(10_000)
    const claimed = await of.one()
    await of.host.settle(claimed, temporary)
    await of.tap()
    expect(await of.host.claim()).toEqual([])
    expect(await stateOf(claimed.deliveryId)).toMatchObject({ state: 'cancelled', reason: 'window_opened' })
    expect((await of.drain()).map(l => l.id)).toEqual(mails)
  })

  test('is tried again with what came meanwhile, and once more only after a doubt', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone)
    of.bed.pass(10_000)
    const claimed = await of.one()
    await of.host.settle(claimed, temporary)
    mails.push(...(await of.bed.mail(of.anna, of.phone)))
    of.bed.pass(20_000)
    const again = await of.one()
    expect(again).toMatchObject({ deliveryId: claimed.deliveryId, attempt: 2, memberIds: mails })
    await of.host.settle(again, unknown)
    of.bed.pass(minuteMs)
    const last = await of.one()
    expect(last).toMatchObject({ deliveryId: claimed.deliveryId, attempt: 3 })
    await of.host.settle(last, unknown)
    expect(await stateOf(claimed.deliveryId)).toMatchObject({ state: 'failed', reason: 'outcome_unknown' })
    expect(await reasonsOf(mails)).toEqual(['window_closed', 'window_closed'])
  })

  test('for which there is no template holds the mails and says so, and is tried again', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone)
    of.bed.pass(10_000)
    const claimed = await of.one()
    await of.host.settle(claimed, noTemplate)
    expect(await stateOf(claimed.deliveryId)).toMatchObject({ state: 'held', reason: 'no_template' })
    expect(await reasonsOf(mails)).toEqual(['no_template'])
    expect(await of.host.claim()).toEqual([])
    mails.push(...(await of.bed.mail(of.anna, of.phone)))
    of.bed.pass(15 * minuteMs)
    const again = await of.one()
    expect(again).toMatchObject({ deliveryId: claimed.deliveryId, memberIds: mails })
    await of.host.settle(again, sent('wamid.announcement'))
    expect(await reasonsOf(mails)).toEqual(['announced', 'announced'])
  })

  test.each(['at once', 'later'])('that fails %s gives its mails back, and the next waits a quarter of an hour', async when => {
    const of = await bedWithPhone(db)
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone)
    of.bed.pass(10_000)
    const claimed = await of.one()
    await of.host.settle(claimed, when === 'at once' ? refused : sent('wamid.announcement'))
    if (when === 'later') await of.bed.report({ wamid: 'wamid.announcement', status: 'failed', error: { code: 132015, detail: null } })
    expect(await stateOf(claimed.deliveryId)).toMatchObject({ state: 'failed' })
    expect(await stateOf(mails[0] ?? '')).toMatchObject({ state: 'held', reason: 'window_closed', announced_by: null })
    mails.push(...(await of.bed.mail(of.anna, of.phone, 1, null, { urgent: true })))
    of.bed.pass(15 * minuteMs - 1)
    expect(await of.host.claim()).toEqual([])
    of.bed.pass(1)
    expect(await of.one()).toMatchObject({ kind: 'announcement', memberIds: mails })
  })

  test('waits for our number like any mail', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone)
    of.bed.pass(10_000)
    await of.host.settle(await of.one(), { kind: 'retry', reason: 'token_expired', afterMs: hourMs, scope: 'number' })
    of.bed.pass(minuteMs)
    expect(await of.host.claim()).toEqual([])
    of.bed.pass(hourMs)
    expect(await of.one()).toMatchObject({ kind: 'announcement', attempt: 2, memberIds: mails })
  })

  test('brings a digest when it has named many', async () => {
    const of = await bedWithPhone(db, { foldFrom: 10 })
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone, 35)
    of.bed.pass(10_000)
    await of.drain()
    await of.tap()
    expect((await of.drain()).map(l => l.kind)).toEqual(['digest', 'mail', 'mail', 'mail', 'mail', 'mail'])
    expect(await statesOf(mails)).toEqual(Array(35).fill('accepted'))
  })
})
