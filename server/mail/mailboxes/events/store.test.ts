// Tests a mailbox's event log on PostgreSQL: saved, shown as sentences, cleaned up, and private to its user.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { loadWords } from '../../../foundation/words.ts'
import { addImapMailbox } from '../store.ts'
import { eventsHandler } from './handlers.ts'
import { sweepEvents } from './owners.ts'
import { listEvents, mostEvents, saveEvent } from './store.ts'
import { saveChangeEvents } from './user-events.ts'

const { db } = await testDatabase()
const say = loadWords().of('mail')
const now = new Date('2026-11-22T03:00:00Z')
const hourMs = 3_600_000
const ago = (ms: number) => new Date(now.getTime() - ms)

async function mailbox() {
  const userId = randomUUID()
  const settings = { host: 'imap.example.com', port: 993, security: 'tls' as const, username: 'anna' }
  const kept = await addImapMailbox(db, userId, { id: randomUUID(), address: 'anna@example.com', settings, secret: Buffer.from('x'), now })
  return { userId, mailboxId: kept.id, kept }
}

// A handler needs no more of a request than who asks for what.
const ask = (userId: string, id: string) =>
  eventsHandler({ db, say })({ userId, params: { id } } as Parameters<ReturnType<typeof eventsHandler>>[0])

test('events are described in sentences, the newest first', async () => {
  const { userId, mailboxId } = await mailbox()
  await saveEvent(db, userId, { mailboxId, kind: 'connected', detail: {}, now: ago(2 * hourMs) })
  await saveEvent(db, userId, { mailboxId, kind: 'lost', detail: { problem: 'port_closed' }, now: ago(hourMs) })
  await saveEvent(db, userId, { mailboxId, kind: 'taken_up', detail: { count: 2, folder: 'Bills {1}' }, now })
  const { items } = await ask(userId, mailboxId)
  expect(items.map(({ kind, text }) => [kind, text])).toEqual([
    ['taken_up', expect.stringContaining('We had missed 2 emails in Bills {1}')],
    ['lost', 'The connection was lost. imap.example.com isn’t responding on port 993. Check the port; most servers use 993.'],
    ['connected', expect.stringMatching(/^Connected/)],
  ])
})

test('a connection that fails repeatedly in the same way is logged once', async () => {
  const { userId, mailboxId } = await mailbox()
  const lost = (problem: string, atMs: number) => saveEvent(db, userId, { mailboxId, kind: 'lost', detail: { problem }, now: ago(atMs) })
  for (const [i, problem] of ['timeout', 'timeout', 'port_closed', 'timeout', 'timeout'].entries()) await lost(problem, (9 - i) * hourMs)
  await saveEvent(db, userId, { mailboxId, kind: 'connected', detail: {}, now: ago(2 * hourMs) })
  await lost('timeout', hourMs)
  const events = await listEvents(db, userId, mailboxId)
  expect(
    events.map(({ kind, detail, at }) => [kind, 'problem' in detail ? detail.problem : '', (now.getTime() - at.getTime()) / hourMs]),
  ).toEqual([
    ['lost', 'timeout', 1],
    ['connected', '', 2],
    ['lost', 'timeout', 6],
    ['lost', 'port_closed', 7],
    ['lost', 'timeout', 9],
  ])
})

test('nobody can read another user’s log', async () => {
  const [anna, ben] = [await mailbox(), await mailbox()]
  await saveEvent(db, anna.userId, { mailboxId: anna.mailboxId, kind: 'connected', detail: {}, now })
  await expect(ask(ben.userId, anna.mailboxId)).rejects.toMatchObject({ status: 404 })
  expect(await listEvents(db, ben.userId, anna.mailboxId)).toEqual([])
})

test('the newest 200 of each mailbox stay, and none older than 90 days', async () => {
  const [much, old] = [await mailbox(), await mailbox()]
  for (let i = 0; i < mostEvents + 5; i++)
    await saveEvent(db, much.userId, { mailboxId: much.mailboxId, kind: 'not_handed_over', detail: { count: i }, now: ago(i * 1000) })
  await saveEvent(db, old.userId, { mailboxId: old.mailboxId, kind: 'added', detail: {}, now: ago(91 * 24 * hourMs) })
  await saveEvent(db, old.userId, { mailboxId: old.mailboxId, kind: 'connected', detail: {}, now: ago(89 * 24 * hourMs) })
  expect(await sweepEvents(db, now)).toBe(6)
  const kept = await listEvents(db, much.userId, much.mailboxId)
  expect([kept.length, kept[0]?.detail, kept.at(-1)?.detail]).toEqual([mostEvents, { count: 0 }, { count: mostEvents - 1 }])
  expect((await listEvents(db, old.userId, old.mailboxId)).map(e => e.kind)).toEqual(['connected'])
})

test('a user’s changes are logged, and unchanged values are not', async () => {
  const { userId, kept } = await mailbox()
  await saveChangeEvents(db, userId, kept, { paused: false, backlog: 'forward', forwardsCopies: false }, now)
  expect(await listEvents(db, userId, kept.id)).toEqual([])
  await saveChangeEvents(
    db,
    userId,
    kept,
    { paused: true, password: 'secret', folders: ['INBOX', 'Bills'], backlog: 'note', forwardsCopies: true },
    now,
  )
  const { items } = await ask(userId, kept.id)
  expect(items.map(e => e.kind).toSorted()).toEqual(['backlog_chosen', 'copies_chosen', 'folders_changed', 'password_changed', 'paused'])
  expect(JSON.stringify(items)).not.toContain('secret')
  for (const { text } of items) expect(text).toMatch(/^[A-Z][^{}]*\.$/)
})
