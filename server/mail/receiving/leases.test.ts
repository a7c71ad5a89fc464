// Tests many mailboxes on few hosts: dead hosts are replaced, reconnects are spread out, and polling continues.
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type ImapServer, startImap } from '../../../sandbox/imap/server.ts'
import { testDatabase } from '../../../test/database.ts'
import { start } from '../../../test/faults/process.ts'
import { until } from '../../../test/hostile-imap.ts'
import { mailHostParts } from '../../../test/mail-host.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { sealPassword } from '../mailboxes/sealed.ts'
import { addImapMailbox, changeMailbox } from '../mailboxes/store.ts'
import { type LeaseDeps, watchMailboxes } from './leases.ts'

const master = newKey()
const keys = openUserKeys(master, systemClock.now)

test('a killed host is replaced within ten seconds, and no email is lost or saved twice', async () => {
  const { db, url } = await testDatabase()
  const server = await imap()
  const users = await Promise.all(Array.from({ length: 5 }, () => addMailbox(db, server)))
  const env = { MAIL_HOST_DATABASE: url, MAIL_HOST_MASTER: master.toString('base64') }
  const first = start('test/mail-host.ts', 'ready', env, join(tmpdir(), `mail-host-${randomUUID()}.log`))
  onTestFinished(() => first.kill())
  await first.ready
  expect(await until(() => allLive(db, users.length))).toBe(true)
  watching({ ...mailHostParts(db, master, 'second') })
  let sent = 0
  const mailing = systemClock.every(50, () => {
    server.add(users[sent % users.length] ?? '', `From: a@example.com\r\nSubject: mail\r\n\r\nnumber ${sent++}\r\n`)
  })
  onTestFinished(() => mailing.stop())
  await until(async () => (await kept(db)).length > 10)
  // By now the second may have taken its share.
  expect(await hosts(db)).toContain('first')
  await first.kill()
  const killedAt = performance.now()
  const before = (await kept(db)).length
  expect(await until(async () => (await kept(db)).length > before && (await hosts(db)).join() === 'second', 60_000)).toBe(true)
  expect(performance.now() - killedAt).toBeLessThan(20_000)
  await mailing.stop()
  await until(async () => (await kept(db)).length >= sent, 15_000)
  expect(await kept(db)).toHaveLength(sent)
  expect(new Set(await kept(db)).size).toBe(sent)
})

test('when all connections drop at once, the server sees a limited rate of sign-ins', async () => {
  const { db } = await testDatabase()
  const server = await imap()
  const [most, startsPerSecond] = [60, 30]
  await Promise.all(Array.from({ length: most }, () => addMailbox(db, server)))
  watching({
    ...mailHostParts(db, master, 'storm'),
    random: () => 0.5,
    tickMs: 100,
    findBudget: () => ({ startsPerSecond, perAccount: 5 }),
  })
  expect(await until(() => allLive(db, most), 20_000)).toBe(true)
  server.dropAll()
  // A second connection looks after some of them once.
  expect(await until(() => server.connections() >= most && server.signIns().length >= 2 * most, 20_000)).toBe(true)
  const busiest = Math.max(...server.signIns().map(from => server.signIns().filter(at => at >= from && at < from + 1000).length))
  // A sign-in takes its time, so that two slices may meet.
  expect(busiest).toBeLessThanOrEqual(startsPerSecond * 1.5)
})

const countsByHost = async (db: Db): Promise<number[]> => {
  const rows = await db.selectFrom('mailboxes').select('lease_host').where('lease_host', 'is not', null).execute()
  return [...Map.groupBy(rows, row => row.lease_host).values()].map(held => held.length).sort((a, b) => b - a)
}

test('a host that joins gets its share, one that leaves is replaced at once, and one with a limit keeps to it', async () => {
  const { db } = await testDatabase()
  const server = await imap()
  const findBudget = () => ({ startsPerSecond: 1000, perAccount: 100 })
  const host = (name: string, maxMailboxes: number | null = null) =>
    watching({ ...mailHostParts(db, master, name), tickMs: 50, findBudget, maxMailboxes })
  await Promise.all(Array.from({ length: 20 }, () => addMailbox(db, server)))
  host('first')
  expect(await until(() => allLive(db, 20))).toBe(true)
  const second = host('second')
  expect(await until(async () => (await countsByHost(db)).join() === '11,9')).toBe(true)
  await second.stop()
  expect(await until(async () => (await countsByHost(db)).join() === '20', 3000)).toBe(true)
  host('third', 2)
  // The first stays just above its share.
  expect(await until(async () => (await countsByHost(db)).join() === '19,1')).toBe(true)
  expect(await until(() => allLive(db, 20))).toBe(true)
}, 60_000)

