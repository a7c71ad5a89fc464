// Tests the ledger on a real database: counts add up, pages are complete, and users stay apart.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { State } from '../../../core/delivery/states.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import type { MessageFilter } from './candidates.ts'
import { listCarriers } from './carriers.ts'
import { readDeliveries } from './deliveries.ts'
import { readDeliveryToPreview } from './delivery-to-preview.ts'
import { decidingDelivery } from './message-state.ts'
import { listMessages, readCursor, readMessage, writeCursor } from './messages.ts'
import { countMessages } from './sum.ts'

const { db } = await testDatabase()
const start = new Date('2026-11-20T00:00:00Z')
const id = () => newId(start)
type Verdict = 'matched' | 'not_matched' | 'suppressed'

/** One of these states each; with `!` its person was told of it by e-mail. */
async function keep(
  userId: string,
  mailboxId: string,
  verdict: Verdict | null,
  states: (State | `${State}!`)[],
  minute = 0,
): Promise<string> {
  const messageId = id()
  const at = new Date(start.getTime() + minute * 60_000)
  await db
    .insertInto('messages')
    .values({
      user_id: userId,
      id: messageId,
      mailbox_id: mailboxId,
      source_key: messageId,
      content_hash: newKey(),
      size_bytes: 1,
      arrived_at: at,
      dated_at: at,
    })
    .execute()
  if (verdict) await db.insertInto('decisions').values({ user_id: userId, message_id: messageId, decision: verdict, at }).execute()
  for (const said of states)
    await db
      .insertInto('deliveries')
      .values({
        user_id: userId,
        id: id(),
        message_id: messageId,
        destination_id: id(),
        state: State.parse(said.replace('!', '')),
        fell_back_to: said.endsWith('!') ? 'mail' : null,
        attempts: 0,
        usage_month: '2026-11',
        created_at: at,
        updated_at: at,
      })
      .execute()
  return messageId
}

/** A message of ours that is no mail of its own. */
async function send(userId: string, kind: 'announcement' | 'digest' | 'shown', messageId: string | null, state: State): Promise<string> {
  const of = { user_id: userId, id: id(), kind, message_id: messageId, destination_id: phone }
  const at = { created_at: start, updated_at: start }
  await db
    .insertInto('deliveries')
    .values({ ...of, ...at, state, attempts: 0 })
    .execute()
  return of.id
}

const phone = id()
const state = async (userId: string, messageId: string) => (await readMessage(db, userId, messageId))?.state

test.each<[string, Verdict | null, State[]]>([
  ['not_matched', 'not_matched', []],
  ['suppressed', 'suppressed', []],
  ['under_way', null, []],
  ['held', 'matched', ['delivered', 'held']],
  ['under_way', 'matched', ['read', 'sending']],
  ['under_way', 'matched', ['accepted']],
  ['under_way', 'matched', ['unknown', 'failed']],
  ['failed', 'matched', ['delivered', 'failed']],
  ['failed', 'matched', ['cancelled']],
  ['failed', 'matched', ['expired', 'read']],
  ['forwarded', 'matched', ['delivered', 'read']],
])('a message is %s with decision %s and deliveries %j', async (expected, verdict, states) => {
  const [userId, mailboxId] = [id(), id()]
  const messageId = await keep(userId, mailboxId, verdict, states)
  expect(await state(userId, messageId)).toBe(expected)
})

test('the counts by state always add up to the arrived messages, in total and per mailbox', async () => {
  const message = fc.record({
    verdict: fc.constantFrom<Verdict | null>('matched', 'not_matched', 'suppressed', null),
    states: fc.array(fc.constantFrom(...State.options), { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 12 }), async messages => {
      const userId = id()
      const boxes = [id(), id()]
      for (const [i, m] of messages.entries()) await keep(userId, boxes[i % 2] ?? '', m.verdict, m.verdict === 'matched' ? m.states : [])
      const { sum, perMailbox } = await countMessages(db, userId, start, { days: 7 })
      expect(sum.arrived).toBe(messages.length)
      expect(sum.forwarded + sum.underWay + sum.held + sum.failed + sum.notMatched + sum.suppressed).toBe(sum.arrived)
      expect(perMailbox.reduce((n, m) => n + m.arrived, 0)).toBe(sum.arrived)
      for (const m of perMailbox) expect([m.daily.length, m.daily.reduce((a, b) => a + b, 0)]).toEqual([7, m.arrived])
      expect(perMailbox.reduce((n, m) => n + m.forwarded, 0)).toBe(sum.forwarded)
      for (const { mailboxId, arrived } of perMailbox)
        expect((await countMessages(db, userId, start, { mailboxId })).sum.arrived).toBe(arrived)
    }),
    { numRuns: 15 },
  )
})

