// Tests notifications on PostgreSQL: who gets them, when, and only once.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PushNotice } from '../../core/api/push.ts'
import { testDatabase } from '../../test/database.ts'
import { saveEmailPreference } from '../account/email-preferences/store.ts'
import { openEmailPreferences } from '../account/email-preferences/unsubscribe-links.ts'
import type { NewRow, RowUpdate } from '../foundation/db/tables.ts'
import { openLog } from '../foundation/log.ts'
import { openMailer, type SystemEmail } from '../foundation/mailer.ts'
import { openOutside } from '../foundation/outside.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { listEvents } from '../mail/mailboxes/events/store.ts'
import { addImapMailbox } from '../mail/mailboxes/store.ts'
import type { WhatsAppUser } from '../whatsapp/send.ts'
import { type NotificationDeps, notifyUsers } from './notifications.ts'

const { db } = await testDatabase()
const master = newKey()
const publicUrl = 'https://mailferry.example'
const log = openLog('silent')
const start = new Date('2026-11-22T10:00:00Z')
const minutes = (n: number) => new Date(start.getTime() + n * 60_000)
const outside = openOutside({ allow: [], loopback: true })
const mailer = openMailer({ db, master, outside, now: () => start, from: 'hello@example.com', relay: null, log })

interface Said {
  to: WhatsAppUser
  text: string
}

/** A host that tells at this hour, and what its phones heard. */
function host(now: Date, change: Partial<NotificationDeps> = {}) {
  const said: Said[] = []
  const pushed: (PushNotice & { userId: string })[] = []
  const at = { now: () => now }
  const say: NotificationDeps['say'] = async (to, text) => void said.push({ to, text })
  const notices = openEmailPreferences({ master, publicUrl })
  const push: NotificationDeps['push'] = async (userId, notice) => void pushed.push({ userId, ...notice })
  return {
    said,
    pushed,
    tell: () =>
      notifyUsers({
        db,
        log,
        machine: at,
        clock: at,
        publicUrl,
        mailer,
        notices,
        numberId: () => 'number',
        say,
        push,
        billing: null,
        ...change,
      }),
  }
}

async function person() {
  const id = randomUUID()
  const email = `${id}@example.com`
  const json = { user_metadata: '{}', app_metadata: '{}', is_anonymous: false }
  await db
    .insertInto('users')
    .values({ id, email, ...json, created_at: start, updated_at: start })
    .execute()
  return { id, email, letters: async (): Promise<SystemEmail[]> => (await mailer.listNewest(500)).filter(letter => letter.to === email) }
}

const settings = { host: 'imap.example.com', port: 993, security: 'tls' as const, username: 'anna' }
async function mailbox(userId: string, change: RowUpdate<'mailboxes'>) {
  const id = newId(start)
  await addImapMailbox(db, userId, { id, address: `work-${id}@example.com`, settings, secret: Buffer.alloc(0), now: start })
  await set(id, change)
  return id
}
const set = (id: string, change: RowUpdate<'mailboxes'>) => db.updateTable('mailboxes').set(change).where('id', '=', id).execute()

const phone = (userId: string, waId: string, heardAt: Date | null, change: Partial<NewRow<'destinations'>> = {}) =>
  db
    .insertInto('destinations')
    .values({
      user_id: userId,
      id: randomUUID(),
      name: waId,
      wa_id: waId,
      state: 'linked',
      last_inbound_at: heardAt,
      created_at: start,
      ...change,
    })
    .execute()

const needsYou = { state: 'needs_you', reason: 'wrong_password', down_since: start } as const
const waiting = { state: 'waiting', reason: 'port_closed', down_since: start } as const