test('a mailbox that is changed repeatedly ends up with one connection', async () => {
  const { db } = await testDatabase()
  const server = await imap()
  await addMailbox(db, server)
  const secondPathTimes = { everyMs: 1e9, quietMs: 1e9, doubtMs: 1e9, retryAfterMs: 1e9 }
  const findBudget = () => ({ startsPerSecond: 1000, perAccount: 100 })
  watching({ ...mailHostParts(db, master, 'changed'), tickMs: 1, findBudget, secondPathTimes })
  const mailbox = await db.selectFrom('mailboxes').select(['user_id', 'id']).executeTakeFirstOrThrow()
  for (let i = 0; i < 30; i++) {
    expect(await until(() => allLive(db, 1))).toBe(true)
    await changeMailbox(db, mailbox.user_id, mailbox.id, {})
  }
  expect(await until(() => allLive(db, 1))).toBe(true)
  expect(await until(() => server.connections() === 1, 3000)).toBe(true)
})

test('without IDLE in the plan, a mailbox is polled: its connection ends, its emails come, and it counts as live', async () => {
  const { db } = await testDatabase()
  const server = await imap()
  const user = await addMailbox(db, server)
  const pollTimes = { askBusyMs: 100, askQuietMs: 100, visitBusyMs: 300, visitQuietMs: 300 }
  watching({ ...mailHostParts(db, master, 'visitor'), limitsOf: async () => ({ instant: false }), pollTimes, tickMs: 100 })
  expect(await until(() => allLive(db, 1))).toBe(true)
  expect(await until(() => server.connections() === 0)).toBe(true)
  server.add(user, 'Subject: while nobody was there\r\n\r\nmail\r\n')
  expect(await until(async () => (await kept(db)).length === 1)).toBe(true)
  expect(await until(() => server.signIns().length > 3)).toBe(true)
  expect(await allLive(db, 1)).toBe(true)
  const events = await db.selectFrom('mailbox_events').select('kind').execute()
  expect(events.map(event => event.kind)).toEqual(['connected'])
})

test('when the server lacks IDLE, the connection stays open and is polled', async () => {
  const { db } = await testDatabase()
  const server = await imap(['IDLE'])
  const user = await addMailbox(db, server)
  const pollTimes = { askBusyMs: 100, askQuietMs: 100, visitBusyMs: 300, visitQuietMs: 300 }
  watching({ ...mailHostParts(db, master, 'asker'), pollTimes, tickMs: 100 })
  expect(await until(() => allLive(db, 1))).toBe(true)
  await pause(500)
  server.add(user, 'Subject: asked for\r\n\r\nmail\r\n')
  expect(await until(async () => (await kept(db)).length === 1)).toBe(true)
  // The second one looked once, on a connection of its own.
  expect(server.signIns().length).toBeLessThanOrEqual(2)
})

async function imap(without: string[] = []): Promise<ImapServer> {
  const server = await startImap({ without })
  onTestFinished(() => server.stop())
  return server
}

function watching(deps: LeaseDeps): { stop(): Promise<void> } {
  const host = watchMailboxes(deps)
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= host.stop())
  onTestFinished(stop)
  return { stop }
}

async function addMailbox(db: Db, server: ImapServer): Promise<string> {
  const [userId, id] = [randomUUID(), newId(systemClock.now())]
  const username = `user-${id}`
  const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, id, 'secret')
  const settings = { host: '127.0.0.1', port: server.port, security: 'none' as const, username }
  await addImapMailbox(db, userId, { id, address: `${username}@example.com`, settings, secret, now: systemClock.now() })
  return username
}

async function allLive(db: Db, count: number): Promise<boolean> {
  const live = await db.selectFrom('mailboxes').select('id').where('state', '=', 'live').execute()
  return live.length === count
}

const hosts = async (db: Db): Promise<(string | null)[]> =>
  (await db.selectFrom('mailboxes').select('lease_host').distinct().execute()).map(row => row.lease_host)

const kept = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('messages').select('content_hash').execute()).map(row => row.content_hash.toString('hex'))