test('a failed message that was reported by email counts as such; one that may still arrive does not', async () => {
  const [userId, mailboxId] = [id(), id()]
  for (const states of [
    ['failed!'],
    ['expired!', 'failed!'],
    ['read', 'cancelled!'],
    ['failed!', 'failed'],
    ['sent!'],
    ['failed'],
  ] as const)
    await keep(userId, mailboxId, 'matched', [...states])
  const { sum } = await countMessages(db, userId, start)
  expect(sum).toMatchObject({ arrived: 6, failed: 5, byEmail: 3, underWay: 1 })
  const told = { state: 'failed', fellBack: 'mail' } as const
  const untold = { state: 'failed', fellBack: null } as const
  expect(decidingDelivery([told, untold])).toBe(untold)
})

test('a message waiting for a digest is previewed with the whole digest, or alone if it is the only one', async () => {
  const userId = id()
  const hour = new Date(start.getTime() + 8 * 3_600_000)
  const wait = async (waitUntil: Date | null, change: object = {}) => {
    const of = { user_id: userId, id: id(), message_id: id(), destination_id: phone, usage_month: '2026-11' }
    const at = { state: 'held', reason: 'digest', attempts: 0, for_digest: true, created_at: start, updated_at: start }
    await db
      .insertInto('deliveries')
      .values({ ...of, ...at, wait_until: waitUntil, ...change })
      .execute()
    return of.id
  }
  const [first, own] = [await wait(hour), await wait(hour, { for_digest: false })]
  expect(await readDeliveryToPreview(db, userId, first, start)).toMatchObject({ kind: 'mail', memberIds: [], collected: 1 })
  const second = await wait(new Date(hour.getTime() - 1))
  await wait(new Date(hour.getTime() + 1))
  await wait(hour, { destination_id: id() })
  await wait(hour, { state: 'cancelled' })
  expect(await readDeliveryToPreview(db, userId, first, start)).toMatchObject({ kind: 'digest', memberIds: [first, second], collected: 2 })
  expect(await readDeliveryToPreview(db, userId, own, start)).toMatchObject({ kind: 'mail', collected: null })
  expect(await readDeliveryToPreview(db, userId, first, hour)).toMatchObject({ kind: 'mail', collected: null })
  const many = await Promise.all(Array.from({ length: 40 }, () => wait(hour)))
  expect((await readDeliveryToPreview(db, userId, many.at(-1) ?? '', start))?.memberIds).toHaveLength(12)
})

test('pages list every message once, newest first, even if many arrived at the same time', async () => {
  const [userId, mailboxId] = [id(), id()]
  for (const minute of [0, 1, 1, 1, 1, 2, 3]) await keep(userId, mailboxId, 'not_matched', [], minute)
  const seen: { id: string; at: number }[] = []
  let before: ReturnType<typeof readCursor> | null = null
  for (;;) {
    if (before === 'wrong') throw new Error('the cursor does not read back')
    const rows = await listMessages(db, userId, { state: 'all', before, limit: 2 })
    for (const row of rows.slice(0, 2)) seen.push({ id: row.id, at: row.dated_at.getTime() })
    const last = rows[1]
    if (rows.length <= 2 || !last) break
    before = readCursor(writeCursor(last.dated_at, last.id))
  }
  expect(new Set(seen.map(s => s.id)).size).toBe(7)
  expect(seen.map(s => s.at)).toEqual(seen.map(s => s.at).toSorted((a, b) => b - a))
})

test.each([
  '',
  'x',
  Buffer.from('yesterday 1').toString('base64url'),
  Buffer.from("2026-11-20T00:00:00Z ' or 1=1").toString('base64url'),
  Buffer.from(`-271821-04-20T00:00:00Z ${id()}`).toString('base64url'),
])('the cursor %j is refused', text => {
  expect(readCursor(text)).toBe('wrong')
})

test('announcements, digests and repeats appear in no count, list or state; a message in a digest counts once', async () => {
  const [userId, mailboxId] = [id(), id()]
  const mails = await Promise.all([keep(userId, mailboxId, 'matched', ['read']), keep(userId, mailboxId, 'matched', ['read'])])
  const digest = await send(userId, 'digest', null, 'failed')
  const announcement = await send(userId, 'announcement', null, 'held')
  for (const messageId of mails) await send(userId, 'shown', messageId, 'failed')
  const ours = db.updateTable('deliveries').set({ digest_id: digest, announced_by: announcement })
  await ours.where('user_id', '=', userId).where('kind', '=', 'mail').execute()
  const { sum, perMailbox } = await countMessages(db, userId, start)
  expect(sum).toMatchObject({ arrived: 2, forwarded: 2, held: 0, failed: 0, underWay: 0 })
  expect(perMailbox).toEqual([{ mailboxId, arrived: 2, forwarded: 2, daily: [2] }])
  const rows = await listMessages(db, userId, { state: 'forwarded', before: null, limit: 10 })
  expect(rows.map(row => row.id).toSorted()).toEqual(mails.toSorted())
  const deliveries = await readDeliveries(db, userId, mails, () => null)
  expect(mails.map(messageId => deliveries.get(messageId)?.map(one => one.state))).toEqual([['read'], ['read']])
})

