// Tests migrations: an empty database gets the newest schema, and one from another version is left unchanged.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { compareSchema, migrate, migrationNames } from './migrate.ts'
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

async function databaseWithMigrations(...names: string[]): Promise<Db> {
  const db = await emptyDatabase()
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(db)
  for (const name of names) await sql`insert into kysely_migration values (${name}, '2026-11-20')`.execute(db)
  return db
}

const listTables = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  return rows.map(row => row.name).filter(name => !name.startsWith('kysely_'))
}

test('an empty database gets every migration once', async () => {
  const db = await emptyDatabase()
  expect(await compareSchema(db)).toEqual({ missing: migrationNames(), newer: [], isReadable: true, isUnreleased: false })
  expect(await migrate(db)).toBe(migrationNames().length)
  expect((await listTables(db)).length).toBeGreaterThan(60)
  expect(await compareSchema(db)).toEqual({ missing: [], newer: [], isReadable: true, isUnreleased: false })
  expect(await migrate(db)).toBe(0)
})

test('every schema file is applied', async () => {
  const folder = join(import.meta.dirname, 'schema')
  const db = await emptyDatabase()
  await migrate(db)
  expect(readdirSync(folder).filter(file => !file.endsWith('.sql'))).toEqual([])
  // One table of each file.
  const tableByFile = {
    ...{ account: 'settings', auth: 'users', billing: 'usage', delivery: 'lanes', files: 'raw_messages', filters: 'filters' },
    ...{ foundation: 'outbox', mail: 'mailboxes', whatsapp: 'message_templates', analytics: 'analytics_counts' },
  }
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(tableByFile)
      .map(name => `${name}.sql`)
      .sort(),
  )
  expect(await listTables(db)).toEqual(expect.arrayContaining(Object.values(tableByFile)))
})

test('a database from before the baseline is refused with advice, and stays unchanged', async () => {
  const db = await databaseWithMigrations('001_first_mail', '002_auth', '037_removed_filters')
  await expect(migrate(db)).rejects.toThrow(
    'The data was written by a version of Mailferry from before 0.1.0, and no later version reads it. Export what you need with that version, then start this one with an empty folder as DATA_DIR (or an empty database as DATABASE_URL).',
  )
  expect(await listTables(db)).toEqual([])
  expect(await compareSchema(db)).toMatchObject({ missing: migrationNames(), isUnreleased: true })
})

test('a database of a newer version is refused, and stays unchanged', async () => {
  const db = await databaseWithMigrations(...migrationNames(), '999_later')
  await expect(migrate(db)).rejects.toThrow(
    'The data was written by a newer version of Mailferry (it has 999_later). Update Mailferry, or choose another data folder with DATA_DIR.',
  )
  expect(await listTables(db)).toEqual([])
  expect(await compareSchema(db)).toEqual({ missing: [], newer: ['999_later'], isReadable: false, isUnreleased: false })
})

test('the version before starts on data that a newer one only added to', async () => {
  const db = await databaseWithMigrations(...migrationNames(), '998_later.expand', '999_later.expand')
  expect(await compareSchema(db)).toMatchObject({ newer: ['998_later.expand', '999_later.expand'], isReadable: true })
  expect(await migrate(db)).toBe(0)
})

test('the version before refuses data that a newer one has taken something from', async () => {
  const db = await databaseWithMigrations(...migrationNames(), '998_later.expand', '999_later.contract')
  expect(await compareSchema(db)).toMatchObject({ isReadable: false })
  await expect(migrate(db)).rejects.toThrow('a newer version of Mailferry (it has 998_later.expand, 999_later.contract)')
})

test('every migration says whether the version before can go on beside it', () => {
  expect(
    migrationNames()
      .slice(1)
      .filter(name => !/^\d{3}_[a-z_]+\.(expand|contract)$/.test(name)),
  ).toEqual([])
})

test('deleting a filter deletes its history and counts', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  const [userId, at] = [randomUUID(), new Date('2026-11-20T10:00:00Z')]
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
