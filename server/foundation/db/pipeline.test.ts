// Tests that statements of one transaction leave together, in order, and fail together.

import { connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { inPipeline } from './pipeline.ts'
import { openDb, openPool } from './pool.ts'

const { db, url } = await testDatabase()
await sql`create table steps (n int primary key)`.execute(db)
afterAll(() => sql`drop table steps`.execute(db))

const add = (n: number) => sql`insert into steps values (${n})`
const count = async (of = db) => (await sql<{ n: number }>`select count(*)::int as n from steps`.execute(of)).rows[0]?.n

/** A way to the database that says how often something was sent. */
async function countedWay() {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  let sent = 0
  const server = createServer(client => {
    const database = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname)
    client.on('data', () => sent++)
    client.pipe(database).pipe(client)
    for (const one of [client, database]) one.on('error', () => undefined)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const way = new URL(url)
  way.hostname = '127.0.0.1'
  way.port = String(typeof address === 'object' ? address?.port : 0)
  way.searchParams.delete('host')
  const own = openDb(openPool(way.href, 1))
  onTestFinished(async () => {
    await own.destroy()
    server.close()
  })
  return { own, sent: () => sent }
}

test('statements begun together leave with one write, and BEGIN with the first', async () => {
  const { own, sent } = await countedWay()
  await count(own)
  const before = sent()
  await inPipeline(own, tx => Promise.all([add(1).execute(tx), add(2).execute(tx), tx.selectFrom('users').select('id').execute()]))
  // The statements, and COMMIT.
  expect(sent() - before).toBe(2)
  expect(await count()).toBe(2)
})

test('statements run in the order in which they were begun, however they were built', async () => {
  const seen = await inPipeline(db, async tx => {
    const counts: Promise<number | undefined>[] = []
    for (let n = 10; n < 30; n++) {
      const later = tx.deleteFrom('users').where('id', '=', '00000000-0000-7000-8000-000000000000').execute()
      counts.push(Promise.all([later, add(n).execute(tx), count(tx)]).then(([, , all]) => all))
    }
    return Promise.all(counts)
  })
  expect(seen).toEqual(seen.toSorted((a = 0, b = 0) => a - b))
  expect((seen.at(-1) ?? 0) - (seen[0] ?? 0)).toBe(19)
})

test('when one fails, nothing of its transaction is kept, and the connection goes on', async () => {
  const before = await count()
  const failing = inPipeline(db, tx => Promise.all([add(100).execute(tx), add(100).execute(tx), add(101).execute(tx)]))
  await expect(failing).rejects.toThrow('duplicate key')
  expect(await count()).toBe(before)
})

test('what goes on beside a failure writes nothing anymore', async () => {
  const before = await count()
  let isRefused = false
  const failing = inPipeline(db, async tx => {
    const goesOn = async () => {
      await add(400).execute(tx)
      for (let n = 401; n < 420; n++) await add(n).execute(tx)
    }
    const fails = async () => {
      await add(450).execute(tx)
      throw new Error('the lease is lost')
    }
    await Promise.all([goesOn().catch(() => (isRefused = true)), fails()])
  })
  await expect(failing).rejects.toThrow('the lease is lost')
  await expect.poll(() => isRefused).toBe(true)
  expect(await count()).toBe(before)
})

test('what is decided after an answer can still undo all of it', async () => {
  const before = await count()
  const refused = inPipeline(db, async tx => {
    await Promise.all([add(200).execute(tx), add(201).execute(tx)])
    throw new Error('not after all')
  })
  await expect(refused).rejects.toThrow('not after all')
  expect(await count()).toBe(before)
})

test('a connection that is lost before its first statement fails the transaction', async () => {
  const own = openDb(openPool(url, 1))
  onTestFinished(() => own.destroy())
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
  const lost = own.transaction().execute(async tx => {
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
    await add(300).execute(tx)
  })
  await expect(lost).rejects.toThrow(/connection|terminat/i)
  expect(await sql`select 1 from steps where n = 300`.execute(db)).toMatchObject({ rows: [] })
})
