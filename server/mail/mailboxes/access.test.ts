// Tests mailboxes with self-signed certificates: trusted once, disconnected when they change, trusted again by the user.

import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Mailbox } from '../../../core/api/mail.ts'
import { selfHosted } from '../../../core/plans/plans.ts'
import { fingerprintOf, selfSigned } from '../../../test/certificates.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { watchMailboxes } from '../receiving/leases.ts'
import { mailHandlers } from './handlers.ts'

const { db } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const outside = openOutside({ allow: [], loopback: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
const handlers = mailHandlers({
  db,
  keys,
  outside,
  say: loadWords().of('mail'),
  domain: 'in.example.com',
  dns: null,
  limitsOf: async () => selfHosted.limits,
})
const app = Fastify()
let ask: Pick<Parameters<typeof handlers.list>[0], 'userId' | 'sessionId' | 'query' | 'params' | 'body' | 'request'>

describe.skipIf(skipWithoutDovecot())('a user whose server has a self-signed certificate', () => {
  const [first, second] = [selfSigned('mail.example.com'), selfSigned('mail.example.com')]
  let dovecot: Dovecot
  let watch: ReturnType<typeof watchMailboxes>
  beforeAll(async () => {
    app.get('/', async request => {
      ask = { userId: randomUUID(), sessionId: randomUUID(), params: undefined, query: undefined, body: undefined, request }
      return {}
    })
    await app.inject('/')
    dovecot = await startDovecot({ tls: first })
    dovecot.addUser('anna', 'secret')
    const deps = { db, keys, door: { outside }, clock: systemClock, log: openLog('silent'), onMail: async () => undefined, batch: 50 }
    watch = watchMailboxes({ ...deps, maxBytes: 1_000_000, leaseMs: 3000, tickMs: 100, hostId: 'host' })
  })
  afterAll(async () => {
    await watch.stop()
    await dovecot.stop()
    await app.close()
  })
  const until = (id: string, expected: object) =>
    vi.waitFor(async () => expect((await handlers.list(ask)).items.find(one => one.id === id)).toMatchObject(expected), {
      timeout: 12_000,
      interval: 100,
    })

  test('compares the fingerprint, trusts it, and is asked again when it changes', async () => {
    const account = {
      kind: 'imap',
      address: 'anna@example.com',
      host: 'mail.example.com',
      port: dovecot.imapsPort,
      security: 'tls',
      username: 'anna',
      password: 'secret',
    } as const
    await expect(handlers.add({ ...ask, body: account })).rejects.toMatchObject({
      status: 422,
      code: 'self_signed',
      details: { fingerprint: fingerprintOf(first) },
    })
    const added = Mailbox.parse(await handlers.add({ ...ask, body: { ...account, fingerprint: fingerprintOf(first) } }))
    await until(added.id, { state: 'live' })

    copyFileSync(second.certFile, first.certFile)
    copyFileSync(second.keyFile, first.keyFile)
    const byId = { ...ask, params: { id: added.id } }
    await handlers.change({ ...byId, body: { paused: true } })
    await dovecot.restart()
    await handlers.change({ ...byId, body: { paused: false } })
    await until(added.id, {
      state: 'needs_you',
      problem: 'fingerprint_changed',
      reason: expect.stringContaining('a different certificate'),
    })
    const checked = await handlers.check(byId)
    expect(checked).toMatchObject({ ok: false, code: 'fingerprint_changed', fingerprint: fingerprintOf(second) })
    await expect(handlers.change({ ...byId, body: { password: 'secret' } })).rejects.toMatchObject({ code: 'fingerprint_changed' })
    await expect(handlers.change({ ...byId, body: { fingerprint: null } })).rejects.toMatchObject({ code: 'self_signed' })
    await handlers.change({ ...byId, body: { fingerprint: fingerprintOf(second) } })
    await until(added.id, { state: 'live', problem: null })
  })
})
