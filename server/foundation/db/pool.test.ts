// Tests the connection pool when the database drops connections, as a restart does.

import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { freePort } from '../../../test/free-port.ts'
import { isDatabaseTrouble } from './connection-errors.ts'
import { type ConnectionLimits, type Db, openDb, openPool, unpreparedMarker } from './pool.ts'

const { db, url } = await testDatabase()
const brief: ConnectionLimits = { statementMs: 300, lockMs: 200, idleInTransactionMs: 300, plans: 'custom' }

const opened: Db[] = []
afterAll(() => Promise.all(opened.map(one => one.destroy())))

function openAt(address: string, limits = brief): Db {
  const own = openDb(openPool(address, 1, limits))
  opened.push(own)
  return own
}

const answerOf = async (own: Db) => (await sql<{ one: number }>`select 1 as one`.execute(own)).rows[0]?.one
const wait = (ms: number) => new Promise(done => setTimeout(done, ms))

test('a connection that is cut off between two queries fails its transaction, and nothing else', async () => {
  const cutOff = db.transaction().execute(async tx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
    await new Promise(done => setTimeout(done, 50))
    await sql`select 1`.execute(tx)
  })
  await expect(cutOff).rejects.toThrow(/connection|terminat/i)
  for (let i = 0; i < 20; i++) expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one).toBe(1)
})

test('a statement is prepared once per connection, unless it is built from a client’s query', async () => {
  await db.transaction().execute(async tx => {
    await sql`select ${'kept'}::text as planned_once`.execute(tx)
    await sql`${sql.raw(unpreparedMarker)} select ${'asked'}::text as planned_each_time`.execute(tx)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
    expect(rows.some(row => row.statement.includes('planned_once'))).toBe(true)
    expect(rows.some(row => row.statement.includes('planned_each_time'))).toBe(false)
  })
})

test('a statement is planned for its values each time, unless its connection may share plans', async () => {
  const plansOf = (plans: 'custom' | 'any') => {
    const own = openAt(url, { ...brief, plans })
    return own.transaction().execute(async tx => {
      for (let i = 0; i < 12; i++) await sql`select ${i}::int as planned`.execute(tx)
      const { rows } = await sql<{ custom_plans: string; jit: string }>`
        select custom_plans, current_setting('jit') as jit from pg_prepared_statements where statement like '%as planned'`.execute(tx)
      return { custom: Number(rows[0]?.custom_plans), jit: rows[0]?.jit }
    })
  }
  expect(await plansOf('custom')).toEqual({ custom: 12, jit: 'off' })
  expect(await plansOf('any')).toEqual({ custom: 5, jit: 'off' })
})

test('a statement, a lock and an idle transaction end in time, and the connection goes on', async () => {
  await sql`create table if not exists waited (id int primary key, n int); insert into waited values (1, 0) on conflict do nothing`.execute(
    db,
  )
  const own = openAt(url)
  await expect(sql`select pg_sleep(5)`.execute(own)).rejects.toThrow('statement timeout')
  const holding = db.transaction().execute(async tx => {
    await sql`update waited set n = 1`.execute(tx)
    await expect(sql`update waited set n = 2`.execute(own)).rejects.toThrow('lock timeout')
  })
  await holding
  expect(await answerOf(own)).toBe(1)
})

test('a host that freezes within a transaction loses its locks', async () => {
  await sql`create table if not exists frozen (id int primary key, n int); insert into frozen values (1, 0) on conflict do nothing`.execute(
    db,
  )
  const own = openAt(url)
  const frozen = own.transaction().execute(async tx => {
    await sql`update frozen set n = 1`.execute(tx)
    await wait(800)
    await sql`update frozen set n = 2`.execute(tx)
  })
  await wait(100)
  const began = performance.now()
  await sql`update frozen set n = 3`.execute(db)
  expect(performance.now() - began).toBeLessThan(700)
  await expect(frozen).rejects.toThrow()
  expect(await answerOf(own)).toBe(1)
})

test('a database that vanishes without a word costs a deadline, and its connection is replaced', async () => {
  const { hostname, port: serverPort } = new URL(url)
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const proxy = createServer(client => {
    const server = connect(Number(serverPort), hostname)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    sockets.add(client).add(server)
    client.on('data', data => void (isSilent || server.write(data)))
    server.on('data', data => void (isSilent || client.write(data)))
  })
  const port = await freePort()
  await new Promise<void>(done => proxy.listen(port, '127.0.0.1', done))
  target.host = `127.0.0.1:${port}`
  // Not through the socket of the embedded one.
  target.searchParams.delete('host')
  const own = openAt(target.href)
  expect(await answerOf(own)).toBe(1)
  isSilent = true
  await expect(sql`select 2`.execute(own)).rejects.toThrow('timeout')
  isSilent = false
  expect(await answerOf(own)).toBe(1)
  for (const socket of sockets) socket.destroy()
  proxy.close()
}, 30_000)

test('a statement whose table has a new column is planned anew', async () => {
  await sql`create table if not exists widened (id int primary key); insert into widened values (1) on conflict do nothing`.execute(db)
  const own = openAt(url)
  const read = () => sql<object>`select * from widened where id = ${1}`.execute(own)
  for (let i = 0; i < 3; i++) await read()
  await sql`alter table widened add column name text`.execute(db)
  expect((await read()).rows).toEqual([{ id: 1, name: null }])
  await sql`alter table widened add column note text`.execute(db)
  // In a transaction it fails once, and never again.
  await expect(own.transaction().execute(tx => sql`select * from widened where id = ${1}`.execute(tx))).rejects.toThrow('cached plan')
  expect(await own.transaction().execute(async tx => (await sql`select * from widened where id = ${1}`.execute(tx)).rows)).toHaveLength(1)
})

test('a transaction on a standby fails as trouble of the database, whatever its rollback meets', async () => {
  const own = openAt(url)
  await sql`set default_transaction_read_only = on`.execute(own)
  const failed = own.transaction().execute(tx => sql`create table never (id int)`.execute(tx))
  expect(await failed.catch(isDatabaseTrouble)).toBe(true)
})

test('a connection that leads to a standby is replaced', async () => {
  const own = openAt(url)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
  await sql`set default_transaction_read_only = on`.execute(own)
  await expect(sql`create table never (id int)`.execute(own)).rejects.toThrow('read-only')
  await wait(50)
  const after = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
  expect(after.rows[0]?.pid).not.toBe(rows[0]?.pid)
})
