// Tests disconnecting a mailbox, with or without deleting its messages; after deletion only the counts remain.
import { beforeAll, expect, test, vi } from 'vitest'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import { eraseDisconnected } from '../server/use-cases/disconnect.ts'
import { testDatabase } from './database.ts'
import { addFilter, linkPhone, type Person, patience, readSum, runProduct, sendMail, signUp, untilMessageState } from './running.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url)
let anna: Person
let ben: Person
let first: mail.Mailbox
let second: mail.Mailbox
const newAddress = (person: Person) => person.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })

beforeAll(async () => {
  anna = await signUp(product, 'anna')
  ben = await signUp(product, 'ben')
  for (const [person, phone] of [
    [anna, '15550103101'],
    [ben, '15550103102'],
  ] as const) {
    await linkPhone(product, person, phone)
    await addFilter(person, 'harbour')
  }
  ;[first, second] = [await newAddress(anna), await newAddress(anna)]
  const his = await newAddress(ben)
  await sendMail(product, first.address, { subject: 'The harbour 1' })
  await sendMail(product, first.address, { subject: 'Elsewhere' })
  await sendMail(product, second.address, { subject: 'The harbour 2' })
  await sendMail(product, his.address, { subject: 'The harbour 3' })
  await untilMessageState(anna, 'The harbour 1', 'forwarded')
  await untilMessageState(anna, 'The harbour 2', 'forwarded')
  await untilMessageState(ben, 'The harbour 3', 'forwarded')
  // The windows close, so that the next mails wait.
  await product.pass('25h')
  await sendMail(product, first.address, { subject: 'The harbour 4' })
  await sendMail(product, second.address, { subject: 'The harbour 5' })
  await untilMessageState(anna, 'The harbour 4', 'held')
  await untilMessageState(anna, 'The harbour 5', 'held')
})

const list = async (person: Person) => (await person.ask(ledger.listMessagesApi, 'GET', '/api/messages?limit=100')).items
const subjects = async (person: Person) => (await list(person)).map(line => line.subject).toSorted()
const kept = (mailboxId: string) => db.selectFrom('messages').selectAll().where('mailbox_id', '=', mailboxId).execute()

/** All that tells anything of the mail of a mailbox. */
async function tracesOf(mailboxId: string) {
  const rows = await kept(mailboxId)
  const ids = rows.map(row => row.id)
  const some = ids.length > 0 ? ids : ['00000000-0000-0000-0000-000000000000']
  const count = async (found: Promise<unknown[]>) => (await found).length
  return {
    contents: rows.filter(row => row.head || row.view || row.content_hash.length > 0 || row.source_key !== row.id || row.folder).length,
    explanations: await count(
      db.selectFrom('decisions').select('decision').where('message_id', 'in', some).where('explanation', 'is not', null).execute(),
    ),
    blobs: await count(db.selectFrom('raw_messages').select('id').where('id', 'in', some).execute()),
    waiting: await count(
      db.selectFrom('deliveries').select('id').where('message_id', 'in', some).where('state', 'in', ['held', 'queued']).execute(),
    ),
    copies: await count(db.selectFrom('message_copies').select('at').where('mailbox_id', '=', mailboxId).execute()),
    senders: await count(db.selectFrom('mailbox_senders').select('at').where('mailbox_id', '=', mailboxId).execute()),
    events: await count(db.selectFrom('mailbox_events').select('at').where('mailbox_id', '=', mailboxId).execute()),
  }
}
const nothing = { contents: 0, explanations: 0, blobs: 0, waiting: 0, copies: 0, senders: 0, events: 0 }

test('nobody disconnects the mailbox of another', async () => {
  expect((await ben.try('DELETE', `/api/mailboxes/${first.id}?erase=yes`)).status).toBe(404)
  expect(await tracesOf(first.id)).toMatchObject({ contents: 3, explanations: 3, waiting: 1, copies: 2, senders: 1 })
  // Of what waits; the minute's sweep may have erased that of what arrived.
  expect((await tracesOf(first.id)).blobs).toBeOneOf([1, 2])
})

test('with its mail: nothing of it can be read, what waited is not sent, and the sums stay', async () => {
  const [before, usage] = [await readSum(anna), await db.selectFrom('usage').selectAll().execute()]
  const others = [await tracesOf(second.id), await subjects(ben)]
  await anna.ask(mail.changeMailboxApi, 'PATCH', `/api/mailboxes/${first.id}`, { backlog: 'note' })
  expect((await tracesOf(first.id)).events).toBeGreaterThan(0)
  await anna.ask(mail.removeMailboxApi, 'DELETE', `/api/mailboxes/${first.id}?erase=yes`)
  expect(await tracesOf(first.id)).toEqual(nothing)
  expect(await subjects(anna)).toEqual(['The harbour 2', 'The harbour 5', null, null, null])
  const cancelled = (await list(anna)).filter(line => line.subject === null && line.state === 'failed')
  expect(cancelled).toMatchObject([{ reason: expect.stringContaining('deleted its emails'), delivery: { state: 'cancelled' } }])
  expect(await readSum(anna)).toEqual({ ...before, held: before.held - 1, failed: before.failed + 1 })
  const reserved = (rows: { reserved: number }[]) => rows.reduce((sum, row) => sum + row.reserved, 0)
  expect(reserved(await db.selectFrom('usage').selectAll().execute())).toBe(reserved(usage) - 1)
  expect([await tracesOf(second.id), await subjects(ben)]).toEqual(others)
  await expect(sendMail(product, first.address, { subject: 'The harbour 6' })).rejects.toThrow(/550/)
})

test('what was still being written goes with the next sweep, and after an hour nothing is remembered', async () => {
  const [row] = await kept(second.id)
  if (!row) throw new Error('There is no mail to copy.')
  const late = { ...row, id: '018f0000-0000-7000-8000-000000000001', mailbox_id: first.id, source_key: 'smtp:late' }
  await db.insertInto('messages').values(late).execute()
  await eraseDisconnected(db, new Date(Date.now() + 26 * 3_600_000))
  expect(await tracesOf(first.id)).toEqual(nothing)
  expect(await db.selectFrom('mailbox_erasures').selectAll().execute()).toEqual([])
})

test('without its messages: they stay and can be read', async () => {
  const before = await readSum(anna)
  await anna.ask(mail.removeMailboxApi, 'DELETE', `/api/mailboxes/${second.id}`)
  expect((await anna.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')).items).toEqual([])
  expect(await tracesOf(second.id)).toMatchObject({ contents: 2, explanations: 2, waiting: 1, events: 0 })
  expect(await readSum(anna)).toEqual(before)
  await vi.waitFor(async () => expect(await subjects(anna)).toContain('The harbour 5'), patience)
})

test("what decides where a person's mail goes is in their log, as the server saw it", async () => {
  const rows = await db
    .selectFrom('activity_logs')
    .innerJoin('users', 'users.id', 'activity_logs.user_id')
    .select(['action', 'resource_id', 'source'])
    .where('users.email', '=', anna.email)
    .where('resource_type', 'in', ['mailbox', 'filter'])
    .orderBy('activity_logs.created_at')
    .execute()
  expect(rows.map(row => row.action)).toEqual([
    ...['filter.to_new_phone', 'filter.added', 'mailbox.added', 'mailbox.added', 'mailbox.changed', 'mailbox.removed', 'mailbox.removed'],
  ])
  expect(rows.filter(row => row.action === 'mailbox.removed').map(row => row.resource_id)).toEqual([first.id, second.id])
  expect(rows.every(row => row.source === 'server' && row.resource_id !== null)).toBe(true)
})
