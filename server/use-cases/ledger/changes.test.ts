// Tests change polling on a real database: nothing missed or repeated, and only the user's own rows.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import { changedSince, newCursor, type WatchedUser } from './changes.ts'

const { db, pool } = await testDatabase()
const at = new Date('2026-11-22T00:00:00Z')

async function keep(on: Db, userId: string, minute = 0): Promise<string> {
  const id = newId(at)
  const arrived = new Date(at.getTime() + minute * 60_000)
  const of = {
    user_id: userId,
    id,
    mailbox_id: userId,
    source_key: id,
    content_hash: Buffer.of(1),
    size_bytes: 7,
    arrived_at: arrived,
    dated_at: arrived,
  }
  await on.insertInto('messages').values(of).execute()
  return id
}

async function send(on: Db, userId: string, state = 'queued'): Promise<string> {
  const id = newId(at)
  const of = { user_id: userId, id, message_id: id, destination_id: userId, state, attempts: 0, created_at: at, updated_at: at }
  await on.insertInto('deliveries').values(of).execute()
  return id
}

const move = (on: Db, userId: string, id: string, state: string) =>
  on.updateTable('deliveries').set({ state }).where('user_id', '=', userId).where('id', '=', id).execute()

/** Someone who is watched, look by look. */
async function watch(userId: string) {
  const watched: WatchedUser = { userId, since: await newCursor(db) }
  return async () => {
    const changed = (await changedSince(db, [watched])).get(userId)
    watched.since = changed?.next ?? watched.since
    return (changed?.changes ?? []).map(({ table, type, record }) => `${type} ${table} ${String(record['id'])}`)
  }
}

test('a poll reports created and changed rows once, and only the visible columns', async () => {
  const userId = randomUUID()
  await keep(db, userId)
  const old = await send(db, userId)
  const since = await newCursor(db)
  const look = await watch(userId)
  expect(await look()).toEqual([])
  const made = await keep(db, userId)
  await move(db, userId, old, 'sending')
  await move(db, userId, old, 'accepted')
  expect(await look()).toEqual([`INSERT messages ${made}`, `UPDATE deliveries ${old}`])
  expect(await look()).toEqual([])
  const { changes } = (await changedSince(db, [{ userId, since }])).get(userId) ?? {}
  expect(changes?.[0]?.record).toEqual({
    user_id: userId,
    id: made,
    mailbox_id: userId,
    size_bytes: 7,
    arrived_at: '2026-11-22T00:00:00+00:00',
    erased_at: null,
  })
  expect(changes?.[1]?.record).toMatchObject({ state: 'accepted' })
})

test('a transaction that commits late is reported then, even after later ones were reported', async () => {
  const userId = randomUUID()
  const look = await watch(userId)
  const late = await db.startTransaction().execute()
  // Its times are of long ago, too.
  const first = await keep(late, userId, -60)
  const second = await keep(db, userId)
  expect(await look()).toEqual([`INSERT messages ${second}`])
  const third = await send(db, userId)
  expect(await look()).toEqual([`INSERT deliveries ${third}`])
  await late.commit().execute()
  expect(await look()).toEqual([`INSERT messages ${first}`])
  expect(await look()).toEqual([])
})

test('rolled back changes are never reported', async () => {
  const userId = randomUUID()
  const look = await watch(userId)
  const undone = await db.startTransaction().execute()
  await keep(undone, userId)
  await undone.rollback().execute()
  expect(await look()).toEqual([])
})

test('users polled together get only their own rows', async () => {
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
  const since = await newCursor(db)
  const [ofA, ofB] = [await keep(db, a), await keep(db, b)]
  await keep(db, c)
  const changed = await changedSince(db, [
    { userId: a, since },
    { userId: b, since },
  ])
  expect([...changed.values()].flatMap(one => one.changes).map(({ userId, record }) => [userId, record['user_id'], record['id']])).toEqual(
    [
      [a, a, ofA],
      [b, b, ofB],
    ].toSorted(([x = ''], [y = '']) => (x < y ? -1 : 1)),
  )
})

test('more rows than a page are reported over several polls, without duplicates or losses, during concurrent writes', async () => {
  const userId = randomUUID()
  const look = await watch(userId)
  const late = await db.startTransaction().execute()
  const waiting = await keep(late, userId)
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    const { rows } = await sql<{ id: string }>`
      insert into messages (user_id, id, mailbox_id, source_key, content_hash, size_bytes, arrived_at, dated_at)
      select ${userId}, gen_random_uuid(), ${userId}, ${String(n)} || '-' || n, '', 1, ${at}, ${at} from generate_series(1, 300) n returning id`.execute(
      db,
    )
    ids.push(...rows.map(row => row.id))
  }
  const told = [await look(), await look()]
  expect(told.map(one => one.length)).toEqual([600, 300])
  await late.commit().execute()
  told.push(await look(), await look())
  expect(told.flat().toSorted()).toEqual([...ids, waiting].map(id => `INSERT messages ${id}`).toSorted())
})

test('liveness and folder cursors are not reported, but state changes are', async () => {
  const userId = randomUUID()
  await sql`insert into mailboxes (user_id, id, kind, address, state, created_at)
    values (${userId}, ${userId}, 'imap', 'me@example.com', 'live', ${at})`.execute(db)
  const message = await keep(db, userId)
  const look = await watch(userId)
  await db.updateTable('mailboxes').set({ last_alive_at: at, lease_token: '1', state: 'live' }).where('user_id', '=', userId).execute()
  await db.updateTable('messages').set({ folder: 'Other' }).where('user_id', '=', userId).execute()
  expect(await look()).toEqual([])
  await db.updateTable('mailboxes').set({ state: 'needs_you' }).where('user_id', '=', userId).execute()
  await db.updateTable('messages').set({ erased_at: at }).where('user_id', '=', userId).execute()
  expect(await look()).toEqual([`UPDATE mailboxes ${userId}`, `UPDATE messages ${message}`])
})

test('rows with transaction ids of another database are ignored until they change', async () => {
  const userId = randomUUID()
  const look = await watch(userId)
  await pool.query(`begin; set local session_replication_role = replica;
    insert into messages (user_id, id, mailbox_id, source_key, content_hash, size_bytes, arrived_at, dated_at, created_xid, changed_xid)
    values ('${userId}', '${userId}', '${userId}', '', '', 1, '2026-01-01', '2026-01-01', '999999999', '999999999'); commit`)
  expect(await look()).toEqual([])
  await db.updateTable('messages').set({ erased_at: at }).where('user_id', '=', userId).execute()
  expect(await look()).toEqual([expect.stringContaining('messages')])
})
