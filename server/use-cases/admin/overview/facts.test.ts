// Tests the overview's figures and lists on PostgreSQL.
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import type { AuthenticatedRequest } from '../../../foundation/http/route.ts'
import { newId } from '../../../foundation/seal.ts'
import { countEndings, countFailures, countQueue } from './counts.ts'
import { readOverviewFacts } from './facts.ts'
import { countMailboxesByHost } from './hosts.ts'
import { overviewListHandlers } from './lists.ts'
import { countMailboxesDown, countUnwatched } from './mailboxes.ts'
import { openMinuteCounter } from './minutes.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-26T12:00:30Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const user_id = newId(now)
const lists = overviewListHandlers({ db, explain: reason => (reason === 'number_wrong' ? 'There is no such number.' : null) })

const mailbox = (state: 'live' | 'waiting' | 'needs_you', change: object = {}) => ({
  ...{
    user_id,
    id: newId(now),
    kind: 'imap' as const,
    address: 'ana@secret.example',
    settings: '{}',
    state,
    created_at: ago(9),
    lease_token: '0',
  },
  ...change,
})
const delivery = (state: 'held' | 'queued' | 'failed' | 'expired' | 'delivered', change: object = {}) => ({
  ...{
    user_id,
    id: newId(now),
    message_id: newId(now),
    destination_id: newId(now),
    state,
    created_at: ago(30),
    updated_at: ago(1),
    attempts: 1,
  },
  ...change,
})

beforeAll(async () => {
  await db
    .insertInto('mailboxes')
    .values([
      mailbox('live', { lease_host: 'mail-1' }),
      mailbox('live', { lease_host: 'mail-gone' }),
      mailbox('waiting', { reason: 'server_busy', down_since: ago(20) }),
      mailbox('needs_you', { reason: 'wrong_password', down_since: ago(60) }),
      mailbox('needs_you', { reason: 'wrong_password', down_since: ago(50) }),
    ])
    .execute()
  await db
    .insertInto('mailbox_hosts')
    .values({ host: 'mail-1', until: new Date(now.getTime() + 60_000) })
    .execute()
  await db
    .insertInto('deliveries')
    .values([
      delivery('held'),
      delivery('queued'),
      delivery('queued', { created_at: ago(40) }),
      delivery('failed', { reason: 'number_wrong', failed_at: ago(3) }),
      delivery('failed', { reason: 'number_wrong', failed_at: ago(2) }),
      delivery('expired', { reason: 'too_old', failed_at: ago(30) }),
      delivery('failed', { reason: 'too_old', failed_at: ago(60 * 25) }),
      ...[2, 2, 5].map(minutes => delivery('delivered', { delivered_at: ago(minutes) })),
    ])
    .execute()
})

test('the queue is counted by state, failures of a day by reason, and endings of some minutes', async () => {
  expect((await countQueue(db)).toSorted((a, b) => a.count - b.count)).toEqual([
    { state: 'held', count: 1 },
    { state: 'queued', count: 2 },
  ])
  expect(await countFailures(db, now)).toEqual([
    { reason: 'number_wrong', count: 2 },
    { reason: 'too_old', count: 1 },
  ])
  expect(await countEndings(db, now, 15)).toEqual({ failed: 2, arrived: 3 })
})

test('mailboxes down are counted by reason, and those whose host is gone or that have none are unwatched', async () => {
  expect(await countMailboxesDown(db)).toEqual([
    { state: 'needs_you', reason: 'wrong_password', count: 2 },
    { state: 'waiting', reason: 'server_busy', count: 1 },
  ])
  // The one that waits has no host either; those that need their owner need none.
  expect(await countUnwatched(db, now)).toBe(2)
})

