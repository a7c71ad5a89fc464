// A database of an older version is brought to the newest with its rows.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate, migrationNames } from './migrate.ts'
import { type Db, openDb, openPool } from './pool.ts'

async function emptyDatabase(): Promise<Db> {
  const name = `${inject('model')}_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('pg') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(inject('pg'))
  url.pathname = `/${name}`
  const db = openDb(openPool(url.href, 1))
  onTestFinished(() => db.destroy())
  return db
}

const userId = randomUUID()
const at = new Date('2026-11-20T10:00:00Z')

test('filters that were saved before there was a history have a first version', async () => {
  const db = await emptyDatabase()
  await migrate(db, '004_notice_choices')
  const filter = { position: 1, name: 'Bills', paused: true, condition: '{"a": 1}', actions: '[]', created_at: at, updated_at: at }
  const id = randomUUID()
  await db
    .insertInto('filters')
    .values({ user_id: userId, id, ...filter })
    .execute()
  const message = { id, mailbox_id: id, source_key: 'a', content_hash: Buffer.of(1), size_bytes: 1, arrived_at: at }
  await db
    .insertInto('messages')
    .values({ user_id: userId, ...message })
    .execute()
  expect(await migrate(db)).toBe(migrationNames().length - 4)
  expect(await db.selectFrom('filters').select('version').execute()).toEqual([{ version: 1 }])
  expect(await db.selectFrom('filter_versions').selectAll().execute()).toEqual([
    {
      user_id: userId,
      filter_id: id,
      version: 1,
      name: 'Bills',
      paused: true,
      condition: { a: 1 },
      actions: [],
      restored: null,
      at,
    },
  ])
  expect(await db.selectFrom('messages').select('first_time_sender').execute()).toEqual([{ first_time_sender: null }])
  expect(await migrate(db)).toBe(0)
})

test('the history and the counts of a filter go with it', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  const filter = { id: randomUUID(), position: 1, name: 'Bills', condition: '{}', actions: '[]', created_at: at, updated_at: at }
  await db
    .insertInto('filters')
    .values({ user_id: userId, paused: false, ...filter })
    .execute()
  const version = { filter_id: filter.id, version: 1, name: 'Bills', paused: false, condition: '{}', actions: '[]', at }
  await db
    .insertInto('filter_versions')
    .values({ user_id: userId, ...version })
    .execute()
  await db.insertInto('filter_days').values({ user_id: userId, filter_id: filter.id, day: '2026-11-20', matched: 3, last_at: at }).execute()
  await db.deleteFrom('filters').execute()
  expect(await db.selectFrom('filter_versions').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('filter_days').selectAll().execute()).toEqual([])
})
