// Tests on a real Dovecot that a provider's bad hour needs nobody to act, and that mailboxes heal without being asked.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { sealPassword } from '../mailboxes/sealed.ts'
import { addImapMailbox } from '../mailboxes/store.ts'
import { watchMailboxes } from './leases.ts'

const keys = openUserKeys(newKey(), systemClock.now)

describe.skipIf(skipWithoutDovecot())('mailboxes of one provider', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot()
  })
  afterAll(() => dovecot.stop())

  async function watchMany(n: number) {
    const { db } = await testDatabase()
    const users = Array.from({ length: n }, () => `u${randomUUID().slice(0, 8)}`)
    for (const user of users) {
      const [userId, id] = [randomUUID(), newId(systemClock.now())]
      const settings = { host: '127.0.0.1', port: dovecot.imapPort, security: 'none' as const, username: user }
      const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, id, 'secret')
      await addImapMailbox(db, userId, { id, address: `${user}@example.com`, settings, secret, now: systemClock.now() })
    }
    const setPassword = (password: string) => users.forEach(user => dovecot.addUser(user, password))
    setPassword('secret')
    const watch = watchMailboxes({
      ...{ db, keys, clock: systemClock, log: openLog('silent'), batch: 50, maxBytes: 1_000_000, leaseMs: 3000, tickMs: 200 },
      ...{ door: { outside: openOutside({ allow: [], loopback: true }) }, hostId: `host-${randomUUID()}`, onMail: async () => undefined },
      ...{ signInRetryMs: 300, troublesEveryMs: 100 },
    })
    const states = async () => {
      const rows = await db.selectFrom('mailboxes').select(['state', 'reason']).execute()
      return [...new Set(rows.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()))]
    }
    const become = (state: string) => expect.poll(states, { timeout: 20_000, interval: 50 }).toEqual([state])
    await become('live')
    return { db, watch, users, setPassword, become, kick: () => users.forEach(user => dovecot.kick(user)) }
  }

  test('that refuses all of them wait as long as it does, and go on when it is over', async () => {
    const { db, watch, setPassword, become, kick } = await watchMany(6)
    try {
      setPassword('another')
      kick()
      await become('waiting provider_trouble')
      // Far more than three refusals each, after which a mailbox alone would need its user.
      await new Promise(done => setTimeout(done, 2500))
      await become('waiting provider_trouble')
      setPassword('secret')
      await become('live')
      await expect.poll(() => db.selectFrom('mail_provider_troubles').selectAll().execute(), { timeout: 10_000 }).toEqual([])
    } finally {
      await watch.stop()
    }
  })

  test('of a single user that is refused needs that user, and heals by a later try', async () => {
    const { db, watch, setPassword, become, kick } = await watchMany(1)
    try {
      setPassword('another')
      kick()
      await become('needs_you wrong_password')
      const retryNow = () => db.updateTable('mailboxes').set({ retry_at: systemClock.now() }).execute()
      await retryNow()
      await expect
        .poll(async () => (await db.selectFrom('mailboxes').select('retries').executeTakeFirst())?.retries, { timeout: 10_000 })
        .toBe(2)
      await become('needs_you wrong_password')
      setPassword('secret')
      // Dovecot may not have read its file again when the first of them comes.
      const stateAfterRetry = async () => {
        await retryNow()
        return (await db.selectFrom('mailboxes').select('state').executeTakeFirst())?.state
      }
      await expect.poll(stateAfterRetry, { timeout: 20_000, interval: 500 }).toBe('live')
      expect(await db.selectFrom('mailboxes').select(['retries', 'refused_at', 'down_since']).executeTakeFirst()).toEqual({
        ...{ retries: 0, refused_at: null, down_since: null },
      })
    } finally {
      await watch.stop()
    }
  })
})
