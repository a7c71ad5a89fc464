// Tests the databases that tests get.
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

const one = await testDatabase()
const two = await testDatabase()

test('the tests run on the pinned Node', () => {
  expect(Number.parseInt(process.version.slice(1), 10)).toBeGreaterThanOrEqual(24)
})

test('each database is migrated and a separate copy', async () => {
  const key = { user_id: crypto.randomUUID(), secrets_key: Buffer.of(1), content_key: Buffer.of(2), created_at: new Date(0) }
  await one.db.insertInto('user_keys').values(key).execute()
  expect(await one.db.selectFrom('user_keys').selectAll().execute()).toEqual([key])
  expect(await two.db.selectFrom('user_keys').selectAll().execute()).toEqual([])
})
