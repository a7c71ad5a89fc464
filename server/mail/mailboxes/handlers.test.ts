// Tests what users can do with their mailboxes, and the errors they get when it fails.

import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Mailbox } from '../../../core/api/mail.ts'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { mailHandlers } from './handlers.ts'
import { claimMailboxes } from './owners.ts'
import { removeMailbox, setMailboxState } from './store.ts'

let limits = selfHosted.limits

const { db } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const handlers = mailHandlers({
  limitsOf: async () => limits,
  db,
  keys,
  outside: openOutside({ allow: [], loopback: true }),
  say: loadWords().of('mail'),
  domain: 'in.example.com',
  dns: null,
})

// A handler is given the request that it answers; none of these looks at it.
const app = Fastify()
let request: Parameters<typeof handlers.list>[0]['request']
beforeAll(async () => {
  app.get('/', async asked => {
    request = asked
    return {}
  })
  await app.inject('/')
})
afterAll(() => app.close())
const daysAgo = (at: string) => Math.round((Date.now() - Date.parse(at)) / 86_400_000)
const by = (userId: string) => ({ userId, sessionId: randomUUID(), params: undefined, query: undefined, body: undefined, request })

test('a user gets an address, sees it live, pauses it and removes it', async () => {
  const ask = by(randomUUID())
  const added = Mailbox.parse(await handlers.add({ ...ask, body: { kind: 'address' } }))
  expect(added).toMatchObject({ kind: 'address', state: 'live', host: null, reason: null })
  expect(added.address).toMatch(/@in\.example\.com$/)
  await expect(handlers.change({ ...ask, params: { id: added.id }, body: { folders: ['A'] } })).rejects.toMatchObject({
    code: 'no_folders',
  })
  expect((await handlers.list(ask)).items).toEqual([added])
  expect(await handlers.change({ ...ask, params: { id: added.id }, body: { paused: true } })).toMatchObject({ state: 'paused' })
  expect(await handlers.check({ ...ask, params: { id: added.id } })).toMatchObject({ ok: false, code: 'paused' })
  await expect(handlers.change({ ...ask, params: { id: added.id }, body: { password: 'x' } })).rejects.toMatchObject({ status: 422 })
  await removeMailbox(db, ask.userId, added.id)
  expect((await handlers.list(ask)).items).toEqual([])
})

test("another user's mailbox does not exist", async () => {
  const mine = Mailbox.parse(await handlers.add({ ...by(randomUUID()), body: { kind: 'address' } }))
  const other = { ...by(randomUUID()), params: { id: mine.id } }
  await expect(handlers.check(other)).rejects.toMatchObject({ status: 404 })
  await expect(handlers.change({ ...other, body: { paused: true } })).rejects.toMatchObject({ status: 404 })
})

test('a plan limits the mailboxes, our addresses included, even with concurrent requests', async () => {
  limits = { ...selfHosted.limits, mailboxes: 2 }
  const ask = by(randomUUID())
  const add = () => handlers.add({ ...ask, body: { kind: 'address' } })
  const added = await Promise.allSettled([add(), add(), add(), add()])
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const refused = { status: 403, code: 'plan_limit', message: expect.stringMatching(/allows 2 email accounts.*larger plan/) }
  await expect(add()).rejects.toMatchObject(refused)
  const imap = {
    kind: 'imap',
    address: 'a@example.com',
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    username: 'a',
    password: 'x',
  } as const
  await expect(handlers.add({ ...ask, body: imap })).rejects.toMatchObject(refused)
  const [first] = (await handlers.list(ask)).items
  limits = { ...selfHosted.limits, mailboxes: 1 }
  for (const paused of [true, false]) await handlers.change({ ...ask, params: { id: first?.id ?? '' }, body: { paused } })
  limits = selfHosted.limits
  await add()
})

