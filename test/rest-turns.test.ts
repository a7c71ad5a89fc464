// Floods the data API with one person's slow queries, and asks as somebody else meanwhile.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from './database.ts'
import { reader, rest, restServer } from './rest-wire.ts'

const { db, url } = await testDatabase()

test('one person’s slow queries take a few connections, and somebody else is answered meanwhile', async () => {
  const server = await restServer(db)
  const [mallory, ada] = [await reader(server), await reader(server)]
  const [locking, watching] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  for (const client of [locking, watching]) {
    await client.connect()
    onTestFinished(() => client.end())
  }
  const waiting = async () => {
    const { rows } = await watching.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return Number(rows[0]?.n)
  }
  await locking.query('begin')
  await locking.query('lock table activity_logs in access exclusive mode')
  let ended = 0
  const slow = Promise.all(
    Array.from({ length: 40 }, () => rest(server, 'GET', '/activity_logs?select=id', { as: mallory }).finally(() => ended++)),
  )
  await expect.poll(waiting).toBeGreaterThan(3)
  const seen: number[] = []
  for (let i = 0; i < 20; i++) seen.push(await waiting())
  expect((await rest(server, 'GET', '/user_roles?select=role', { as: ada })).status).toBe(200)
  // Behind them all, she would wait until nearly every one is given up.
  expect(ended).toBeLessThan(20)
  expect(Math.max(...seen)).toBeLessThan(5)
  await locking.query('rollback')
  for (const { status } of await slow) expect([200, 500]).toContain(status)
})
