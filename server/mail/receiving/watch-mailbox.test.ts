// Tests watching real inboxes on Dovecot: what arrives is received exactly once, whatever happens on the way.
import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import type { MailView } from '../../../core/message/view.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { listEvents } from '../mailboxes/events/store.ts'
import { listFolders } from '../mailboxes/folders/store.ts'
import { sealPassword } from '../mailboxes/sealed.ts'
import { addImapMailbox, changeMailbox, readMailbox, removeMailbox } from '../mailboxes/store.ts'
import { saveOnce } from '../messages/store.ts'
import type { Arrived } from '../parsing/arrived.ts'
import type { OnMail } from './drain.ts'
import { watchMailboxes } from './leases.ts'

const { db: mainDb } = await testDatabase()
const db = mainDb
// A host claims any free mailbox, so the silent one lives in a separate database.
const { db: otherDb } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const outside = openOutside({ allow: [], loopback: true })
const log = openLog('silent')

describe.skipIf(skipWithoutDovecot())('an inbox on Dovecot', () => {
  let dovecot: Dovecot
  let silent: Promise<Watched & { since: Date; heal(): void }>
  const atTheEnd: (() => unknown)[] = []
  beforeAll(async () => {
    dovecot = await startDovecot()
    silent = goSilent()
    await silent
  })
  afterAll(async () => {
    for (const work of atTheEnd) await work()
    await dovecot.stop()
  })
  const goSilent = async () => {
    const hole = await blackHole(dovecot.imapPort)
    const watch = await watched(dovecot, { port: hole.port, db: otherDb }, work => atTheEnd.push(work))
    atTheEnd.push(hole.close)
    await dovecot.deliver(watch.user, { subject: 'before the silence' })
    await until(() => watch.seen.length === 1)
    await pause(2500)
    hole.pass(false)
    await dovecot.deliver(watch.user, { subject: 'in the silence' })
    return { ...watch, since: systemClock.now(), heal: () => hole.pass(true) }
  }

  test('an email is received within two seconds of its delivery', async () => {
    const { user, seen } = await watched(dovecot)
    let quickestMs = Infinity
    // A busy machine may be late once, but not every time.
    for (let n = 1; n <= 5 && quickestMs >= 2000; n++) {
      const started = performance.now()
      await dovecot.deliver(user, { subject: `number ${n}` })
      await until(() => seen.length === n)
      quickestMs = Math.min(quickestMs, performance.now() - started)
    }
    expect(quickestMs).toBeLessThan(2000)
    expect(seen[0]?.raw.toString()).toContain('Subject: number 1')
  })

  test('emails from before the mailbox was connected are left alone', async () => {
    const { seen, user } = await watched(dovecot, { before: 3 })
    await dovecot.deliver(user, { subject: 'after' })
    await until(() => seen.length > 0)
    expect(subjects(seen)).toEqual(['after'])
  })

  test('a burst comes completely, in batches and in order', async () => {
    const { user, seen, batches } = await watched(dovecot)
    await Promise.all(Array.from({ length: 60 }, (_, i) => dovecot.deliver(user, { subject: `burst ${i}` })))
    await until(() => seen.length >= 60)
    expect(new Set(subjects(seen)).size).toBe(60)
    expect(seen.map(a => a.uid)).toEqual(dovecot.list(user))
    expect(Math.max(...batches)).toBeLessThanOrEqual(50)
    expect(Math.max(...batches)).toBeGreaterThan(1)
  })

  test('the seen and recent flags of an email stay unchanged', async () => {
    const { user, seen } = await watched(dovecot)
    await dovecot.deliver(user, { subject: 'untouched' })
    await until(() => seen.length === 1)
    expect(dovecot.list(user)).toHaveLength(1)
    const { state } = await mailboxOf(user)
    expect(state).toBe('live')
  })

  test('emails that arrive during a server outage are caught up on', async () => {
    const { user, seen } = await watched(dovecot)
    await dovecot.deliver(user, { subject: 'before' })
    await until(() => seen.length === 1)
    await dovecot.restart()
    await dovecot.deliver(user, { subject: 'right after' })
    await until(() => seen.length === 2)
    expect(subjects(seen)).toEqual(['before', 'right after'])
    await until(async () => (await mailboxOf(user)).state === 'live')
  })

  test('the watch reconnects when the server ends the connection', async () => {
    const { user, seen } = await watched(dovecot)
    dovecot.kick(user)
    await until(async () => (await mailboxOf(user)).state === 'waiting')
    expect((await mailboxOf(user)).reason).toBe('closed')
    await dovecot.deliver(user, { subject: 'kicked' })
    await until(() => seen.length === 1)
  })

  test('a failed commit leaves the cursor, and the email comes again', async () => {
    let failing = 2
    const { user, seen } = await watched(dovecot, {
      refuse: () => failing-- > 0,
    })
    const before = await cursorOf(user)
    await dovecot.deliver(user, { subject: 'twice refused' })
    await until(() => failing === 1)
    expect(await cursorOf(user)).toEqual(before)
    await until(() => seen.length === 1)
    expect((await cursorOf(user)).uidNext).toBe(before.uidNext + 1)
    expect(await keptOf(user)).toHaveLength(1)
  })

  test('an email that can never be saved does not hold up those after it', async () => {
    const { user, seen } = await watched(dovecot, { refuse: batch => subjects(batch).includes('poison') })
    await dovecot.deliver(user, { subject: 'poison' })
    await pause(700)
    await dovecot.deliver(user, { subject: 'sound' })
    await until(() => seen.length === 1)
    expect(subjects(seen)).toEqual(['sound'])
    expect((await cursorOf(user)).uidNext).toBe(1)
  })

  test('a new UIDVALIDITY neither loses nor repeats an email', async () => {
    const { user, seen, fresh } = await watched(dovecot)
    for (const subject of ['a', 'b', 'c']) await dovecot.deliver(user, { subject })
    await until(() => seen.length === 3)
    const before = await cursorOf(user)
    await dovecot.renumber(user)
    await dovecot.deliver(user, { subject: 'd' })
    await until(() => fresh.length === 4)
    await until(async () => (await cursorOf(user)).uidValidity !== before.uidValidity)
    await dovecot.deliver(user, { subject: 'e' })
    await until(() => fresh.length === 5)
    expect(fresh.map(a => subjects([a])[0])).toEqual(['a', 'b', 'c', 'd', 'e'])
    const kept = await keptOf(user)
    expect(kept.map(k => Number(k.uid)).sort()).toEqual(dovecot.list(user))
    expect(new Set(kept.map(k => k.uid_validity)).size).toBe(1)
  })

  test('a refused password needs the user, and a new one is used at once', async () => {
    const { user, userId, mailboxId, seen } = await watched(dovecot, { password: 'wrong', untilLive: false })
    await until(async () => (await mailboxOf(user)).state === 'needs_you')
    expect((await mailboxOf(user)).reason).toBe('wrong_password')
    const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, mailboxId, 'secret')
    await changeMailbox(db, userId, mailboxId, { secret })
    await until(async () => (await mailboxOf(user)).state === 'live')
    await dovecot.deliver(user, { subject: 'back' })
    await until(() => seen.length === 1)
  })

  test('a paused mailbox is disconnected, and emails that came meanwhile are received when it resumes', async () => {
    const { user, userId, mailboxId, seen } = await watched(dovecot)
    expect(dovecot.connected(user)).toBeGreaterThan(0)
    await changeMailbox(db, userId, mailboxId, { paused: true })
    await until(() => dovecot.connected(user) === 0)
    await dovecot.deliver(user, { subject: 'while paused' })
    await pause(1500)
    expect(seen).toEqual([])
    expect((await mailboxOf(user)).state).toBe('paused')
    await changeMailbox(db, userId, mailboxId, { paused: false })
    await until(() => seen.length === 1)
  })

  test('a removed mailbox is no longer watched', async () => {
    const { user, userId, mailboxId, seen } = await watched(dovecot)
    await removeMailbox(db, userId, mailboxId)
    await until(() => dovecot.connected(user) === 0)
    await dovecot.deliver(user, { subject: 'nobody' })
    await pause(1200)
    expect(seen).toEqual([])
  })

  test('a second host takes over when the first is gone, and no email is saved twice', async () => {
    const { user, seen, fresh, stop } = await watched(dovecot, { hostId: 'first' })
    await dovecot.deliver(user, { subject: 'one' })
    await until(() => seen.length === 1)
    await stop()
    const second = watchMailboxes({ ...partsOf(seen, fresh, []), hostId: 'second' })
    onTestFinished(() => second.stop())
    await until(async () => (await mailboxOf(user)).lease_host === 'second')
    await dovecot.deliver(user, { subject: 'two' })
    await until(() => fresh.length === 2)
    expect(subjects(fresh)).toEqual(['one', 'two'])
  })

  test.each([
    { bug: 'a cursor that is written before the commit', uidNext: 2, moves: true },
    { bug: 'no bug', uidNext: 1, moves: false },
  ])(
    'with $bug, a host that dies when the commit fails leaves the cursor at UID $uidNext, and nothing is lost',
    async ({ uidNext, moves }) => {
      let isRefused = false
      const { user, mailboxId, seen, stop } = await watched(dovecot, {
        plant: async alongside => {
          if (moves) await db.transaction().execute(async tx => alongside?.(tx))
          isRefused = true
          throw new Error('the host dies')
        },
      })
      await dovecot.deliver(user, { subject: 'before' })
      await until(() => isRefused)
      await stop()
      const folders = await db.selectFrom('folder_syncs').select('uid_next').where('mailbox_id', '=', mailboxId).execute()
      expect(folders.map(folder => Number(folder.uid_next))).toEqual([uidNext])
      const next = watchMailboxes({ ...partsOf(seen, [], []), hostId: 'next' })
      onTestFinished(() => next.stop())
      await dovecot.deliver(user, { subject: 'after' })
      // What the cursor passed over is found by comparing with the server's list.
      await until(() => ['before', 'after'].every(subject => subjects(seen).includes(subject)))
    },
  )

  // Last, because it waits for what `beforeAll` started.
  test('a connection that goes silent is found within a minute of its last byte', async () => {
    const { userId, mailboxId, seen, since, heal } = await silent
    // By its log, as the tests before this one may take longer than the silence.
    const lost = async () => (await listEvents(otherDb, userId, mailboxId)).findLast(event => event.kind === 'lost')
    await until(async () => (await lost()) !== undefined, 150_000)
    const found = await lost()
    expect(found?.detail).toEqual({ problem: 'timeout' })
    expect(Number(found?.at) - Number(since)).toBeLessThan(75_000)
    heal()
    await until(() => subjects(seen).includes('in the silence'))
  })
})