describe.skipIf(skipWithoutDovecot())('an IMAP account', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot()
    dovecot.addUser('anna', 'secret')
  })
  afterAll(() => dovecot.stop())
  const account = (password: string) =>
    ({
      kind: 'imap',
      address: 'anna@example.com',
      host: '127.0.0.1',
      port: dovecot.imapPort,
      security: 'none',
      username: 'anna',
      password,
    }) as const

  test('is added once it can be read, and its password lies sealed', async () => {
    const ask = by(randomUUID())
    expect(await handlers.tryOut({ ...ask, body: account('secret') })).toEqual({
      ok: true,
      code: null,
      message: 'We can read this mailbox.',
      fingerprint: null,
    })
    const added = Mailbox.parse(await handlers.add({ ...ask, body: account('secret') }))
    expect(added).toMatchObject({ kind: 'imap', state: 'connecting', host: '127.0.0.1' })
    const row = await db.selectFrom('mailboxes').selectAll().where('id', '=', added.id).executeTakeFirstOrThrow()
    expect(row.secret?.includes('secret')).toBe(false)
    expect(JSON.stringify(row.settings)).not.toContain('secret')
    await expect(handlers.add({ ...ask, body: account('secret') })).rejects.toMatchObject({ status: 409 })
  })

  test('is watched in the folders and from the time that its user chooses', async () => {
    const ask = by(randomUUID())
    const body = { ...account('secret'), folders: ['Inbox', 'Lists', 'INBOX'], start: 'week' as const }
    const params = { id: Mailbox.parse(await handlers.add({ ...ask, body })).id }
    const days = async () => (await handlers.get({ ...ask, params })).folders.map(f => [f.name, daysAgo(f.startsAt), f.isGone, f.count])
    expect(await days()).toEqual([
      ['INBOX', 7, false, null],
      ['Lists', 7, false, null],
    ])
    await handlers.change({ ...ask, params, body: { folders: ['INBOX', 'Later'] } })
    expect(await days()).toEqual([
      ['INBOX', 7, false, null],
      ['Later', 0, false, null],
    ])
    await handlers.change({ ...ask, params, body: { start: 'day' } })
    expect((await days()).map(([name, day]) => [name, day])).toEqual([
      ['INBOX', 7],
      ['Later', 1],
    ])
  })

  test('shows the folders that its server has, and which of them are watched', async () => {
    const ask = by(randomUUID())
    const params = { id: Mailbox.parse(await handlers.add({ ...ask, body: account('secret') })).id }
    expect((await handlers.serverFolders({ ...ask, params })).items).toEqual([{ name: 'INBOX', role: 'inbox', isWatched: true }])
    await expect(handlers.serverFolders({ ...by(randomUUID()), params })).rejects.toMatchObject({ status: 404 })
  })

  test('shows the counts of all its folders once they were reconciled', async () => {
    const ask = by(randomUUID())
    const body = { ...account('secret'), folders: ['INBOX', 'Lists'] }
    const { id } = Mailbox.parse(await handlers.add({ ...ask, body }))
    const [early, late] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-01T11:00:00Z')]
    const compared = (name: string, change: object) =>
      db.updateTable('folder_syncs').set(change).where('mailbox_id', '=', id).where('name', '=', name).execute()
    await compared('INBOX', { on_server: 5, stored: 4, recovered: 1, reconciled_at: late })
    await compared('Lists', { on_server: 7, stored: 7, reconciled_at: early })
    const [shown] = (await handlers.list(ask)).items
    expect(shown?.count).toEqual({ held: 12, kept: 11, takenUp: 1, at: early.toISOString() })
  })

  test('that cannot be read is refused with a sentence that says why', async () => {
    const ask = by(randomUUID())
    const refusal = {
      status: 422,
      code: 'wrong_password',
      message: '127.0.0.1 didn’t accept the username or password. Check both and try again.',
    }
    await expect(handlers.add({ ...ask, body: account('wrong') })).rejects.toMatchObject(refusal)
    expect(await handlers.tryOut({ ...ask, body: account('wrong') })).toMatchObject({ ok: false, code: 'wrong_password' })
    expect((await handlers.list(ask)).items).toEqual([])
  })

  test('that needs its user shows why, and is watched again when a check succeeds', async () => {
    const ask = by(randomUUID())
    const { id } = Mailbox.parse(await handlers.add({ ...ask, body: account('secret') }))
    const taken = await claimMailboxes(db, {
      host: 'h',
      now: systemClock.now(),
      leaseMs: 0,
      most: 100,
      mine: false,
      except: [],
    })
    const leaseToken = taken.find(t => t.id === id)?.leaseToken ?? 0
    await setMailboxState(db, ask.userId, { id, leaseToken }, 'needs_you', 'app_password', systemClock.now())
    const [shown] = (await handlers.list(ask)).items
    expect(shown).toMatchObject({ state: 'needs_you', reason: expect.stringContaining('requires an app password') })
    expect(await handlers.check({ ...ask, params: { id } })).toMatchObject({ ok: true })
    expect((await handlers.list(ask)).items[0]).toMatchObject({ state: 'connecting', reason: null })
    await expect(handlers.change({ ...ask, params: { id }, body: { password: 'wrong' } })).rejects.toMatchObject({ code: 'wrong_password' })
  })
})

test('wrong settings never lock a beginner out, however often they are tried', async () => {
  const ask = by(randomUUID())
  const body = { address: 'anna@example.com', host: '127.0.0.1', port: 1, security: 'tls' as const, username: 'anna', password: 'secret' }
  const host = (i: number) => `127.0.0.${i + 1}`
  for (let i = 0; i < 15; i++) expect(await handlers.tryOut({ ...ask, body: { ...body, host: host(i % 3) } })).toMatchObject({ ok: false })
})
