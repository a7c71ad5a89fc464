// Tests pausing all phones: all lanes stop until the chosen time, then continue, and nothing is lost.
import { beforeEach, describe, expect, test } from 'vitest'
import { formatLinkCode } from '../../../core/delivery/link-code.ts'
import { maxPauseHours } from '../../../core/delivery/pause.ts'
import { parseInbound } from '../../../core/phone/inbound.ts'
import { testDatabase } from '../../../test/database.ts'
import { digest, newId } from '../../foundation/seal.ts'
import { linkByCode, startDestination } from '../link.ts'
import { addDestination, addLinkCode, changeDestination, getDestination } from '../store.ts'
import { hourMs, openTestbed, sent } from '../testbed.fixture.ts'
import { pauseHandlers } from './handlers.ts'
import { pauseAllPhones, readPause } from './store.ts'

const { db } = await testDatabase()
beforeEach(async () => {
  for (const table of ['lanes', 'deliveries', 'destinations', 'attempts', 'pauses'] as const) await db.deleteFrom(table).execute()
})

function play(wish: Parameters<typeof openTestbed>[2] = {}) {
  const bed = openTestbed(db, undefined, wish)
  const userId = crypto.randomUUID()
  const pause = (until: Date | null) => db.transaction().execute(tx => pauseAllPhones(tx, userId, until, bed.now()))
  const after = (hours: number) => new Date(bed.now().getTime() + hours * hourMs)
  async function link(waId: string, code: string) {
    const { id } = await addDestination(db, userId, newId(bed.now()), 'New', bed.now())
    await addLinkCode(db, userId, { code_hash: digest(code), destination_id: id, created_at: bed.now(), expires_at: after(1) })
    expect(parseInbound(formatLinkCode(code)).kind).toBe('code')
    const message = { waId, waUserId: null, wamid: `wamid.${code}`, wording: code, at: bed.now() }
    const deps = { onFinal: bed.onFinal, verifiedNumberOf: async () => null }
    const linked = await db.transaction().execute(tx => linkByCode(tx, code, message, deps))
    if (typeof linked === 'string') throw new Error(`The code is ${linked}.`)
    return linked.destinationId
  }
  const restsUntil = async (id: string) => (await getDestination(db, userId, id))?.paused_until ?? null
  return { bed, userId, host: bed.host('a'), pause, link, after, restsUntil, until: () => readPause(db, userId, bed.now()) }
}
const stateOf = async (id: string) => db.selectFrom('deliveries').select(['state', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()

describe('while everything is paused', () => {
  test('no lane moves, urgent email is held with a reason, and other users are not affected', async () => {
    const { bed, userId, host, pause, after, until } = play()
    const phones = [await bed.phoneOf(userId), await bed.phoneOf(userId, 'Second', '15550100201')]
    const [before = ''] = await bed.mail(userId, phones[0] ?? '')
    await pause(after(1))
    const [urgent = ''] = await bed.mail(userId, phones[1] ?? '', 1, { urgent: true })
    const ben = crypto.randomUUID()
    const [his = ''] = await bed.mail(ben, await bed.phoneOf(ben, 'His', '15550100209'))
    expect((await host.claim()).map(claimed => claimed.deliveryId)).toEqual([his])
    for (const id of [before, urgent]) expect(await stateOf(id)).toEqual({ state: 'held', reason: 'paused' })
    expect(await until()).toEqual(after(1))
    expect(await readPause(db, ben, bed.now())).toBeNull()
  })

  test('after the pause, waiting emails are sent exactly once, combined if there are many', async () => {
    const { bed, userId, host, pause, after, until } = play({ digestFrom: 3 })
    const phone = await bed.phoneOf(userId)
    await pause(after(2))
    const mails = await bed.mail(userId, phone, 5)
    bed.pass(2 * hourMs - 1)
    expect(await host.claim()).toEqual([])
    bed.pass(1)
    expect(await until()).toBeNull()
    const [one, ...others] = await host.claim()
    expect([one?.kind, others]).toEqual(['digest', []])
    if (one) await host.recordOutcome(one, sent('wamid.merged'))
    await bed.report({ wamid: 'wamid.merged', status: 'delivered' })
    for (const id of mails) expect(await stateOf(id)).toMatchObject({ state: 'delivered' })
    expect(await host.claim()).toEqual([])
  })

  test('resuming sends waiting emails at once', async () => {
    const { bed, userId, host, pause, after, until } = play()
    const mails = await bed.mail(userId, await bed.phoneOf(userId), 2)
    await pause(after(24))
    expect(await host.claim()).toEqual([])
    expect(await pause(null)).toBeNull()
    expect(await until()).toBeNull()
    const [one] = await host.claim()
    expect(one?.deliveryId).toBe(mails[0])
  })

  test('a shorter pause replaces a longer one, and no pause outlasts how long emails wait', async () => {
    const { bed, userId, host, pause, after, until } = play()
    await bed.mail(userId, await bed.phoneOf(userId))
    expect(await pause(after(24 * 365))).toEqual(after(maxPauseHours))
    expect(await host.claim()).toEqual([])
    const hour = after(1)
    await pause(hour)
    expect(await until()).toEqual(hour)
    expect(await host.claim()).toEqual([])
    bed.pass(hourMs)
    expect(await host.claim()).toHaveLength(1)
  })
})

describe('a phone with its own pause', () => {
  test('with a longer pause of its own keeps it when the others resume', async () => {
    const { bed, userId, pause, after, restsUntil } = play()
    const [one, other] = [await bed.phoneOf(userId), await bed.phoneOf(userId, 'Second', '15550100201')]
    const own = after(48)
    await db.transaction().execute(tx => changeDestination(tx, userId, other, { paused_until: own }))
    await pause(after(1))
    expect([await restsUntil(one), await restsUntil(other)]).toEqual([after(1), own])
    await pause(null)
    expect([await restsUntil(one), await restsUntil(other)]).toEqual([null, own])
  })

  test('with a shorter pause of its own gets it back when the others resume, however often that changes', async () => {
    const { bed, userId, pause, after, restsUntil } = play()
    const [one, other] = [await bed.phoneOf(userId), await bed.phoneOf(userId, 'Second', '15550100201')]
    const own = after(2)
    await db.transaction().execute(tx => changeDestination(tx, userId, other, { paused_until: own }))
    await pause(after(4))
    await pause(after(5))
    bed.pass(hourMs)
    await pause(null)
    expect([await restsUntil(one), await restsUntil(other)]).toEqual([null, own])
    await pause(after(4))
    bed.pass(2 * hourMs)
    await pause(null)
    expect(await restsUntil(other)).toBeNull()
  })

  test('that says START resumes, and then not everything is paused', async () => {
    const { bed, userId, host, pause, after, until } = play()
    await bed.mail(userId, await bed.phoneOf(userId))
    await pause(after(24))
    await db.transaction().execute(tx => startDestination(tx, { waId: '15550100200', waUserId: null }, bed.now()))
    expect(await until()).toBeNull()
    expect(await host.claim()).toHaveLength(1)
  })

  test('that is linked meanwhile is paused too', async () => {
    const { bed, userId, pause, link, after, restsUntil } = play()
    await bed.phoneOf(userId)
    await pause(after(3))
    expect(await restsUntil(await link('15550100300', 'ABCD2345'))).toEqual(after(3))
  })

  test('that is linked again meanwhile keeps its own longer pause, and ends it when the others are not paused', async () => {
    const { bed, userId, pause, link, after, restsUntil } = play()
    const phone = await bed.phoneOf(userId, 'Known', '15550100300')
    const own = after(48)
    await db.transaction().execute(tx => changeDestination(tx, userId, phone, { paused_until: own }))
    await pause(after(3))
    expect(await link('15550100300', 'ABCD2346')).toBe(phone)
    expect(await restsUntil(phone)).toEqual(own)
    await pause(null)
    expect(await restsUntil(await link('15550100300', 'ABCD2347'))).toBeNull()
  })
})

test('two concurrent changes leave all phones with the same end', async () => {
  const { bed, userId, pause, after, restsUntil, until } = play()
  const phones = [await bed.phoneOf(userId), await bed.phoneOf(userId, 'Second', '15550100201')]
  await Promise.all([pause(after(1)), pause(after(5)), pause(after(2))])
  const end = await until()
  expect(end).not.toBeNull()
  expect(await Promise.all(phones.map(restsUntil))).toEqual([end, end])
})

test('the response contains the end of the pause, and lanes are woken', async () => {
  const { bed, userId, after } = play()
  await bed.phoneOf(userId)
  const woken: string[] = []
  const { get, set } = pauseHandlers({ db, clock: { now: bed.now }, wake: () => woken.push('woken') })
  const ask = (body: unknown) => ({ userId, body }) as never
  const until = after(1).toISOString()
  expect(await set(ask({ until }))).toEqual({ until })
  expect(await get(ask(undefined))).toEqual({ until })
  expect(await set(ask({ until: bed.now().toISOString() }))).toEqual({ until: null })
  expect(woken).toHaveLength(2)
})