/** A proxy before the server that can stop passing bytes on without closing anything, as a broken network does. */
async function blackHole(port: number): Promise<{ port: number; pass(isOn: boolean): void; close(): void }> {
  let passes = true
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', data => passes && to.write(data))
      from.on('error', () => undefined)
      from.on('close', () => passes && to.destroy())
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    pass: isOn => {
      passes = isOn
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

interface Watched {
  user: string
  userId: string
  mailboxId: string
  /** Everything that was handed over and kept, also what was known. */
  seen: Arrived[]
  /** What was new. */
  fresh: Arrived[]
  batches: number[]
  stop(): Promise<void>
}

interface WatchedOptions {
  password?: string
  before?: number
  untilLive?: boolean
  hostId?: string
  refuse?: (batch: Arrived[]) => boolean
  /** Runs before anything is kept. */
  plant?: (alongside: Parameters<OnMail>[1]) => Promise<void>
  port?: number
  db?: Db
}

async function watched(
  dovecot: Dovecot,
  options: WatchedOptions = {},
  afterwards: (work: () => Promise<void>) => void = onTestFinished,
): Promise<Watched> {
  const db = options.db ?? mainDb
  const user = `u${randomUUID().slice(0, 8)}`
  dovecot.addUser(user, 'secret')
  for (let i = 0; i < (options.before ?? 0); i++) await dovecot.deliver(user, { subject: `old ${i}` })
  const [userId, mailboxId, seen, fresh, batches] = [randomUUID(), newId(systemClock.now()), [], [], []] as [
    string,
    string,
    Arrived[],
    Arrived[],
    number[],
  ]
  const settings = { host: '127.0.0.1', port: options.port ?? dovecot.imapPort, security: 'none' as const, username: user }
  const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, mailboxId, options.password ?? 'secret')
  await addImapMailbox(db, userId, { id: mailboxId, address: `${user}@example.com`, settings, secret, now: systemClock.now() })
  const watch = watchMailboxes({ ...partsOf(seen, fresh, batches, options), hostId: options.hostId ?? `host-${user}` })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await watch.stop()
    isStopped = true
  }
  afterwards(async () => {
    await stop()
    await removeMailbox(db, userId, mailboxId)
  })
  if (options.untilLive !== false) await until(async () => (await mailboxOf(user, db)).state === 'live')
  return { user, userId, mailboxId, seen, fresh, batches, stop }
}

