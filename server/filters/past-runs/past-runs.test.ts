// Tests the runs over past messages: one for each user, and only the host with the latest claim writes.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { claimLeftRun, dropEndedRuns } from './owners.ts'
import type { ClaimedRun } from './rows.ts'
import { advanceRun, beginRun, endRun, listRuns, releaseRun } from './store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const since = new Date('2026-10-20T10:00:00Z')

async function begin(userId = newId(now)) {
  const filterId = newId(now)
  const run = await beginRun(db, userId, { id: newId(now), filterId, since, total: 100, now })
  if (!run) throw new Error('A run has not ended.')
  const read = async () => (await listRuns(db, userId, filterId))[0]
  return { userId, run, read }
}

const advance = (userId: string, run: ClaimedRun) =>
  db
    .transaction()
    .execute(tx =>
      advanceRun(tx, userId, run, { last: { id: userId, datedMs: since.getTime() + 1 }, looked: 10, matched: 2, enqueued: 2, held: 1 }),
    )

test('a user has one run at a time, and another once it has ended', async () => {
  const { userId, run, read } = await begin()
  await expect(begin(userId)).rejects.toThrow('has not ended')
  await advance(userId, run)
  await endRun(db, userId, run, 'done', now)
  expect(await read()).toMatchObject({ state: 'done', looked: 10, total: 10, matched: 2, enqueued: 2, held: 1, ended_at: now })
  await begin(userId)
})

test('a host goes on where another one stopped, whose late work is refused', async () => {
  const { userId, run, read } = await begin()
  expect(await claimLeftRun(db)).toBeUndefined()
  await advance(userId, run)
  await releaseRun(db, userId, run)
  const next = await claimLeftRun(db)
  expect(next).toMatchObject({ id: run.id, claim: 2, last: { id: userId, datedMs: since.getTime() + 1 } })
  expect(await advance(userId, run)).toBe(false)
  await endRun(db, userId, run, 'failed', now)
  expect(await read()).toMatchObject({ state: 'running', looked: 10, claim: 2 })
  expect(await claimLeftRun(db)).toBeUndefined()
})

test('runs that ended days ago are deleted', async () => {
  const { userId, run, read } = await begin()
  await endRun(db, userId, run, 'done', now)
  await dropEndedRuns(db, now)
  expect(await read()).toBeDefined()
  await dropEndedRuns(db, new Date(now.getTime() + 1))
  expect(await read()).toBeUndefined()
})
