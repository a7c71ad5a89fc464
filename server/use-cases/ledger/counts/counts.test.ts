// Tests that sums from counted hours equal those from the messages themselves, whatever changed and whenever it was counted.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newId } from '../../../foundation/seal.ts'
import { countMessages } from '../sum.ts'
import { countMessagesOfAll, countNext } from './count.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:20:00Z')
const hours = (n: number) => new Date(now.getTime() - n * 3_600_000)
const mailboxes = [newId(now), newId(now)]

async function addMessage(userId: string, at: Date, result: string, mailbox = 0, isUnreturned = false) {
  const id = newId(at)
  const content = isUnreturned ? { content_hash: Buffer.alloc(0), uid: 7, uid_validity: 1 } : { content_hash: Buffer.from(id) }
  const mailboxId = mailboxes[mailbox] ?? ''
  await db
    .insertInto('messages')
    .values({ user_id: userId, id, mailbox_id: mailboxId, source_key: id, size_bytes: 1, arrived_at: at, dated_at: at, ...content })
    .execute()
  if (result === 'not_matched' || result === 'suppressed')
    await db.insertInto('decisions').values({ user_id: userId, message_id: id, decision: result, at }).execute()
  else await addDelivery(userId, id, at, result)
  return id
}

const addDelivery = (userId: string, messageId: string, at: Date, state: string) =>
  db
    .insertInto('deliveries')
    .values({
      ...{ user_id: userId, id: newId(at), message_id: messageId, destination_id: newId(at), attempts: 1, created_at: at, updated_at: at },
      ...{ state: state as 'read', fell_back_to: state === 'failed' ? ('mail' as const) : null },
    })
    .execute()

const setState = (userId: string, messageId: string, state: string) =>
  sql`update deliveries set state = ${state} where user_id = ${userId} and message_id = ${messageId}`.execute(db)

/** What the sums say without anything counted. */
async function fromMessages(userId: string, since: Date, options: { days?: number; mailboxId?: string }) {
  const sums = db.transaction().execute(async tx => {
    await tx.deleteFrom('message_count_progress').where('user_id', '=', userId).execute()
    const counts = await countMessages(tx, userId, since, options)
    throw Object.assign(new Error('rolled back'), { counts })
  })
  return sums.catch((error: unknown) => (error instanceof Error && 'counts' in error ? error.counts : Promise.reject(error)))
}

async function expectSame(userId: string) {
  for (const options of [{ days: 1 }, { days: 3 }, { days: 9 }, { days: 9, mailboxId: mailboxes[0] ?? '' }]) {
    const since = new Date(now.getTime() - options.days * 86_400_000)
    const [counted, plain] = [await countMessages(db, userId, since, options), await fromMessages(userId, since, options)]
    const sorted = (of: typeof counted) => ({ ...of, perMailbox: of.perMailbox.toSorted((a, b) => (a.mailboxId < b.mailboxId ? -1 : 1)) })
    expect(sorted(counted)).toEqual(sorted(plain as typeof counted))
  }
}

const states = ['held', 'queued', 'delivered', 'read', 'failed', 'expired', 'not_matched', 'suppressed'] as const
const change = fc.oneof(
  fc.record({
    kind: fc.constant('arrive' as const),
    hour: fc.nat(220),
    state: fc.constantFrom(...states),
    mailbox: fc.nat(1),
    late: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('report' as const), which: fc.nat(), state: fc.constantFrom(...states.slice(0, 6)) }),
  fc.record({ kind: fc.constant('second phone' as const), which: fc.nat(), state: fc.constantFrom(...states.slice(0, 6)) }),
  fc.record({ kind: fc.constant('return' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('disconnect' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('count' as const), hour: fc.nat(200) }),
)

test('sums are the same whatever was counted before and changed since', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async changes => {
      const userId = newId(now)
      const ids: string[] = []
      for (const one of changes) {
        const id = 'which' in one ? ids[one.which % Math.max(1, ids.length)] : undefined
        if (one.kind === 'arrive') ids.push(await addMessage(userId, hours(one.hour), one.state, one.mailbox, one.late))
        else if (one.kind === 'count') await db.transaction().execute(tx => countNext(tx, userId, hours(one.hour)))
        else if (id === undefined) continue
        else if (one.kind === 'report') await setState(userId, id, one.state)
        else if (one.kind === 'second phone') await addDelivery(userId, id, now, one.state)
        else if (one.kind === 'return')
          await sql`delete from messages where user_id = ${userId} and id = ${id} and content_hash = '' and uid is not null`.execute(db)
        else
          await sql`update messages set content_hash = '', uid = null, erased_at = ${now} where user_id = ${userId} and id = ${id}`.execute(
            db,
          )
      }
      await expectSame(userId)
    }),
    { numRuns: 20 },
  )
}, 60_000)

test('a message that a slow transaction adds to an hour that was counted meanwhile is counted', async () => {
  const userId = newId(now)
  await addMessage(userId, hours(5), 'read')
  const begun = Promise.withResolvers<void>()
  const counted = Promise.withResolvers<void>()
  const slow = db.transaction().execute(async tx => {
    const id = newId(hours(4))
    await sql`insert into messages (user_id, id, mailbox_id, source_key, content_hash, size_bytes, arrived_at, dated_at)
      values (${userId}, ${id}, ${mailboxes[0]}, ${id}, 'x', 1, ${hours(4)}, ${hours(4)})`.execute(tx)
    begun.resolve()
    await counted.promise
  })
  await begun.promise
  await db.transaction().execute(tx => countNext(tx, userId, now))
  counted.resolve()
  await slow
  expect((await countMessages(db, userId, hours(24))).sum).toMatchObject({ arrived: 2, forwarded: 1, underWay: 1 })
})

test('the job counts everybody with new messages or none counted, and what it counted is not read again', async () => {
  const [anna, ben] = [newId(now), newId(now)]
  for (const [userId, hour] of [
    [anna, 0.5],
    [anna, 30],
    [ben, 100],
  ] as const)
    await addMessage(userId, hours(hour), 'read')
  await db
    .insertInto('mailboxes')
    .values({
      user_id: ben,
      id: newId(now),
      kind: 'address',
      address: `${ben}@example.net`,
      state: 'live',
      settings: '{}',
      lease_token: 0,
      created_at: now,
    })
    .execute()
  await countMessagesOfAll(db, now)
  const rows = await db.selectFrom('message_counts').selectAll().where('user_id', 'in', [anna, ben]).execute()
  expect(rows.map(row => [row.user_id, row.forwarded])).toEqual(
    expect.arrayContaining([
      [anna, 1],
      [ben, 1],
    ]),
  )
  // Planted: a count that is wrong shows, so it is what the sum is made of.
  await db.updateTable('message_counts').set({ forwarded: 41 }).where('user_id', '=', ben).execute()
  // As if no other transaction ran: those of other tests, in any database of this server, would keep the hour open.
  await sql`update message_count_progress set counted_xid = pg_snapshot_xmax(pg_current_snapshot()) where user_id = ${ben}`.execute(db)
  expect((await countMessages(db, ben, hours(240), { days: 10 })).sum.forwarded).toBe(41)
})