test('minutes are counted once they are over; a delivery that is counted late still counts', async () => {
  const count = openMinuteCounter(db)
  const first = await count(now)
  expect(first.delivered).toHaveLength(60)
  expect([first.delivered.at(-3), first.delivered.at(-6)]).toEqual([2, 1])
  await db
    .insertInto('deliveries')
    .values(delivery('delivered', { delivered_at: ago(1) }))
    .execute()
  const second = await count(new Date(now.getTime() + 60_000))
  expect([second.delivered.at(-3), second.delivered.at(-4), second.delivered.at(-7)]).toEqual([1, 2, 1])
})

test('lanes, outbox and hosts: what is late is found, and a silent host stays listed', async () => {
  const load = { loopDelayMs: 1, memoryBytes: 1, cpuPercent: 1, disk: null, connections: { max: 1, open: 1, idle: 1, waiting: 0 } }
  const row = (id: string, beat_at: Date) => ({
    id,
    roles: ['mail'],
    version: '0.1.0',
    started_at: ago(99),
    beat_at,
    load: JSON.stringify(load),
  })
  await db
    .insertInto('hosts')
    .values([row('a', now), row('b', ago(2)), row('mail-1', now)])
    .execute()
  await db
    .insertInto('lanes')
    .values({ user_id, destination_id: user_id, tokens: 1, refilled_at: now, next_at: ago(4) })
    .execute()
  await db
    .insertInto('outbox')
    .values({ id: user_id, sealed_email: Buffer.from(''), due_at: now, created_at: ago(20) })
    .execute()
  const facts = await readOverviewFacts(db, 'b', { now, machineNow: now })
  expect(facts).toMatchObject({ dueSince: ago(4), systemEmails: { waiting: 1, late: 1 }, incidents: [], refusedTemplates: [] })
  expect(facts.hosts.map(({ id, isThis, isSilent }) => ({ id, isThis, isSilent }))).toEqual([
    { id: 'b', isThis: true, isSilent: true },
    { id: 'a', isThis: false, isSilent: false },
    { id: 'mail-1', isThis: false, isSilent: false },
  ])
  expect(await countMailboxesByHost(db)).toEqual(
    new Map([
      ['mail-1', 1],
      ['mail-gone', 1],
    ]),
  )
})

/** The request of a member of staff; the lists look at its query alone. */
const asking = <Q>(query: Q) => ({ query }) as unknown as AuthenticatedRequest<never> & { query: Q }

test('the list of mailboxes down pages by time, filters by reason, and shows domains, never addresses', async () => {
  const first = await lists.mailboxes(asking({ limit: 2 }))
  expect(first.items.map(({ label, domain }) => `${label} ${domain}`)).toEqual([
    'wrong password secret.example',
    'wrong password secret.example',
  ])
  const second = await lists.mailboxes(asking({ limit: 2, cursor: first.next ?? undefined }))
  expect(second).toMatchObject({ items: [{ state: 'waiting', reason: 'server_busy' }], next: null })
  expect((await lists.mailboxes(asking({ limit: 50, reason: 'server_busy' }))).items).toHaveLength(1)
  expect(JSON.stringify([first, second])).not.toContain('ana@')
})

test('the list of deliveries shows failed and expired ones, the newest first, or those that wait, the oldest first', async () => {
  const failed = await lists.deliveries(asking({ state: 'failed' as const, limit: 2 }))
  expect(failed.items.map(({ label }) => label)).toEqual(['There is no such number.', 'There is no such number.'])
  const rest = await lists.deliveries(asking({ state: 'failed' as const, limit: 2, cursor: failed.next ?? undefined }))
  expect(rest.items.map(({ state, label }) => `${state} ${label}`)).toEqual(['expired too old', 'failed too old'])
  const queued = await lists.deliveries(asking({ state: 'queued' as const, limit: 1 }))
  expect(new Date(queued.items[0]?.since ?? 0)).toEqual(ago(40))
  const csv = await lists.deliveriesCsv(asking({ state: 'failed' as const, reason: 'number_wrong' }))
  expect(await Array.fromAsync(csv.rows)).toHaveLength(2)
})
