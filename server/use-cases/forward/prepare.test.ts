// Tests on PostgreSQL that nothing is parsed and no file is written while a transaction is open, and that nothing is left behind.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { testDatabase } from '../../../test/database.ts'
import { unsold } from '../../billing/unsold.fixture.ts'
import { sweepAttachments } from '../../files/attachments/owners.ts'
import { changeSet } from '../../filters/set-store.ts'
import { systemClock } from '../../foundation/clock.ts'
import { readConfig } from '../../foundation/config.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openDb, openPool } from '../../foundation/db/pool.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { digest, newId } from '../../foundation/seal.ts'
import { saveHeartbeat } from '../../mail/mailboxes/owners.ts'
import { addImapMailbox } from '../../mail/mailboxes/store.ts'
import type { Arrived } from '../../mail/parsing/arrived.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { openForward } from '../forward.ts'
import { type FileSaver, openFileSaver } from './files.ts'
import { forwardStores } from './stores.ts'
import { openWebViews, type WebViews } from './web-views.ts'

const { db, url } = await testDatabase()
const keys = openUserKeys(Buffer.alloc(32, 7), systemClock.now)
let now = new Date('2026-11-22T10:00:00Z')
const clock = { ...systemClock, now: () => now }
const config = readConfig({})
const graph = openGraph({ outside: openOutside({ allow: [], loopback: false }), ...config.whatsapp })
const file = { n: 0, name: 'a.pdf', type: 'application/pdf', bytes: Buffer.alloc(100) }
const files = { items: [{ name: 'a.pdf', type: 'application/pdf', sizeBytes: 100 }], left: 0 }

type Parts = { pageOf: WebViews['pageOf']; filesOf: FileSaver['readBytes'] }

function forwarding({ pageOf, filesOf }: Parts, reader = db, change: (saver: FileSaver) => FileSaver = saver => saver) {
  return openForward({
    stores: forwardStores({ db: reader, keys, clock, log: openLog('silent'), allowance: unsold.allowance }),
    webViews: openWebViews({ keys, clock }, pageOf),
    fileSaver: change(openFileSaver({ config, db: reader, keys, graph, limitsOf: unsold.limitsOf }, filesOf)),
    now: clock.now,
    newId,
    parse: async ({ raw }) => plainView({ subject: raw.toString(), files }),
    wake: () => undefined,
  })
}

async function person(condition: object = { field: 'subject', operator: 'contains', values: ['invoice'] }) {
  const userId = randomUUID()
  const at = { created_at: now, updated_at: now }
  const filter = { user_id: userId, id: randomUUID(), position: 1, name: 'Invoices', paused: false }
  const actions = JSON.stringify([{ kind: 'forward', destinationIds: [] }])
  await db
    .insertInto('filters')
    .values({ ...filter, condition: JSON.stringify(condition), actions, ...at })
    .execute()
  await db
    .insertInto('destinations')
    .values({ user_id: userId, id: randomUUID(), name: 'Mine', wa_id: '15550100001', state: 'linked', created_at: now })
    .execute()
  const settings = { host: 'imap.example.com', port: 993, security: 'tls' as const, username: 'anna' }
  const mailboxId = newId(now)
  await addImapMailbox(db, userId, { id: mailboxId, address: `${mailboxId}@example.com`, settings, secret: Buffer.alloc(0), now })
  return { userId, mailboxId }
}

let uid = 0
const mail = ({ userId, mailboxId }: { userId: string; mailboxId: string }, subject = 'Invoice'): Arrived => ({
  ...{ userId, mailboxId, kind: 'imap', folder: 'INBOX', sourceKey: `INBOX:1:${++uid}`, contentHash: digest(`${uid}`) },
  ...{ uidValidity: 1, uid, raw: Buffer.from(subject), sizeBytes: 10, reduced: null, arrivedAt: now },
})

const openTransactions = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(db)
  return rows[0]?.count ?? 0
}

const watching = (seen: number[]): Parts => ({
  pageOf: async () => {
    seen.push(await openTransactions())
    return Buffer.from('page')
  },
  filesOf: async () => {
    seen.push(await openTransactions())
    return [file]
  },
})

const storedFiles = (userId: string) => db.selectFrom('message_files').selectAll().where('user_id', '=', userId).execute()
const deliveriesOf = async (userId: string) =>
  (await db.selectFrom('deliveries').select('files').where('user_id', '=', userId).execute()).map(one => one.files)

