// Tests several emails of one lane that are claimed together, on PostgreSQL: their order, their tokens, and what a dead host leaves.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { bedWithPhone, openStates } from '../../test/phone-bed.ts'
import { markDispatched } from './dispatch-queue.ts'
import { minuteMs, sent } from './testbed.fixture.ts'

const { db } = await testDatabase()
const { statesOf } = openStates(db)
const released = { kind: 'released' } as const
const run = { run: 20 }

const tokensOf = async () => (await db.selectFrom('lanes').select('tokens').executeTakeFirstOrThrow()).tokens

test('the emails of a lane are claimed in order, as many as it has tokens for', async () => {
  const { bed, anna, phone, host } = await bedWithPhone(db)
  const mails = await bed.mail(anna, phone, 12)
  const claimed = await host.claim(run)
  expect(claimed.map(one => one.deliveryId)).toEqual(mails.slice(0, 9))
  expect(await host.claim(run)).toEqual([])
  await host.recordAll(claimed.map(one => ({ claimed: one, outcome: sent(`wamid.${one.deliveryId}`) })))
  expect(await statesOf(mails)).toEqual([...Array(9).fill('accepted'), ...Array(3).fill('queued')])
  expect(await host.claim(run)).toEqual([])
  bed.pass(6_000)
  expect((await host.claim(run)).map(one => one.deliveryId)).toEqual([mails[9]])
})

test('no more are claimed than our number may send', async () => {
  const { bed, anna, phone, host } = await bedWithPhone(db, { numberPerSecond: 32 })
  const other = await bed.phoneOf(anna, 'Other', '15550100201')
  await bed.mail(anna, phone, 5)
  await bed.mail(anna, other, 5)
  // A burst of four, of which replies keep one: each lane gets its first before any gets a second.
  const claimed = await host.claim(run)
  expect(claimed).toHaveLength(3)
  expect(new Set(claimed.map(one => one.destinationId))).toEqual(new Set([phone, other]))
})

test('what was not sent goes again in its order, and gives its token back', async () => {
  const { bed, anna, phone, host } = await bedWithPhone(db)
  const mails = await bed.mail(anna, phone, 4)
  const [first, ...others] = await host.take(run)
  if (!first) throw new Error('Nothing was claimed.')
  const temporary = { kind: 'retry', reason: 'temporary', afterMs: 20_000, scope: 'delivery' } as const
  await host.recordAll([{ claimed: first, outcome: temporary }, ...others.map(one => ({ claimed: one, outcome: released }))])
  expect(await statesOf(mails)).toEqual(Array(4).fill('queued'))
  expect(await tokensOf()).toBe(9)
  expect(await host.claim(run)).toEqual([])
  bed.pass(minuteMs)
  expect((await host.claim(run)).map(one => [one.deliveryId, one.attempt])).toEqual([[mails[0], 2]])
})

test('a host that dies in the middle leaves a doubt about one email alone', async () => {
  const { bed, anna, phone, host, drain } = await bedWithPhone(db)
  const mails = await bed.mail(anna, phone, 4)
  const [first, second] = await host.take(run)
  if (!first || !second) throw new Error('Fewer were claimed.')
  await host.dispatch(first)
  await markDispatched(db, [{ ...second, before: { ...first, wamid: 'wamid.first' } }], bed.now())
  bed.pass(minuteMs)
  const taker = bed.host('b')
  expect(await taker.take(run)).toEqual([])
  expect(await statesOf(mails)).toEqual(['accepted', 'unknown', 'queued', 'queued'])
  expect((await db.selectFrom('deliveries').select('wamid').where('id', '=', first.deliveryId).executeTakeFirstOrThrow()).wamid).toBe(
    'wamid.first',
  )
  bed.pass(2 * minuteMs)
  expect((await drain()).map(one => one.id)).toEqual(mails.slice(1))
})

test('only what failed while nothing got through, or may have arrived, asks first whether WhatsApp works', async () => {
  const { bed, anna, phone, host } = await bedWithPhone(db)
  await bed.mail(anna, phone, 3)
  const [first, ...others] = await host.take(run)
  if (!first) throw new Error('Nothing was claimed.')
  const down = { kind: 'retry', reason: 'temporary', afterMs: null, scope: 'service' } as const
  await host.recordAll([{ claimed: first, outcome: sent('wamid.one') }, ...others.map(one => ({ claimed: one, outcome: released }))])
  bed.pass(6_000)
  const [second, third] = await host.take(run)
  if (!second || !third) throw new Error('What was released was not claimed again.')
  expect([second.attempt, second.mayMeetTrouble, third.mayMeetTrouble]).toEqual([2, false, false])
  await host.recordAll([
    { claimed: second, outcome: down },
    { claimed: third, outcome: released },
  ])
  bed.pass(minuteMs)
  const [again] = await host.take(run)
  expect(again?.mayMeetTrouble).toBe(true)
  if (!again) throw new Error('What failed was not claimed again.')
  await host.recordOutcome(again, { kind: 'unknown', reason: 'no_answer' })
  bed.pass(5 * minuteMs)
  await bed.mail(anna, await bed.phoneOf(anna, 'Other', '15550100202'), 1)
  const [doubted] = (await host.take(run)).filter(one => one.deliveryId === again.deliveryId)
  expect(doubted?.mayMeetTrouble).toBe(true)
})
