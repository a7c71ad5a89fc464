// Gives each test file its own migrated database.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Db, openDb, openPool } from '../server/foundation/db/pool.ts'

interface TestDatabase {
  db: Db
  pool: pg.Pool
  url: string
}

/** Copies the migrated template and closes the copy's pool after the file; called at the top of a test file, with `await`. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `${inject('model')}_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('pg') })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('model')}`)
  await admin.end()
  const url = new URL(inject('pg'))
  url.pathname = `/${name}`
  const pool = openPool(url.href, 5)
  const db = openDb(pool)
  afterAll(() => db.destroy())
  return { db, pool, url: url.href }
}
