// Tests that a filter list whose statements all fail leaves no rejection behind that nobody awaits: it would end the server.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { StatementAbandoned, untilAbandoned } from '../foundation/db/abandoned.ts'
import { newId } from '../foundation/seal.ts'
import { readMatched } from './matches-store.ts'

const { db } = await testDatabase()

test('a filter list that is abandoned fails once', async () => {
  const unhandled: unknown[] = []
  const hear = (error: unknown) => unhandled.push(error)
  process.prependListener('unhandledRejection', hear)
  const now = new Date()
  await expect(untilAbandoned(AbortSignal.abort(), () => readMatched(db, newId(now), now))).rejects.toThrow(StatementAbandoned)
  await new Promise(resolve => setTimeout(resolve, 20))
  process.off('unhandledRejection', hear)
  expect(unhandled).toEqual([])
})