test('no transaction is open while pages and files are read, and both are kept with the email', async () => {
  const anna = await person()
  const seen: number[] = []
  await forwarding(watching(seen))([mail(anna), mail(anna, 'Hello'), mail(anna)])
  expect(seen).toEqual([0, 0, 0, 0])
  expect(await deliveriesOf(anna.userId)).toEqual([[0], [0]])
  const kept = await storedFiles(anna.userId)
  expect(kept.map(row => row.expires_at.getTime() - now.getTime())).toEqual([14 * 86_400_000, 14 * 86_400_000])
  expect(await db.selectFrom('web_views').select('message_id').where('user_id', '=', anna.userId).execute()).toHaveLength(2)
})

test('what the forecast cannot know is read between two transactions', async () => {
  const ben = await person({ field: 'first_time_sender', operator: 'is_not' })
  const seen: number[] = []
  await forwarding(watching(seen))([mail(ben), mail(ben)])
  expect(seen.every(open => open === 0)).toBe(true)
  expect((await deliveriesOf(ben.userId)).length * 2).toBe(seen.length)
})

test('a filter that is removed while its email’s page is read no longer counts', async () => {
  const gina = await person()
  const removeFilters = () => changeSet(db, gina.userId, tx => tx.deleteFrom('filters').where('user_id', '=', gina.userId).execute())
  const pageOf = async () => {
    await removeFilters()
    return Buffer.from('page')
  }
  await forwarding({ pageOf, filesOf: async () => [file] })([mail(gina)])
  expect(await db.selectFrom('decisions').select('decision').where('user_id', '=', gina.userId).execute()).toEqual([
    { decision: 'not_matched' },
  ])
  expect([await deliveriesOf(gina.userId), await storedFiles(gina.userId)]).toEqual([[], []])
})

test('planted: reading files within the transaction is seen', async () => {
  const cleo = await person()
  const seen: number[] = []
  const parts = watching(seen)
  const forward = forwarding(parts, db, saver => ({
    ...saver,
    claim: async (tx, userId, messageId, at) => {
      await parts.filesOf(mail(cleo))
      return saver.claim(tx, userId, messageId, at)
    },
  }))
  await forward([mail(cleo)])
  expect(Math.max(...seen)).toBe(1)
})

test('files of a batch that fails or goes to no phone are dropped, and those of a killed host are swept', async () => {
  const dora = await person()
  const parts = watching([])
  const failing = forwarding(parts)([mail(dora)], async () => {
    expect(await storedFiles(dora.userId)).toHaveLength(1)
    throw new Error('the lease is gone')
  })
  await expect(failing).rejects.toThrow('the lease is gone')
  expect(await storedFiles(dora.userId)).toEqual([])
  const known = mail(dora)
  await forwarding(parts)([known])
  await forwarding(parts)([known])
  expect(await storedFiles(dora.userId)).toHaveLength(1)
  const killed = forwarding(parts, db, saver => ({ ...saver, dropUnclaimed: async () => undefined }))
  await expect(killed([mail(dora)], () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  expect(await storedFiles(dora.userId)).toHaveLength(2)
  await sweepAttachments(db, new Date(now.getTime() + 3_600_000))
  expect(await storedFiles(dora.userId)).toHaveLength(1)
  now = new Date(now.getTime() + 60_000)
})

const within = <T>(ms: number, work: Promise<T>) =>
  Promise.race([work.then(() => 'done' as const), new Promise<'waits'>(late => setTimeout(late, ms, 'waits'))])

/** A parser that hangs for everybody but Fay, on a pool that four such batches would use up. */
async function whileParserHangs(isPlanted: boolean) {
  const people = await Promise.all([1, 2, 3, 4].map(() => person()))
  const fay = await person({ field: 'subject', operator: 'contains', values: ['bill'] })
  const small = openDb(openPool(url, 3))
  const ending = Promise.withResolvers<void>()
  onTestFinished(async () => {
    ending.resolve()
    await stuck
    await small.destroy()
  })
  let hanging = 0
  const hang = async () => {
    hanging++
    await ending.promise
    return null
  }
  const healthy: Parts = { pageOf: async () => null, filesOf: async () => [] }
  const outside = forwarding({ ...healthy, pageOf: hang }, small)
  const inside = forwarding(healthy, small, saver => ({ ...saver, claim: async () => new Set((await hang()) ?? []) }))
  const stuck = Promise.all(people.map(eve => (isPlanted ? inside : outside)([mail(eve)])))
  await expect.poll(() => hanging, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
  const others = [outside([mail(fay)]), saveHeartbeat(small, 'host', 1000, null)]
  return within(2000, Promise.all(others))
}

test('while the parser hangs, other mailboxes and the heartbeat go on', async () => {
  expect(await whileParserHangs(false)).toBe('done')
})

test('planted: a parser that hangs within the transactions stops everybody', async () => {
  expect(await whileParserHangs(true)).toBe('waits')
})
