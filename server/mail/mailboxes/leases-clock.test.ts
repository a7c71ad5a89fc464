// Tests that leases follow PostgreSQL's clock, whatever the clocks of the hosts say, and that renewing them never waits.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { type Db, openDb, openPool } from '../../foundation/db/pool.ts'
import { claimMailboxes, endHost, type LeasedMailbox, readHostLimits, renewLeases, saveHeartbeat } from './owners.ts'
import { addImapMailbox } from './store.ts'

const { db, url } = await testDatabase()
const opened: Db[] = []
afterAll(() => Promise.all(opened.map(one => one.destroy())))

/** The same database, with a bug planted into every statement. */
function planting(change: (text: string) => string): Db {
  const pool = openPool(url, 3)
  pool.on('connect', (client: pg.PoolClient) => {
    const send = client.query.bind(client)
    const query = (text: unknown, ...rest: unknown[]) =>
      Reflect.apply(send, client, [typeof text === 'string' ? change(text) : text, ...rest])
    Object.assign(client, { query })
  })
  const planted = openDb(pool)
  opened.push(planted)
  return planted
}

/** A host whose statements carry its own time, as they did before, is this far off. */
const withOwnClock = (seconds: number) => planting(text => text.replaceAll('now()', `(now() + interval '${seconds} seconds')`))

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)

async function claimAs(on: Db, host: string, now: Date): Promise<LeasedMailbox[]> {
  return claimMailboxes(on, { host, now, leaseMs: 300_000, most: 100, mine: false, except: [] })
}

async function freshMailbox(host: string): Promise<LeasedMailbox> {
  await db.deleteFrom('mailboxes').execute()
  await db.deleteFrom('mailbox_hosts').execute()
  const settings = { host: 'mail.example.com', port: 993, security: 'tls' as const, username: 'anna' }
  const [userId, id] = [randomUUID(), randomUUID()]
  await addImapMailbox(db, userId, { id, address: 'anna@example.com', settings, secret: Buffer.of(1), now: new Date() })
  await saveHeartbeat(db, host, 8000, null)
  const [leased] = await claimAs(db, host, new Date())
  if (!leased) throw new Error('The mailbox was not claimed.')
  return leased
}

test.each([10, -10, 3600, -3600])(
  'a host whose clock is %i s off takes nothing from a living host, and everything from a dead one',
  async seconds => {
    await freshMailbox('one')
    await saveHeartbeat(db, 'two', 8000, null)
    expect(await claimAs(db, 'two', inSeconds(seconds))).toEqual([])
    expect((await readHostLimits(db)).map(({ host }) => host)).toEqual(['one', 'two'])
    await sql`update mailbox_hosts set until = now() - interval '1 millisecond' where host = 'one'`.execute(db)
    expect(await claimAs(db, 'two', inSeconds(seconds))).toHaveLength(1)
  },
)

test('planted: a host that compares with its own clock, 10 s ahead, takes over from the living', async () => {
  await freshMailbox('one')
  expect(await claimAs(withOwnClock(10), 'two', new Date())).toHaveLength(1)
})

test('planted: a host that compares with its own clock, 10 s behind, leaves the dead their mailboxes', async () => {
  await freshMailbox('one')
  await sql`update mailbox_hosts set until = now() - interval '1 second' where host = 'one'`.execute(db)
  expect(await claimAs(withOwnClock(-10), 'two', new Date())).toEqual([])
})

/** Renews the lease of a mailbox whose row another transaction has locked; how it ended, and whether at once. */
async function renewWhileLocked(on: Db) {
  const { userId, id, leaseToken } = await freshMailbox('one')
  const held = [{ userId, id, leaseToken, aliveAt: new Date() }]
  const began = performance.now()
  return db.transaction().execute(async tx => {
    await tx.updateTable('mailboxes').set({ backlog_at: new Date() }).where('id', '=', id).execute()
    const { renewed, skipped } = await renewLeases(on, 'one', held, 300_000)
    return { renewed: renewed.size, skipped: skipped.size, isAtOnce: performance.now() - began < 2000 }
  })
}

test('a mailbox whose row is locked is skipped by the renewal, and still counts as held', async () => {
  expect(await renewWhileLocked(db)).toEqual({ renewed: 0, skipped: 1, isAtOnce: true })
})

test('planted: a renewal that waits for locked rows ends with them', async () => {
  await expect(renewWhileLocked(planting(text => text.replace('skip locked', '')))).rejects.toThrow('lock timeout')
}, 20_000)

test('a lease that was taken over is neither renewed nor skipped', async () => {
  const { userId, id, leaseToken } = await freshMailbox('one')
  const stale = [{ userId, id, leaseToken: leaseToken - 1, aliveAt: null }]
  expect(await renewLeases(db, 'one', stale, 300_000)).toEqual({ renewed: new Set(), skipped: new Set() })
})

test('what a stopped host could not release is taken over at once', async () => {
  await freshMailbox('one')
  await endHost(db, 'one')
  expect(await readHostLimits(db)).toEqual([])
  expect(await claimAs(db, 'two', new Date())).toHaveLength(1)
})
