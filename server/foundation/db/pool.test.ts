// Tests the connection pool when the database drops connections, as a restart does.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { unpreparedMarker } from './pool.ts'

const { db } = await testDatabase()

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