test('a message lists its announcement, its digest, and each time it was shown again', async () => {
  const [userId, mailboxId] = [id(), id()]
  const [first, second] = [await keep(userId, mailboxId, 'matched', ['read']), await keep(userId, mailboxId, 'matched', ['read'])]
  const announcement = await send(userId, 'announcement', null, 'read')
  const digest = await send(userId, 'digest', null, 'delivered')
  const mine = () => db.updateTable('deliveries').where('user_id', '=', userId).where('kind', '=', 'mail')
  await mine().set({ digest_id: digest, announced_by: announcement, destination_id: phone }).execute()
  const shown = await send(userId, 'shown', first, 'accepted')
  const carriers = (await listCarriers(db, userId, first)).map(({ id: of, kind, state, messageCount }) => [of, kind, state, messageCount])
  expect(carriers).toEqual([
    [announcement, 'announcement', 'read', 2],
    [digest, 'digest', 'delivered', 2],
    [shown, 'shown', 'accepted', 1],
  ])
  expect((await listCarriers(db, userId, second)).map(one => one.kind)).toEqual(['announcement', 'digest'])
  expect(await listCarriers(db, id(), first)).toEqual([])
})

test('the scheduled time is shown only while a delivery waits for it', async () => {
  const [userId, hour] = [id(), new Date('2026-11-25T08:00:00Z')]
  const mail = await keep(userId, id(), 'matched', ['held'])
  const mine = () => db.updateTable('deliveries').where('user_id', '=', userId)
  const waitsUntil = async (reason: string) => {
    await mine().set({ reason, wait_until: hour }).execute()
    return (await readDeliveries(db, userId, [mail], () => null)).get(mail)?.[0]?.waitUntil
  }
  for (const reason of ['quiet', 'digest', 'folded']) expect(await waitsUntil(reason)).toBe(hour.toISOString())
  for (const reason of ['announced', 'no_template', 'paused']) expect(await waitsUntil(reason)).toBeNull()
})

test('deliveries keep their order when one is sent again', async () => {
  const userId = id()
  const mail = await keep(userId, id(), 'matched', ['failed', 'failed'])
  const order = async () => (await readDeliveries(db, userId, [mail], () => null)).get(mail)?.map(delivery => delivery.id) ?? []
  const before = await order()
  const [first = ''] = before
  await sql`update deliveries set seq = default where user_id = ${userId} and id = ${first}`.execute(db)
  expect(await order()).toEqual(before)
})

test('a list can be filtered by destination and days', async () => {
  const [userId, mailboxId] = [id(), id()]
  const [early, late] = [await keep(userId, mailboxId, 'matched', ['read'], 1), await keep(userId, mailboxId, 'matched', ['read'], 2)]
  await db.updateTable('deliveries').set({ destination_id: phone }).where('message_id', '=', late).execute()
  await send(userId, 'shown', early, 'read')
  const of = async (slice: Partial<MessageFilter>) =>
    (await listMessages(db, userId, { state: 'all', before: null, limit: 10, ...slice })).map(row => row.id)
  const minute = (n: number) => new Date(start.getTime() + n * 60_000)
  expect(await of({ destinationId: phone })).toEqual([late])
  expect(await of({ since: minute(2) })).toEqual([late])
  expect(await of({ until: minute(2) })).toEqual([early])
  expect(await of({ since: minute(1), until: minute(3) })).toEqual([late, early])
})

test('a list can be filtered by state', async () => {
  const [userId, mailboxId] = [id(), id()]
  const held = await keep(userId, mailboxId, 'matched', ['held'])
  await keep(userId, mailboxId, 'not_matched', [])
  const of = async (state: 'held' | 'matched') => (await listMessages(db, userId, { state, before: null, limit: 10 })).map(r => r.id)
  expect(await of('held')).toEqual([held])
  const read = await keep(userId, mailboxId, 'matched', ['read'], 1)
  expect(await of('matched')).toEqual([read, held])
})

test('users never see messages, deliveries or counts of other users', async () => {
  const [anna, ben, mailboxId] = [id(), id(), id()]
  const hers = await keep(anna, mailboxId, 'matched', ['delivered'])
  expect(await readMessage(db, ben, hers)).toBeUndefined()
  expect(await listMessages(db, ben, { state: 'all', before: null, limit: 10 })).toEqual([])
  expect((await readDeliveries(db, ben, [hers], () => null)).size).toBe(0)
  expect((await countMessages(db, ben, start)).sum.arrived).toBe(0)
})

test('the deciding delivery is the least finished one, as in the counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...State.options), { minLength: 1, maxLength: 4 }), async states => {
      const [userId, mailboxId] = [id(), id()]
      const messageId = await keep(userId, mailboxId, 'matched', states)
      const alone = await keep(userId, mailboxId, 'matched', [
        decidingDelivery(states.map(state => ({ state, fellBack: null })))?.state ?? 'held',
      ])
      expect(await state(userId, alone)).toBe(await state(userId, messageId))
    }),
    { numRuns: 25 },
  )
})
