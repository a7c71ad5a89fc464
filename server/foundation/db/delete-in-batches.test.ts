// Tests that deleting in batches ends, and deletes all that is due and nothing else.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const { db } = await testDatabase()

test('what is due is deleted batch by batch, also where the last batch is full', async () => {
  await sql`create table due (n int, at int); insert into due select n, n % 2 from generate_series(1, 40) n`.execute(db)
  const sizes: number[] = []
  const deleted = await deleteInBatches(async limit => {
    const result = await sql`delete from due where ctid = any(array(select ctid from due where at = 0 limit ${limit}))`.execute(db)
    sizes.push(Number(result.numAffectedRows))
    return result
  }, 10)
  expect([deleted, sizes]).toEqual([20, [10, 10, 0]])
  expect((await sql`select from due`.execute(db)).rows).toHaveLength(20)
})