test('a mailbox that needs its owner is reported at once, with what to do and where', async () => {
  const anna = await person()
  const id = await mailbox(anna.id, needsYou)
  await host(minutes(0)).tell()
  const [letter, ...others] = await anna.letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe(`Action needed: we can’t read work-${id}@example.com`)
  expect(letter?.text).toContain('imap.example.com didn’t accept the username or password. Check both and try again.')
  expect(letter?.text).toContain(`Fix this account:\n${publicUrl}/email-accounts/${id}`)
  expect(letter?.text).toContain('November 22, 2026 at 10:00')
  expect(letter?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect((await listEvents(db, anna.id, id)).map(e => e.kind)).toEqual(['told'])
})

test('a mailbox that only waits is reported after half an hour, and others never', async () => {
  const anna = await person()
  await mailbox(anna.id, waiting)
  await mailbox(anna.id, { state: 'live' })
  await mailbox(anna.id, { state: 'paused', down_since: start })
  await host(minutes(29)).tell()
  expect(await anna.letters()).toEqual([])
  await host(minutes(30)).tell()
  const [letter, ...others] = await anna.letters()
  expect([letter?.subject, others]).toEqual([expect.stringMatching(/^We can’t reach /), []])
  await host(minutes(600)).tell()
  expect(await anna.letters()).toHaveLength(1)
})

test('when all mailboxes are silent it is our own network, and nobody is notified until one responds', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, person))
  for (const { id } of people) await mailbox(id, waiting)
  const needy = await person()
  await mailbox(needy.id, needsYou)
  await host(minutes(60)).tell()
  expect((await Promise.all(people.map(one => one.letters()))).flat()).toEqual([])
  expect(await needy.letters()).toHaveLength(1)
  const heard = await mailbox((await person()).id, { state: 'live', last_alive_at: minutes(60) })
  await host(minutes(61)).tell()
  for (const one of people) expect(await one.letters()).toHaveLength(1)
  await set(heard, { last_alive_at: null })
  await db.updateTable('mailboxes').set({ state: 'paused' }).where('state', '=', 'waiting').execute()
})

test('an outage is reported once even if its reason changes, and the next one again', async () => {
  const anna = await person()
  const id = await mailbox(anna.id, waiting)
  await host(minutes(31)).tell()
  await set(id, needsYou)
  await host(minutes(32)).tell()
  expect(await anna.letters()).toHaveLength(1)
  await set(id, { state: 'live', down_since: null, down_notified_at: null })
  await set(id, { ...needsYou, down_since: minutes(60) })
  await host(minutes(60)).tell()
  expect(await anna.letters()).toHaveLength(2)
})

test('concurrent hosts notify once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, person))
  for (const { id } of people) {
    await mailbox(id, needsYou)
    await mailbox(id, { backlog: 'note', backlog_arrived: 3, backlog_matched: 1, backlog_at: start })
    await phone(id, '15550100001', minutes(-60))
  }
  const hosts = Array.from({ length: 4 }, () => host(minutes(5)))
  await Promise.all(hosts.map(({ tell }) => tell()))
  for (const one of people) expect(await one.letters()).toHaveLength(2)
  expect(hosts.flatMap(({ said }) => said)).toHaveLength(12)
})

test('only the phone that wrote last is notified, while its window is open', async () => {
  const [open, shut] = [await person(), await person()]
  const id = await mailbox(open.id, needsYou)
  await phone(open.id, '15550100001', minutes(-120))
  await phone(open.id, '15550100002', minutes(-60))
  await phone(open.id, '15550100003', minutes(-1), { state: 'stopped' })
  await phone(open.id, '15550100004', null)
  await mailbox(shut.id, needsYou)
  await phone(shut.id, '15550100005', minutes(-24 * 60))
  const { said, tell } = host(minutes(0))
  await tell()
  expect(said).toEqual([
    { to: { waId: '15550100002', waUserId: null }, text: expect.stringContaining(`${publicUrl}/email-accounts/${id}`) },
  ])
  expect(said[0]?.text).toContain('didn’t accept the username or password')
  for (const one of [open, shut]) expect(await one.letters()).toHaveLength(1)
})

test('browsers get the same notification with a link; users who opted out get none', async () => {
  const [anna, ben] = [await person(), await person()]
  const id = await mailbox(anna.id, needsYou)
  await mailbox(ben.id, needsYou)
  await saveEmailPreference(db, ben.id, 'mailbox_down', false, start)
  const { pushed, tell } = host(minutes(0))
  await tell()
  const why = 'imap.example.com didn’t accept the username or password. Check both and try again.'
  expect(pushed).toEqual([
    { userId: anna.id, title: `Action needed: we can’t read work-${id}@example.com`, text: why, path: `/email-accounts/${id}` },
  ])
})

test('a host that dies after the mark, or an unreachable phone, causes no repeat', async () => {
  const anna = await person()
  await mailbox(anna.id, needsYou)
  await phone(anna.id, '15550100001', minutes(-60))
  await host(minutes(1), { say: () => Promise.reject(new Error('the line is dead')) }).tell()
  const { said, tell } = host(minutes(2))
  await tell()
  expect([said, (await anna.letters()).length]).toEqual([[], 1])
})

