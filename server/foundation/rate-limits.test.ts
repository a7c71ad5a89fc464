// Tests that limits hold over all hosts and restarts, and also while the database is away.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openDb, openPool } from './db/pool.ts'
import { openLocalLimiter, openSharedLimiter } from './rate-limits.ts'

const { db } = await testDatabase()
const three = { points: 3, seconds: 600 }
const takeAll = async (limiter: { take(key: string): Promise<number | null> }, key: string, times: number) => {
  const taken = []
  for (let i = 0; i < times; i++) taken.push((await limiter.take(key)) === null)
  return taken
}

test('two hosts and a restart share one budget', async () => {
  const hosts = [openSharedLimiter(db, 'shared', three), openSharedLimiter(db, 'shared', three)] as const
  expect(await takeAll(hosts[0], 'a', 2)).toEqual([true, true])
  expect(await takeAll(hosts[1], 'a', 2)).toEqual([true, false])
  const restarted = openSharedLimiter(db, 'shared', three)
  expect(await takeAll(restarted, 'a', 1)).toEqual([false])
  expect(await restarted.waitMs('a')).toBeGreaterThan(590_000)
  expect(await takeAll(restarted, 'b', 1)).toEqual([true])
  await restarted.reset('a')
  expect(await takeAll(hosts[0], 'a', 1)).toEqual([true])
})

test('while the database does not answer, each host counts for itself: nobody gets in unlimited, and nobody is refused for it', async () => {
  // Nobody listens on this port.
  const gone = openDb(openPool('postgres://nobody@127.0.0.1:1/nowhere', 1))
  const limiter = openSharedLimiter(gone, 'insured', three)
  expect(await takeAll(limiter, 'a', 5)).toEqual([true, true, true, false, false])
  expect(await limiter.waitMs('a')).toBeGreaterThan(0)
  expect(await takeAll(limiter, 'b', 1)).toEqual([true])
  await gone.destroy()
})

test('a key of any length costs the same few bytes', async () => {
  const limiter = openLocalLimiter('long', three)
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 200; i++) await limiter.take(`${i}${'x'.repeat(1_000_000)}`)
  globalThis.gc?.()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
})
