// Tests on PostgreSQL when many refusals become a provider's trouble, what that does to its mailboxes, and when it ends.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { claimDownMailboxes } from './notice-owners.ts'
import { claimMailboxes } from './owners.ts'
import { judgeProvider, listProviderTroubles, noteRefusal, readProviderTrouble } from './provider-troubles-owners.ts'
import { addImapMailbox, LeaseLost, setMailboxState } from './store.ts'

const { db } = await testDatabase()
const now = new Date()
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

interface Planted {
  server: string
  refused?: number
  state?: 'live' | 'needs_you'
  aliveMinutesAgo?: number
  userId?: string
}

async function addMailbox({ server, refused, state = 'live', aliveMinutesAgo = 5, userId = randomUUID() }: Planted) {
  const id = newId(now)
  const settings = { host: server, port: 993, security: 'tls' as const, username: 'anna' }
  await addImapMailbox(db, userId, { id, address: 'anna@example.com', settings, secret: Buffer.from('x'), now })
  const refused_at = refused === undefined ? null : ago(refused)
  const change = { state, refused_at, last_alive_at: ago(aliveMinutesAgo), down_since: state === 'live' ? null : ago(5) }
  await db.updateTable('mailboxes').set(change).where('id', '=', id).execute()
  return { userId, id }
}

const addMany = (n: number, planted: Planted) => Promise.all(Array.from({ length: n }, () => addMailbox(planted)))
const read = (id: string) => db.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('when a third of a provider’s users are refused, all of them wait, and one host of two begins it', async () => {
  const server = 'imap.begins.example'
  const refused = await addMany(5, { server: 'IMAP.Begins.Example', refused: 3, state: 'needs_you' })
  await addMany(10, { server })
  const begun = await Promise.all([judgeProvider(db, server, now), judgeProvider(db, server, now)])
  expect(begun.filter(outcome => outcome === 'begun')).toHaveLength(1)
  expect(await readProviderTrouble(db, server)).toEqual(ago(3))
  for (const { id } of refused) expect(await read(id)).toMatchObject({ state: 'waiting', reason: 'provider_trouble' })
  // Nobody is told yet, for there is nothing to do.
  const down = await db.transaction().execute(tx => claimDownMailboxes(tx, now, ago(0), 100))
  expect(down.filter(({ host }) => host.toLowerCase() === server)).toEqual([])
})

test('refusals long ago, of few users, or of mailboxes that have not worked for days begin nothing', async () => {
  await addMany(5, { server: 'imap.old.example', refused: 11 })
  const userId = randomUUID()
  await addMany(8, { server: 'imap.one.example', refused: 1, userId })
  await addMany(5, { server: 'imap.stale.example', refused: 1, aliveMinutesAgo: 3 * 24 * 60 })
  await addMany(5, { server: 'imap.big.example', refused: 1 })
  await addMany(20, { server: 'imap.big.example' })
  for (const name of ['old', 'one', 'stale', 'big']) expect(await judgeProvider(db, `imap.${name}.example`, now)).toBe(null)
})

test('it ends once most are let in again', async () => {
  const server = 'imap.ends.example'
  const refused = await addMany(6, { server, refused: 1 })
  expect(await judgeProvider(db, server, now)).toBe('begun')
  expect(await judgeProvider(db, server, now)).toBe(null)
  const letIn = async (some: typeof refused) => {
    for (const { userId, id } of some) await setMailboxState(db, userId, { id, leaseToken: 0 }, 'live', null, now)
  }
  await letIn(refused.slice(0, 4))
  expect(await judgeProvider(db, server, now)).toBe(null)
  await letIn(refused.slice(4))
  expect(await judgeProvider(db, server, now)).toBe('ended')
  expect((await listProviderTroubles(db)).map(trouble => trouble.server)).not.toContain(server)
})

test('only the host that holds the lease notes a refusal', async () => {
  const { userId, id } = await addMailbox({ server: 'imap.lease.example' })
  await noteRefusal(db, userId, { id, leaseToken: 0 }, now)
  expect((await read(id)).refused_at).toEqual(now)
  await expect(noteRefusal(db, userId, { id, leaseToken: 7 }, now)).rejects.toThrow(LeaseLost)
})

test('a mailbox that needs its user is claimed again when its retry is due, and not before', async () => {
  const { userId, id } = await addMailbox({ server: 'imap.retry.example' })
  const retryAt = new Date(now.getTime() + 3_600_000)
  await setMailboxState(db, userId, { id, leaseToken: 0 }, 'needs_you', 'wrong_password', now, retryAt)
  expect(await read(id)).toMatchObject({ retries: 1, retry_at: retryAt })
  const claimAt = async (at: Date) => {
    const claimed = await claimMailboxes(db, { host: 'h', now: at, leaseMs: 0, most: 1000, mine: false, except: [] })
    return claimed.find(mailbox => mailbox.id === id)
  }
  expect(await claimAt(new Date(retryAt.getTime() - 1000))).toBeUndefined()
  expect(await claimAt(retryAt)).toMatchObject({ state: 'needs_you', reason: 'wrong_password', retries: 1 })
})
