// Tests emails that arrive in several mailboxes at once, through the whole forward use case on PostgreSQL.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { testDatabase } from '../../../test/database.ts'
import { unsold } from '../../billing/unsold.fixture.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { digest, newId } from '../../foundation/seal.ts'
import { addImapMailbox } from '../../mail/mailboxes/store.ts'
import { sweepCopies } from '../../mail/messages/copies-owners.ts'
import type { Arrived } from '../../mail/parsing/arrived.ts'
import { forwardStores } from '../../use-cases/forward/stores.ts'
import { openForward } from '../forward.ts'

const { db } = await testDatabase()
const keys = openUserKeys(Buffer.alloc(32, 7), systemClock.now)
let now = new Date('2026-11-22T10:00:00Z')
const clock = { ...systemClock, now: () => now }
const forward = openForward({
  stores: forwardStores({ db, keys, clock, log: openLog('silent'), allowance: unsold.allowance }),
  now: clock.now,
  newId,
  parse: async ({ raw }) => plainView({ messageId: '<1@example.com>', subject: raw.toString() }),
  wake: () => undefined,
})

async function person(mailboxes: number) {
  const userId = randomUUID()
  const settings = { host: 'imap.example.com', port: 993, security: 'tls' as const, username: 'anna' }
  const ids = Array.from({ length: mailboxes }, () => newId(now))
  for (const id of ids) await addImapMailbox(db, userId, { id, address: `${id}@example.com`, settings, secret: Buffer.alloc(0), now })
  const condition = JSON.stringify({ field: 'subject', operator: 'contains', values: ['invoice'] })
  const actions = JSON.stringify([{ kind: 'forward', destinationIds: [] }])
  const filter = {
    user_id: userId,
    id: randomUUID(),
    position: 1,
    name: 'Invoices',
    paused: false,
    condition,
    actions,
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('filters').values(filter).execute()
  const phone = { user_id: userId, id: randomUUID(), name: 'Mine', wa_id: '15550100001', state: 'linked' as const, created_at: now }
  await db.insertInto('destinations').values(phone).execute()
  return { userId, ids }
}

let uid = 0
const mail = (userId: string, mailboxId: string, subject: string, folder = 'INBOX'): Arrived => ({
  ...{ userId, mailboxId, kind: 'imap', folder, sourceKey: `${folder}:1:${++uid}`, contentHash: digest(`${uid}`), uidValidity: 1, uid },
  ...{ raw: Buffer.from(subject), sizeBytes: 10, reduced: null, arrivedAt: now },
})

async function countsOf(userId: string) {
  const verdicts = await db.selectFrom('decisions').select(['decision', 'reason']).where('user_id', '=', userId).execute()
  const deliveries = await db.selectFrom('deliveries').select('id').where('user_id', '=', userId).execute()
  const copies = verdicts.filter(v => v.decision === 'suppressed' && v.reason === 'copy').length
  return { kept: verdicts.length, copies, deliveries: deliveries.length }
}

test('an email that arrives in three mailboxes at once is forwarded once, repeatedly', async () => {
  const { userId, ids } = await person(3)
  const rounds = 25
  for (let round = 0; round < rounds; round++)
    await Promise.all(
      ids.map(id =>
        forward([mail(userId, id, `Invoice ${round} a`), mail(userId, id, `Invoice ${round} b`)].toSorted(() => (round % 2) - 0.5)),
      ),
    )
  expect(await countsOf(userId)).toEqual({ kept: 6 * rounds, copies: 4 * rounds, deliveries: 2 * rounds })
})

test('different emails with one Message-ID in one folder are each forwarded, and so is one sent twice', async () => {
  const { userId, ids } = await person(1)
  const [box = ''] = ids
  await forward([mail(userId, box, 'Invoice 1'), mail(userId, box, 'Invoice 2')])
  await forward([mail(userId, box, 'Invoice 2')])
  expect(await countsOf(userId)).toEqual({ kept: 3, copies: 0, deliveries: 3 })
})

test('an email in two folders of a mailbox is forwarded once', async () => {
  const { userId, ids } = await person(1)
  const [box = ''] = ids
  await forward([mail(userId, box, 'Invoice 1')])
  await forward([mail(userId, box, 'Invoice 1', 'Bills: paid')])
  expect(await countsOf(userId)).toEqual({ kept: 2, copies: 1, deliveries: 1 })
})

test('an email moved to another watched folder isn’t forwarded again, with or without a Message-ID', async () => {
  const { userId, ids } = await person(1)
  const [box = ''] = ids
  const first = mail(userId, box, 'Invoice 1')
  await forward([first])
  const moved = { ...mail(userId, box, 'Invoice 1', 'Bills'), contentHash: first.contentHash }
  now = new Date(now.getTime() + 20 * 86_400_000)
  await forward([moved, mail(userId, box, 'Invoice 2', 'Bills')])
  expect(await countsOf(userId)).toEqual({ kept: 3, copies: 1, deliveries: 2 })
})

test('the same email for two users is no copy', async () => {
  const [anna, ben] = [await person(1), await person(1)]
  await Promise.all([anna, ben].map(({ userId, ids }) => forward([mail(userId, ids[0] ?? '', 'Invoice 1')])))
  for (const { userId } of [anna, ben]) expect(await countsOf(userId)).toMatchObject({ copies: 0, deliveries: 1 })
})

test('copies are remembered for seven days', async () => {
  const { userId, ids } = await person(3)
  await forward([mail(userId, ids[0] ?? '', 'Invoice 1')])
  now = new Date(now.getTime() + 6.9 * 86_400_000)
  await forward([mail(userId, ids[1] ?? '', 'Invoice 1')])
  now = new Date(now.getTime() + 0.2 * 86_400_000)
  await forward([mail(userId, ids[2] ?? '', 'Invoice 1')])
  expect(await countsOf(userId)).toEqual({ kept: 3, copies: 1, deliveries: 2 })
  expect(await sweepCopies(db, new Date(now.getTime() + 7.9 * 86_400_000))).toBeGreaterThan(0)
  const left = () => db.selectFrom('message_copies').select('sent_to').where('user_id', '=', userId).execute()
  expect(await left()).toHaveLength(1)
  await sweepCopies(db, new Date(now.getTime() + 8.1 * 86_400_000))
  expect(await left()).toEqual([])
})

test('a filter that cannot be read is set aside with an alarm, and holds up none of its user’s mail', async () => {
  const { userId, ids } = await person(1)
  const id = randomUUID()
  const at = { created_at: now, updated_at: now }
  const broken = { user_id: userId, id, position: 0, name: 'Broken', paused: false, condition: '{"of":"a newer version"}', actions: '[]' }
  await db
    .insertInto('filters')
    .values({ ...broken, ...at })
    .execute()
  await forward([mail(userId, ids[0] ?? '', 'invoice 7')])
  expect((await countsOf(userId)).deliveries).toBe(1)
  const setAside = await db.selectFrom('set_aside').select(['kind', 'set_aside_at']).where('id', '=', id).execute()
  expect(setAside).toEqual([{ kind: 'filter', set_aside_at: now }])
})
