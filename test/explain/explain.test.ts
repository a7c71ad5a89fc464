// Runs the product for one user with a long history, and refuses every statement that reads more than a small part of that history.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import * as mail from '../../core/api/mail.ts'
import { startImap } from '../../sandbox/imap/server.ts'
import { openUserKeys } from '../../server/foundation/db/keys.ts'
import { openMasterKey } from '../../server/foundation/seal.ts'
import { testDatabase } from '../database.ts'
import { addFilter, linkPhone, type Person, patience, phoneWrites, runProduct, sendMail, signUp, untilMessageState } from '../running.ts'
import { collectPlans, type LargeRead, largeReads } from './plans.ts'
import { fillHistory, growingTables, heavyMessages } from './rows.ts'

const { url, db } = await testDatabase()
const admin = new pg.Client({ connectionString: url })
await admin.connect()
const plans = await collectPlans(admin, new URL(url).pathname.slice(1))
// One connection for each kind of work, so that each statement is repeated on the same one.
const masterKeyFile = join(mkdtempSync(join(tmpdir(), 'mailferry-explain-')), 'key')
const product = await runProduct(url, { DATABASE_CONNECTIONS: '4', MASTER_KEY_FILE: masterKeyFile, REQUESTS_A_MINUTE: '10000' })

const imap = await startImap()

afterAll(async () => {
  await Promise.all([admin.end(), imap.stop()])
  rmSync(dirname(masterKeyFile), { recursive: true })
})

const phone = '15550104201'
/** From the sixth execution on, PostgreSQL may plan for all values at once. */
const repeats = 7
const most = heavyMessages / 10

let anna: Person
let userId: string
let address: string
let mailboxId: string
let destinationId: string

beforeAll(async () => {
  anna = await signUp(product, 'anna')
  const mailbox = await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  ;[mailboxId, address] = [mailbox.id, mailbox.address]
  destinationId = (await linkPhone(product, anna, phone)).id
  const filter = await addFilter(anna, 'harbour')
  const settings = { host: '127.0.0.1', port: imap.port, security: 'none', username: 'anna', password: 'secret' }
  await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'imap', address: 'anna@example.org', ...settings })
  const { user_id, mailbox_id, uid_validity } = await untilWatched()
  userId = user_id
  const heavy = { userId, mailboxId, imapMailboxId: mailbox_id, uidValidity: Number(uid_validity), destinationId, filterId: filter.id }
  const contentKey = await openUserKeys(openMasterKey(masterKeyFile), () => new Date()).contentKeyOf(db, heavy.userId)
  await fillHistory(url, heavy, contentKey)
  plans.length = 0
}, 120_000)

const untilWatched = () =>
  vi.waitFor(async () => {
    const { rows } = await admin.query<{ user_id: string; mailbox_id: string; uid_validity: string }>(
      'select user_id, mailbox_id, uid_validity from folder_syncs where uid_validity is not null',
    )
    if (!rows[0]) throw new Error('The mailbox was not read.')
    return rows[0]
  }, patience)

test('emails arrive, leave and are confirmed without reading history', async () => {
  for (let i = 0; i < repeats; i++) {
    await sendMail(product, address, { subject: `The harbour ${i}` })
    await sendMail(product, address, { subject: `Elsewhere ${i}` })
    imap.add('anna', `From: Bob <bob@example.com>\r\nMessage-ID: <${i}@example.com>\r\nSubject: Another harbour ${i}\r\n\r\nHello.\r\n`)
    for (const subject of [`The harbour ${i}`, `Another harbour ${i}`]) await untilMessageState(anna, subject, 'forwarded')
    // The next is received on a connection that compares the folder with ours.
    if (i % 3 === 2) imap.dropAll()
  }
  expect(offenders()).toEqual([])
}, 180_000)

test('what a phone writes is answered without reading history', async () => {
  const { messages } = OnPhone.parse((await product.sandbox.sim(`messages?to=${phone}`)).body)
  // About the email that came last, and about our answer to the link code, which is no email.
  for (const { wamid } of [messages.at(-1), messages[0]].filter(one => one !== undefined))
    for (const text of ['Thanks!', 'mute']) await product.sandbox.sim(`phones/${phone}/messages`, { text, replyTo: wamid })
  for (const text of ['HELP', 'pause', 'resume', 'STOP', 'START']) await phoneWrites(product, phone, text)
  await vi.waitFor(async () => {
    const { rows } = await admin.query('select from inbound_messages where answered_at is null')
    if (rows.length > 0) throw new Error('The phone waits for answers.')
  }, patience)
  expect(offenders()).toEqual([])
}, 180_000)

