// Tests the connection pool when the database drops connections, as a restart does.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

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
