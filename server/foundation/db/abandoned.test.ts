// Tests that only a request's own statements end with it.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { StatementAbandoned, untilAbandoned } from './abandoned.ts'

const { db } = await testDatabase()
const readOne = () => sql<{ one: number }>`select 1 as one`.execute(db)

test('what a request began and nobody awaited goes on once the request is over', async () => {
  const leaving = new AbortController()
  const timer = Promise.withResolvers<void>()
  const { promise: later, resolve } = Promise.withResolvers<unknown>()
  await untilAbandoned(leaving.signal, async () => {
    void timer.promise.then(readOne).then(
      ({ rows }) => resolve(rows),
      (error: unknown) => resolve(error),
    )
  })
  leaving.abort()
  timer.resolve()
  expect(await later).toEqual([{ one: 1 }])
})

test('a request that was abandoned begins no more statements', async () => {
  await expect(untilAbandoned(AbortSignal.abort(), readOne)).rejects.toThrow(StatementAbandoned)
})
