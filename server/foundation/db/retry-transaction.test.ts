// Two transactions that wait for each other both come to their end.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { Tx } from './pool.ts'
import { retryTransaction } from './retry-transaction.ts'

const { db } = await testDatabase()

test('of two transactions that wait for each other both come to their end, and an error is told as it is', async () => {
  const until = new Date('2026-11-22T10:00:00Z')
  await db
    .insertInto('mailbox_hosts')
    .values(['a', 'b'].map(host => ({ host, until })))
    .execute()
  const later = (tx: Tx, host: string) =>
    tx
      .updateTable('mailbox_hosts')
      .set(e => ({ until: e.fn<Date>('greatest', ['until', e.val(new Date('2026-11-23T10:00:00Z'))]) }))
      .where('host', '=', host)
      .execute()
  let met = 0
  let both: () => void = () => undefined
  const meeting = new Promise<void>(done => {
    both = done
  })
  const runs: string[] = []
  const crossing = (first: string, second: string) =>
    retryTransaction(db, async tx => {
      runs.push(first)
      await later(tx, first)
      if (++met === 2) both()
      await meeting
      await later(tx, second)
      return first
    })
  expect(await Promise.all([crossing('a', 'b'), crossing('b', 'a')])).toEqual(['a', 'b'])
  expect(runs).toHaveLength(3)
  await expect(retryTransaction(db, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