const OnPhone = z.object({ messages: z.array(z.object({ wamid: z.string() })) })
const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('lists, sums and searches of a heavy user read as little the last time as the first', async () => {
  const line = await untilMessageState(anna, 'The harbour 1', 'forwarded')
  const states = ['all', 'matched', 'under_way', 'held', 'failed', 'forwarded', 'not_matched', 'suppressed']
  const slices = [
    '',
    `&mailboxId=${mailboxId}`,
    `&destinationId=${destinationId}`,
    `&since=${since(7)}`,
    `&since=${since(90)}&until=${since(60)}`,
    '&q=harbour',
  ]
  const paths = [
    ...states.flatMap(state => slices.map(slice => `/api/messages?state=${state}${slice}`)),
    ...[1, 7, 30].flatMap(days => [`/api/ledger?days=${days}`, `/api/ledger?days=${days}&mailboxId=${mailboxId}`]),
    ...['', '/explanations', '/explanations?as=now', '/commands', '/replies', '/whole', '/links'].map(
      part => `/api/messages/${line.id}${part}`,
    ),
    ...[
      'mailboxes',
      `mailboxes/${mailboxId}`,
      `mailboxes/${mailboxId}/events`,
      'filters',
      'filters/lint',
      'destinations',
      'notifications',
    ].map(at => `/api/${at}`),
    ...['settings', 'onboarding', 'sessions', 'keys', 'exports', 'subscription', 'pause', 'rotas'].map(at => `/api/${at}`),
  ]
  for (const path of paths) {
    for (let i = 0; i < repeats; i++) {
      const { status, text } = await anna.try('GET', path)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    }
  }
  expect(offenders()).toEqual([])
}, 180_000)

test('every scheduled job reads what is due, not what there is', async () => {
  const { rows } = await admin.query<{ name: string }>('select name from pgboss.schedule')
  for (const { name } of rows) await admin.query(`insert into pgboss.job (name) values ($1)`, [name])
  await vi.waitFor(
    async () => {
      const { rows: open } = await admin.query(`select name, state, output from pgboss.job where state <> 'completed'`)
      if (open.length > 0) throw new Error(`Jobs are still running: ${JSON.stringify(open)}`)
    },
    { ...patience, timeout: 40_000 },
  )
  const { rows: left } = await admin.query('select from messages where erased_at is null and erase_at <= now()')
  expect(left).toHaveLength(0)
  expect(offenders()).toEqual([])
}, 180_000)

test('a statement that reads history is caught, by the index that it lacks or the plan that it shares', async () => {
  const generic = new pg.Client({ connectionString: url })
  await generic.connect()
  // The kind as a parameter: no index of one kind can be used for it.
  await generic.query(
    `select (select min(d.state) from deliveries d where d.user_id = m.user_id and d.message_id = m.id and d.kind = $2)
    from messages m where m.user_id = $1 order by dated_at desc limit 5`,
    [userId, 'mail'],
  )
  // The date of erasure computed for each message.
  await generic.query(
    `select id from messages m where erased_at is null and arrived_at < now() - coalesce(
      (select s.retention_days from settings s where s.user_id = m.user_id), 30) * interval '24 hours' order by arrived_at limit 500`,
  )
  await generic.query(`select n from attempts where wamid = $1`, ['wamid'])
  await generic.end()
  expect(offenders().map(read => read.node)).toEqual([
    'Index Scan on deliveries deliveries_pkey',
    'Index Scan on messages messages_by_age',
    'Seq Scan on attempts',
  ])
})

/** They read everything on purpose. */
const wholeReads = [
  // The nightly verification compares the entire log with its chain.
  'from activity_logs log left join log_chain',
  'left join activity_logs log on log.id = c.log_id',
]
/** What the collected plans read too much, the worst of each statement; forgets the plans, so that each test answers for its own. */
function offenders(): LargeRead[] {
  const seen = new Map<string, LargeRead>()
  for (const read of plans
    .splice(0)
    .flatMap(plan => largeReads(plan, growingTables, most))
    .filter(read => !wholeReads.some(text => read.statement.includes(text))))
    if ((seen.get(read.statement + read.node)?.rows ?? 0) < read.rows) seen.set(read.statement + read.node, read)
  return [...seen.values()].toSorted((a, b) => b.rows - a.rows)
}
