// Tests when content is erased: by the date that was written with the message, which follows every change of the retention.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { saveOnce } from '../messages/store.ts'
import { contentHash, imapSourceKey } from '../parsing/arrived.ts'
import { eraseExpired } from './owners.ts'
import { applyRetentionChanges, recordDefaultChange, recordRetentionChange } from './retention-owners.ts'

const { db } = await testDatabase()
const start = new Date('2026-11-02T10:00:00Z')
const dayMs = 86_400_000
const later = (days: number) => new Date(start.getTime() + days * dayMs)
const defaultDays = 30

test('a message is due when the retention of its user ends, or the default where none was chosen', async () => {
  const [own, none, nothing] = [randomUUID(), randomUUID(), randomUUID()]
  await choose(own, 7)
  await choose(nothing, 0)
  for (const userId of [own, none, nothing]) await arrive(userId)
  expect([await dueOf(own), await dueOf(none), await dueOf(nothing)]).toEqual([later(7), later(defaultDays), later(1)])
})

test('a changed retention moves the dates of every message that still has content, in batches', async () => {
  const userId = randomUUID()
  await choose(userId, 365)
  await sql`
    insert into messages (user_id, id, mailbox_id, source_key, content_hash, size_bytes, arrived_at, dated_at, erase_at, erased_at)
    select ${userId}, gen_random_uuid(), ${userId}, n::text, '', 1, ${start}::timestamptz, ${start}::timestamptz, ${later(365)}, case when n = 1 then ${start}::timestamptz end
    from generate_series(1, 2500) n`.execute(db)
  await change(userId, 10)
  await applyRetentionChanges(db, start, defaultDays)
  const { rows } = await sql`
    select erase_at, count(*)::int as n from messages where user_id = ${userId} group by 1 order by 1`.execute(db)
  expect(rows).toEqual([
    { erase_at: later(10), n: 2499 },
    { erase_at: later(365), n: 1 },
  ])
})

test('a message that was being saved while the retention changed follows the new one', async () => {
  const userId = randomUUID()
  await choose(userId, 365)
  await change(userId, 10)
  await applyRetentionChanges(db, start, defaultDays)
  // It had read the old retention before the change.
  await arrive(userId, later(0), 365)
  await db
    .updateTable('messages')
    .set({ erase_at: later(365) })
    .where('user_id', '=', userId)
    .execute()
  await applyRetentionChanges(db, new Date(start.getTime() + 5 * 60_000), defaultDays)
  expect(await dueOf(userId)).toEqual(later(10))
  await applyRetentionChanges(db, new Date(start.getTime() + 20 * 60_000), defaultDays)
  expect(await db.selectFrom('retention_changes').select('user_id').where('user_id', '=', userId).execute()).toEqual([])
})

test('a date that is too early erases nothing: the retention is asked again', async () => {
  const userId = randomUUID()
  await choose(userId, 365)
  await arrive(userId)
  await db
    .updateTable('messages')
    .set({ erase_at: later(1) })
    .where('user_id', '=', userId)
    .execute()
  await sweep(later(2))
  expect(await erasedOf(userId)).toBe(false)
  expect(await dueOf(userId)).toEqual(later(365))
})

test('a message without a date gets one, and is erased when it is due', async () => {
  const userId = randomUUID()
  await arrive(userId, start, null)
  await sweep(later(1))
  expect(await dueOf(userId)).toEqual(later(defaultDays))
  await sweep(later(31))
  expect(await erasedOf(userId)).toBe(true)
})

test('a new default of the operator reaches the messages of those who chose none, and only theirs', async () => {
  const [none, own] = [randomUUID(), randomUUID()]
  for (const id of [none, own])
    await db
      .insertInto('users')
      .values({ id, is_anonymous: false, user_metadata: '{}', app_metadata: '{}', created_at: start, updated_at: start })
      .execute()
  await choose(own, 30)
  for (const userId of [none, own]) await arrive(userId)
  await recordDefaultChange(db, start, 14)
  await applyRetentionChanges(db, start, 14)
  expect([await dueOf(none), await dueOf(own)]).toEqual([later(14), later(30)])
})

test('all that is due is erased batch by batch, for all users at once', async () => {
  const users = Array.from({ length: 5 }, (): string => randomUUID())
  for (const userId of users) for (let i = 0; i < 3; i++) await arrive(userId)
  const erased: string[] = []
  let batch = { checked: 0, erased: 0 }
  do {
    batch = await eraseExpired(db, later(31), defaultDays, 4, async (_tx, messages) => void erased.push(...messages.map(m => m.userId)))
  } while (batch.checked === 4)
  expect(Object.values(Object.groupBy(erased, id => id)).filter(list => list && users.includes(list[0] ?? ''))).toEqual(
    users.map(() => [expect.anything(), expect.anything(), expect.anything()]),
  )
})

const choose = (userId: string, days: number) =>
  db.insertInto('settings').values({ user_id: userId, language: 'en', time_zone: 'UTC', retention_days: days, updated_at: start }).execute()

const change = (userId: string, days: number) =>
  db.transaction().execute(async tx => {
    await tx.updateTable('settings').set({ retention_days: days }).where('user_id', '=', userId).execute()
    await recordRetentionChange(tx, userId, start)
  })

async function arrive(userId: string, arrivedAt = start, days: number | null = defaultDays): Promise<void> {
  const [raw, uid] = [Buffer.from(randomUUID()), Math.floor(Math.random() * 1e9)]
  const arrived = {
    ...{ userId, mailboxId: userId, kind: 'imap' as const, folder: 'INBOX', uid, uidValidity: 1, raw, reduced: null, arrivedAt },
    ...{ sourceKey: imapSourceKey('INBOX', 1, uid), sizeBytes: raw.length, contentHash: contentHash(raw, raw.length) },
  }
  const view = plainView({ from: [], to: [], subject: 'a', body: '', sizeBytes: 1 })
  await db
    .transaction()
    .execute(tx => saveOnce(tx, userId, newKey(), [{ id: newId(arrivedAt), arrived, view }], { defaultDays: days ?? undefined }))
}

const sweep = (now: Date) => eraseExpired(db, now, defaultDays, 10_000, async () => undefined)
const readOf = (userId: string) =>
  db.selectFrom('messages').select(['erase_at', 'erased_at']).where('user_id', '=', userId).executeTakeFirst()
const dueOf = async (userId: string) => (await readOf(userId))?.erase_at
const erasedOf = async (userId: string) => (await readOf(userId))?.erased_at != null
