// Tests that every host learns of a block, that blocks end, and that a host which has just started knows them.
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { movableClock } from '../../foundation/clock.ts'
import { openLog } from '../../foundation/log.ts'
import { newId } from '../../foundation/seal.ts'
import { openAddressGuard } from './guard.ts'
import { deleteBlock, insertBlock, readBlocksVersion, sweepBlocks } from './owners.ts'

const { db } = await testDatabase()
const clock = movableClock()
const open = () => openAddressGuard({ db, clock, log: openLog('silent') })
const staff = newId(clock.now())

function block(network: string, forMs: number | null = null) {
  const now = clock.now()
  const row = {
    id: newId(now),
    network,
    reason: 'a test',
    blocked_by: staff,
    created_at: now,
    ends_at: forMs === null ? null : new Date(now.getTime() + forMs),
  }
  return db.transaction().execute(tx => insertBlock(tx, row, now))
}

test('another host refuses a blocked address within five seconds, and accepts it again as soon', async () => {
  const [here, there] = [await open(), await open()]
  expect(there.isBlocked('203.0.113.7')).toBe(false)
  const added = await block('203.0.113.0/24')
  await here.refresh()
  expect(here.isBlocked('203.0.113.7')).toBe(true)
  await vi.waitFor(() => expect(there.isBlocked('203.0.113.7')).toBe(true), { timeout: 5_000 })
  await db.transaction().execute(tx => deleteBlock(tx, added?.id ?? ''))
  await vi.waitFor(() => expect(there.isBlocked('203.0.113.7')).toBe(false), { timeout: 5_000 })
  await Promise.all([here.stop(), there.stop()])
})

test('a block ends without anybody, can be made again, and is forgotten later', async () => {
  await block('198.51.100.7', 60_000)
  expect(await block('198.51.100.7')).toBeNull()
  const guard = await open()
  expect(guard.isBlocked('198.51.100.7')).toBe(true)
  clock.moveTo(61_000)
  await vi.waitFor(() => expect(guard.isBlocked('198.51.100.7')).toBe(false), { timeout: 5_000 })
  expect(await block('198.51.100.7', 1_000)).not.toBeNull()
  await guard.refresh()
  expect(guard.isBlocked('198.51.100.7')).toBe(true)
  await sweepBlocks(db, new Date(clock.now().getTime() + 2_000))
  expect(await db.selectFrom('blocked_addresses').select('id').execute()).toEqual([])
  await guard.stop()
})

test('a host that starts knows the blocks before its first request', async () => {
  await block('2001:db8:1::/48')
  const guard = await open()
  expect(guard.isBlocked('2001:db8:1::9')).toBe(true)
  await guard.stop()
})

test('any change of the list is noticed: a new end, or one block for another', async () => {
  const guard = await open()
  const added = await block('203.0.113.44')
  await guard.refresh()
  expect(guard.isBlocked('203.0.113.44')).toBe(true)
  const ended = new Date(clock.now().getTime() - 1000)
  await db.updateTable('blocked_addresses').set({ ends_at: ended }).where('network', '=', '203.0.113.44').execute()
  await guard.refresh()
  expect(guard.isBlocked('203.0.113.44')).toBe(false)
  const before = await readBlocksVersion(db)
  // A host whose clock is behind replaces an old block: neither the count nor the newest one changes.
  const newest = newId(new Date(clock.now().getTime() + 60_000))
  const row = { reason: 'a test', blocked_by: staff, created_at: new Date(0), ends_at: null }
  await db
    .insertInto('blocked_addresses')
    .values({ ...row, id: newest, network: '203.0.113.45', created_at: new Date('2999-01-01') })
    .execute()
  const version = await readBlocksVersion(db)
  await db.transaction().execute(async tx => {
    await deleteBlock(tx, added?.id ?? '')
    await tx
      .insertInto('blocked_addresses')
      .values({ ...row, id: newId(clock.now()), network: '203.0.113.46' })
      .execute()
  })
  expect(new Set([before, version, await readBlocksVersion(db)]).size).toBe(3)
  await guard.refresh()
  expect(guard.isBlocked('203.0.113.46')).toBe(true)
  await db.deleteFrom('blocked_addresses').execute()
  await guard.stop()
})

test('while the database does not answer, what was blocked stays blocked', async () => {
  const other = await testDatabase()
  const guard = await openAddressGuard({ db: other.db, clock, log: openLog('silent') })
  await other.db
    .insertInto('blocked_addresses')
    .values({ id: newId(clock.now()), network: '203.0.113.7', reason: 'a test', blocked_by: staff, created_at: clock.now(), ends_at: null })
    .execute()
  await guard.refresh()
  await other.db.schema.dropTable('blocked_addresses').execute()
  await expect(guard.refresh()).rejects.toThrow(/blocked_addresses/)
  expect(guard.isBlocked('203.0.113.7')).toBe(true)
  await guard.stop()
})