function partsOf(seen: Arrived[], fresh: Arrived[], batches: number[], options: WatchedOptions = {}) {
  const db = options.db ?? mainDb
  const onMail: OnMail = async (batch, alongside) => {
    await options.plant?.(alongside)
    batches.push(batch.length)
    const added: Arrived[] = []
    await db.transaction().execute(async tx => {
      const userId = batch[0]?.userId ?? ''
      const messages = batch.map(arrived => ({ id: newId(systemClock.now()), arrived, view: viewOf(arrived) }))
      const ids = await saveOnce(tx, userId, await keys.contentKeyOf(tx, userId), messages)
      added.push(...messages.filter(m => ids.has(m.id)).map(m => m.arrived))
      await alongside?.(tx)
      if (options.refuse?.(batch)) throw new Error('refused')
    })
    seen.push(...batch)
    fresh.push(...added)
  }
  return { db, keys, door: { outside }, clock: systemClock, log, onMail, batch: 50, maxBytes: 1_000_000, leaseMs: 3000, tickMs: 200 }
}

const viewOf = (arrived: Arrived): MailView =>
  plainView({ from: [], to: [], subject: subjects([arrived])[0] ?? '', body: '', sizeBytes: arrived.sizeBytes })

const subjects = (mails: Arrived[]): string[] => mails.map(a => /^Subject: (.*)$/m.exec(a.raw.toString())?.[1]?.trim() ?? '')

async function mailboxOf(user: string, db: Db = mainDb) {
  const row = await db
    .selectFrom('mailboxes')
    .select(['user_id', 'id'])
    .where('address', '=', `${user}@example.com`)
    .executeTakeFirstOrThrow()
  const mailbox = await readMailbox(db, row.user_id, row.id)
  if (!mailbox) throw new Error('The mailbox is gone.')
  return mailbox
}

/** How far its first folder was read. */
async function cursorOf(user: string) {
  const { user_id, id } = await mailboxOf(user)
  const [folder] = await listFolders(db, user_id, [id])
  return { uidValidity: Number(folder?.uid_validity), uidNext: Number(folder?.uid_next) }
}

async function keptOf(user: string) {
  const { id } = await mailboxOf(user)
  return db.selectFrom('messages').selectAll().where('mailbox_id', '=', id).execute()
}

async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${withinMs} ms in vain for ${holds.toString()}`)
    await pause(25)
  }
}
