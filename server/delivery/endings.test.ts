// Tests on PostgreSQL that nothing in a lane waits or repeats forever.

import { describe, expect, test } from 'vitest'
import { transientRetry } from '../../core/delivery/replan.ts'
import { testDatabase } from '../../test/database.ts'
import { bedWithPhone, openStates } from '../../test/phone-bed.ts'
import { openLog } from '../foundation/log.ts'
import { updateDestination } from './destination-change.ts'
import { replanDeliveries } from './replan/replan.ts'
import { grantAll, hourMs, minuteMs } from './testbed.fixture.ts'

const { db } = await testDatabase()
const { reasonsOf, stateOf, statesOf } = openStates(db)

const look = (of: Awaited<ReturnType<typeof bedWithPhone>>) =>
  replanDeliveries(db, of.bed.now(), {
    ...grantAll,
    log: openLog('silent'),
    onFinal: of.bed.onFinal,
    sendByEmail: async () => true,
    overdueAfterMs: 30 * minuteMs,
  })

describe('announced emails', () => {
  test('are announced again when WhatsApp reports the accepted announcement as failed', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone, 2)
    of.bed.pass(10_000)
    const [gone] = await of.drain()
    of.bed.pass(minuteMs)
    await of.bed.report({ wamid: `wamid.${gone?.id}.1`, status: 'failed', error: { code: 131049, detail: null } }, 'withheld')
    expect(await reasonsOf(mails)).toEqual(['window_closed', 'window_closed'])
    expect(await of.drain()).toEqual([])
    of.bed.pass(16 * minuteMs)
    expect(await of.drain()).toMatchObject([{ kind: 'announcement', memberIds: mails }])
  })

  test('are overdue once if their announcement is never confirmed, however many they are', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone, 201)
    of.bed.pass(10_000)
    await of.drain()
    const since = of.bed.pass(31 * minuteMs)
    await look(of)
    of.bed.pass(minuteMs)
    await look(of)
    const rows = await db.selectFrom('deliveries').select('overdue_at').where('id', 'in', mails).distinct().execute()
    expect(rows).toEqual([{ overdue_at: since }])
  })

  test('are announced again after a pause that outlasted the window', async () => {
    const of = await bedWithPhone(db)
    await of.shut()
    const mails = await of.bed.mail(of.anna, of.phone, 2)
    of.bed.pass(10_000)
    await of.drain()
    of.bed.pass(minuteMs)
    await of.rest(new Date(of.bed.now().getTime() + 24 * hourMs))
    await of.tap()
    expect(await of.drain()).toEqual([])
    expect(await reasonsOf(mails)).toEqual(['paused', 'paused'])
    of.bed.pass(24 * hourMs + 10_000)
    expect(await of.drain()).toMatchObject([{ kind: 'announcement', memberIds: mails }])
  })
})

test('emails whose digest fails late are sent individually, and end when they fail too', async () => {
  const of = await bedWithPhone(db, { digestFrom: 2 })
  const mails = await of.bed.mail(of.anna, of.phone, 4)
  const error = { code: 131016, detail: null }
  const kinds: string[][] = []
  for (let round = 0; round < transientRetry.maxTries + 2; round++) {
    kinds.push((await of.drain()).map(one => one.kind))
    const taken = await db.selectFrom('deliveries').select('wamid').where('state', '=', 'accepted').where('wamid', 'is not', null).execute()
    for (const { wamid } of taken) await of.bed.report({ wamid: wamid ?? '', status: 'failed', error }, 'late:131016')
    of.bed.pass(15 * minuteMs)
    await look(of)
  }
  expect(kinds[0]).toEqual(['digest'])
  expect(new Set(kinds.slice(1).flat())).toEqual(new Set(['mail']))
  expect(kinds.at(-1)).toEqual([])
  expect(await statesOf(mails)).toEqual(Array(4).fill('failed'))
})

test('a shortened pause ends sooner', async () => {
  const of = await bedWithPhone(db)
  await of.shut()
  const rest = (ms: number) => {
    const pausedUntil = new Date(of.bed.now().getTime() + ms).toISOString()
    return db.transaction().execute(tx => updateDestination(tx, of.anna, of.phone, { pausedUntil }, of.bed.now()))
  }
  await rest(100 * hourMs)
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  of.bed.pass(10_000)
  expect(await of.drain()).toEqual([])
  expect(await stateOf(mail)).toMatchObject({ state: 'held', reason: 'paused' })
  await rest(hourMs)
  expect(await of.drain()).toEqual([])
  of.bed.pass(hourMs)
  expect(await of.drain()).toMatchObject([{ kind: 'announcement', memberIds: [mail] }])
})

test('an email scheduled during a pause waits for its time even if the pause ends sooner', async () => {
  const of = await bedWithPhone(db)
  await of.rest(new Date(of.bed.now().getTime() + 2 * hourMs))
  const waitUntil = new Date(of.bed.now().getTime() + 5 * hourMs)
  const [mail = ''] = await of.bed.mail(of.anna, of.phone, 1, { waitUntil, waitReason: 'quiet' })
  of.bed.pass(hourMs)
  await of.rest(null)
  await of.tap()
  expect(await of.drain()).toEqual([])
  expect(await stateOf(mail)).toMatchObject({ state: 'held', reason: 'quiet' })
  expect(await of.bed.nextDue()).toEqual(waitUntil)
  of.bed.pass(4 * hourMs)
  expect(await of.drain()).toMatchObject([{ kind: 'mail', id: mail }])
})

test('an email with an unknown outcome is announced without an echo, even if others were announced meanwhile', async () => {
  const of = await bedWithPhone(db)
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  await of.host.recordOutcome(await of.one(), { kind: 'unknown', reason: 'no_answer' })
  await of.shut()
  const [urgent = ''] = await of.bed.mail(of.anna, of.phone, 1, { urgent: true })
  expect(await of.drain()).toMatchObject([{ kind: 'announcement', memberIds: [urgent] }])
  expect((await stateOf(mail)).state).toBe('unknown')
  of.bed.pass(hourMs)
  expect(await of.drain()).toMatchObject([{ kind: 'announcement', memberIds: [mail] }])
  expect(await stateOf(mail)).toMatchObject({ state: 'held', reason: 'announced' })
})

test('an urgent email with an unknown outcome is checked in time, whatever waits for a tap before it', async () => {
  const of = await bedWithPhone(db)
  await of.bed.mail(of.anna, of.phone, 2, { urgent: true })
  await of.shut()
  await of.drain()
  await of.tap()
  const doubted = await of.one()
  await of.host.recordOutcome(doubted, { kind: 'unknown', reason: 'no_answer' })
  await of.shut()
  of.bed.pass(minuteMs)
  expect(await of.drain()).toMatchObject([{ kind: 'announcement', memberIds: expect.arrayContaining([doubted.deliveryId]) }])
})