test('a host that dies before the mark leaves everything to notify', async () => {
  const anna = await person()
  await mailbox(anna.id, needsYou)
  await phone(anna.id, '15550100001', minutes(-60))
  const dying = host(minutes(1), { mailer: { enqueue: () => Promise.reject(new Error('Connection terminated')), wake: () => undefined } })
  await dying.tell()
  const { said, tell } = host(minutes(2))
  await tell()
  expect([dying.said.length, said.length, (await anna.letters()).length]).toEqual([0, 1, 1])
})

test('moving the clock closes windows but makes no outage longer', async () => {
  const anna = await person()
  const id = await mailbox(anna.id, waiting)
  await phone(anna.id, '15550100001', minutes(-60))
  const moved = { clock: { now: () => minutes(48 * 60) } }
  await host(minutes(20), moved).tell()
  expect(await anna.letters()).toEqual([])
  const { said, tell } = host(minutes(31), moved)
  await tell()
  expect([said, (await anna.letters()).length, (await listEvents(db, anna.id, id))[0]?.at]).toEqual([[], 1, minutes(31)])
})

test('mailboxes that go down together are reported in one email', async () => {
  const anna = await person()
  const ids = [await mailbox(anna.id, needsYou), await mailbox(anna.id, needsYou)]
  await host(minutes(0)).tell()
  const [letter, ...others] = await anna.letters()
  expect([letter?.subject, others]).toEqual(['We can’t read 2 of your email accounts', []])
  for (const id of ids) expect(letter?.text).toContain(`work-${id}@example.com: imap.example.com didn’t accept`)
  expect(letter?.text).toContain(`${publicUrl}/email-accounts\n`)
})

test('users who opted out are not notified at all', async () => {
  const anna = await person()
  await mailbox(anna.id, { ...needsYou, backlog: 'note', backlog_arrived: 1, backlog_at: start })
  await phone(anna.id, '15550100001', minutes(-60))
  for (const kind of ['mailbox_down', 'mailbox_backlog']) await saveEmailPreference(db, anna.id, kind, false, start)
  const { said, tell } = host(minutes(5))
  await tell()
  expect([said, await anna.letters()]).toEqual([[], []])
})

test('users who chose so are told how much of a backlog arrived and matched, once it is complete', async () => {
  const anna = await person()
  const id = await mailbox(anna.id, { state: 'live', backlog: 'note', backlog_arrived: 12, backlog_matched: 3, backlog_at: start })
  await host(new Date(start.getTime() + 59_000)).tell()
  expect(await anna.letters()).toEqual([])
  await host(minutes(1)).tell()
  await host(minutes(2)).tell()
  const [letter, ...others] = await anna.letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe(`12 emails arrived while work-${id}@example.com was offline`)
  expect(letter?.text).toContain(
    'In the meantime, 12 emails arrived; 3 of them matched your filters. As you chose, we didn’t forward anything.',
  )
  expect(await listEvents(db, anna.id, id)).toMatchObject([{ kind: 'backlog', detail: { count: 12, matched: 3, choice: 'note' } }])
})

test('users who have their backlog forwarded find it only in the log', async () => {
  const anna = await person()
  const id = await mailbox(anna.id, { state: 'live', backlog_arrived: 12, backlog_matched: 3, backlog_at: start })
  await host(minutes(1)).tell()
  expect(await anna.letters()).toEqual([])
  expect(await listEvents(db, anna.id, id)).toMatchObject([{ kind: 'backlog' }])
})

const dead = { state: 'unreachable', unreachable_since: start, name: 'Work phone' } as const

