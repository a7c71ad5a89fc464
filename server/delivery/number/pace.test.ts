// Tests taking from our number's pace on PostgreSQL: quickly while nobody else does, and never more than there is.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openPace } from './pace.ts'
import { readThroughput, slowNumber } from './queue.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const maxPerSecond = 80

/** A burst of ten, of which replies keep two. */
const paceOf = (numberId: string) => openPace(() => ({ numberId, maxPerSecond }))

test('two hosts that take in turn never get more than the burst', async () => {
  const [a, b] = [paceOf('shared'), paceOf('shared')]
  expect(await a.take(db, 3, now)).toBe(3)
  expect(await b.take(db, 3, now)).toBe(3)
  expect(await a.take(db, 5, now)).toBe(2)
  expect(await b.take(db, 5, now)).toBe(0)
})

test('what was not used is there for the other host', async () => {
  const [a, b] = [paceOf('returned'), paceOf('returned')]
  expect(await a.take(db, 8, now)).toBe(8)
  await a.giveBack(db, 5, now)
  expect(await b.take(db, 8, now)).toBe(5)
})

test('a pace that WhatsApp refused is noticed, although this host remembers another', async () => {
  const pace = paceOf('slowed')
  await pace.take(db, 1, now)
  await db.transaction().execute(tx => slowNumber(tx, 'slowed', maxPerSecond, now))
  await pace.take(db, 1, new Date(now.getTime() + 1))
  expect((await readThroughput(db, 'slowed'))?.perSecond).toBeLessThan(41)
})

test('many takes at once get the burst together', async () => {
  const hosts = Array.from({ length: 8 }, () => paceOf('crowded'))
  const taken = await Promise.all(hosts.map(host => host.take(db, 2, now)))
  expect(taken.reduce((sum, one) => sum + one, 0)).toBe(8)
})
