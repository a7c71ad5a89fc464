// Tests that deadlocked transactions are retried.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { Tx } from './pool.ts'
import { retryTransaction } from './retry-transaction.ts'

const { db } = await testDatabase()

test('two deadlocked transactions both complete, and other errors are thrown unchanged', async () => {
  const until = new Date('2026-11-22T10:00:00Z')
  await db
    .insertInto('mailbox_hosts')
    .values(['a', 'b'].map(host => ({ host, until })))
    .execute()
  const postpone = (tx: Tx, host: string) =>
    tx
      .updateTable('mailbox_hosts')
      .set(e => ({ until: e.fn<Date>('greatest', ['until', e.val(new Date('2026-11-23T10:00:00Z'))]) }))
      .where('host', '=', host)
      .execute()
  let met = 0
  let resolveMeeting: () => void = () => undefined
  const meeting = new Promise<void>(done => {
    resolveMeeting = done
  })
  const runs: string[] = []
  const updateBoth = (first: string, second: string) =>
    retryTransaction(db, async tx => {
      runs.push(first)
      await postpone(tx, first)
      if (++met === 2) resolveMeeting()
      await meeting
      await postpone(tx, second)
      return first
    })
  expect(await Promise.all([updateBoth('a', 'b'), updateBoth('b', 'a')])).toEqual(['a', 'b'])
  expect(runs).toHaveLength(3)
  await expect(retryTransaction(db, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
