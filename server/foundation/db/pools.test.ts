// Tests that the parts of a host have connections of their own.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openPools, splitConnections } from './pools.ts'

const { url } = await testDatabase()

test('mail that holds all its connections keeps neither leases, deliveries nor requests waiting', async () => {
  const pools = openPools(url, 8)
  onTestFinished(pools.close)
  const holding = Array.from({ length: 20 }, () => sql`select pg_sleep(0.3)`.execute(pools.mailDb))
  let isMailDone = false
  const held = Promise.all(holding).then(() => {
    isMailDone = true
  })
  for (const one of [pools.leaseDb, pools.urgentDb, pools.db]) await sql`select 1`.execute(one)
  expect(isMailDone).toBe(false)
  await held
}, 20_000)

test.each([1, 4, 10, 20, 100])('%i connections are shared out so that each part has some', all => {
  const { leases, delivery, mail, serving } = splitConnections(all)
  expect(leases).toBeGreaterThan(0)
  expect(Math.min(delivery, mail, serving)).toBeGreaterThanOrEqual(2)
  if (all >= 10) expect(leases + delivery + mail + serving).toBe(all)
})