test('the owner of an unreachable phone learns once what is wrong, how to fix it, and what happens to the emails', async () => {
  const anna = await person()
  await phone(anna.id, '15550100001', null, dead)
  await Promise.all([host(minutes(1)).tell(), host(minutes(1)).tell()])
  await host(minutes(600)).tell()
  const [letter, ...others] = await anna.letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('We can’t reach Work phone')
  expect(letter?.text).toContain('November 22, 2026 at 10:00')
  expect(letter?.text).toContain('unblock our chat in WhatsApp on that phone or update WhatsApp, then send us any message')
  expect(letter?.text).toContain('wait for up to 72 hours')
  expect(letter?.text).toContain(`${publicUrl}/whatsapp-connect`)
  expect(letter?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
})

test.each([
  ['destination', '{"kind": "destination", "id": "0199c3a0-0000-7000-8000-000000000001"}', 'go to the other phone'],
  ['mail', '{"kind": "mail"}', 'we’ll email you'],
])('the email about an unreachable phone names its fallback: %s', async (_kind, fallback, words) => {
  const anna = await person()
  await phone(anna.id, '15550100001', null, { ...dead, fallback })
  await host(minutes(1)).tell()
  const [letter] = await anna.letters()
  expect(letter?.text).toContain(words)
  expect(letter?.text).not.toContain('72 hours')
})

test('when WhatsApp blocks the entire number, the email says only that', async () => {
  const anna = await person()
  await phone(anna.id, '15550100001', null, dead)
  const { id } = await db.selectFrom('destinations').select('id').where('user_id', '=', anna.id).executeTakeFirstOrThrow()
  const failed = { state: 'failed', reason: 'country_restricted', attempts: 1, created_at: start, updated_at: start }
  await db
    .insertInto('deliveries')
    .values({ user_id: anna.id, id: randomUUID(), message_id: randomUUID(), destination_id: id, ...failed })
    .execute()
  await host(minutes(1)).tell()
  const [letter] = await anna.letters()
  expect(letter?.text).toContain('Link a phone from another country.')
  expect(letter?.text).not.toContain('unblock')
})

test('a phone that fails again is reported again, but not within a day', async () => {
  const anna = await person()
  await phone(anna.id, '15550100001', null, dead)
  await host(minutes(1)).tell()
  const dies = (at: Date) => db.updateTable('destinations').set({ unreachable_since: at }).where('user_id', '=', anna.id).execute()
  await dies(minutes(60))
  await host(minutes(61)).tell()
  expect(await anna.letters()).toHaveLength(1)
  await host(minutes(25 * 60)).tell()
  expect(await anna.letters()).toHaveLength(2)
})

test('users who opted out are not told about phones, and working phones need no email', async () => {
  const [anna, ben] = [await person(), await person()]
  await phone(anna.id, '15550100001', null, dead)
  await phone(ben.id, '15550100002', start)
  await saveEmailPreference(db, anna.id, 'phone_down', false, start)
  await host(minutes(1)).tell()
  expect([await anna.letters(), await ben.letters()]).toEqual([[], []])
})

test('one whose notification always fails holds up nobody else, and is set aside', async () => {
  const [anna, ben] = [await person(), await person()]
  const annas = await mailbox(anna.id, needsYou)
  await mailbox(ben.id, needsYou)
  const notices = openEmailPreferences({ master, publicUrl })
  const isWanted: typeof notices.isWanted = (tx, userId, kind) =>
    userId === anna.id ? Promise.reject(new TypeError('planted')) : notices.isWanted(tx, userId, kind)
  await host(minutes(0), { notices: { ...notices, isWanted } }).tell()
  expect([(await anna.letters()).length, (await ben.letters()).length]).toEqual([0, 1])
  const aside = await db.selectFrom('set_aside').select(['kind', 'id', 'error']).execute()
  expect(aside).toEqual([{ kind: 'notification', id: `mailbox_down ${annas}`, error: 'TypeError' }])
})

async function waitingEmail(userId: string, destinationId: string, reason: string | null) {
  const at = { created_at: start, updated_at: start }
  const own = { user_id: userId, destination_id: destinationId }
  await db
    .insertInto('deliveries')
    .values({ ...own, id: newId(start), message_id: newId(start), state: 'queued', reason, attempts: 1, ...at })
    .execute()
  await db
    .insertInto('lanes')
    .values({ ...own, tokens: 1, refilled_at: start, next_at: start })
    .execute()
}

test('after an hour of trouble of WhatsApp, each person with an email that waits gets one email about it', async () => {
  const [anna, ben] = [await person(), await person()]
  for (const n of [1, 2]) await waitingEmail(anna.id, newId(minutes(n)), 'temporary')
  await waitingEmail(ben.id, newId(start), null)
  const number = { number_id: 'number', updated_at: start, trouble_since: minutes(0) }
  await db.insertInto('messenger_numbers').values(number).execute()
  await host(minutes(59)).tell()
  expect(await anna.letters()).toEqual([])
  await Promise.all([host(minutes(60)).tell(), host(minutes(60)).tell()])
  await host(minutes(200)).tell()
  expect((await anna.letters()).map(letter => letter.subject)).toEqual(['WhatsApp is having trouble: your emails are on hold'])
  expect(await ben.letters()).toEqual([])
  await db
    .updateTable('messenger_numbers')
    .set({ trouble_since: minutes(300) })
    .execute()
  await host(minutes(360)).tell()
  expect(await anna.letters()).toHaveLength(2)
})
