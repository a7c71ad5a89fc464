// Tests alerts on PostgreSQL: an incident opens once, notifies the chosen staff once, and closes with a message.
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { openLog } from '../../../foundation/log.ts'
import { newId } from '../../../foundation/seal.ts'
import { loadWords } from '../../../foundation/words.ts'
import type { PartInput } from '../overview/parts.ts'
import { type AlertCheckDeps, checkAlerts } from './check.ts'

const { db } = await testDatabase()
const start = Date.parse('2026-11-26T12:00:00Z')
let minute = 0
const now = () => new Date(start + minute * 60_000)

const emails: { to: string; subject: string; text: string }[] = []
const texts: string[] = []
const parts = (change: Partial<PartInput> = {}, due: number | null = null): PartInput => ({
  facts: {
    ...{
      postgres: '18',
      answeredMs: 1,
      queue: [],
      mailboxesDown: [],
      unwatched: 0,
      failures: [],
      hosts: [],
      refusedTemplates: [],
      incidents: [],
    },
    ...{ systemEmails: { waiting: 0, late: 0 }, newUsers: { today: 0, week: 0 } },
    dueSince: due === null ? null : new Date(now().getTime() - due * 60_000),
  },
  ...{ schema: '100', hasRelay: true, isWhatsAppReachable: true, pauseReason: null, now: now(), ...change },
})

const depsOf = (readParts: () => PartInput): AlertCheckDeps => ({
  ...{ db, log: openLog('silent'), words: loadWords(), publicUrl: 'https://mail.example', machineNow: now, now },
  mailer: { enqueue: async (_, email) => void emails.push(email), wake: () => undefined },
  say: async (_, text) => void texts.push(text),
  readParts: async () => readParts(),
  readCertificates: async () => [],
})

const [ana, ben] = [newId(now()), newId(now())]
const phone = newId(now())

beforeEach(async () => {
  minute = 0
  emails.length = 0
  texts.length = 0
  for (const table of ['incidents', 'alert_states', 'alert_settings', 'user_roles', 'destinations', 'users'] as const)
    await db.deleteFrom(table).execute()
  const user = (id: string, email: string) => ({
    ...{ id, email, email_confirmed_at: now(), created_at: now(), updated_at: now() },
    ...{ user_metadata: '{}', app_metadata: '{}', is_anonymous: false },
  })
  await db
    .insertInto('users')
    .values([user(ana, 'ana@example.com'), user(ben, 'ben@example.com')])
    .execute()
  const role = { id: newId(now()), user_id: ana, role: 'admin', created_at: now() }
  await db.insertInto('user_roles').values(role).execute()
  const destination = {
    user_id: ana,
    id: phone,
    name: 'Mine',
    wa_id: '15550100777',
    state: 'linked' as const,
    last_inbound_at: now(),
    created_at: now(),
  }
  await db.insertInto('destinations').values(destination).execute()
  const settings = {
    rules: '[]',
    email_user_ids: [ana, ben],
    phones: JSON.stringify([{ userId: ana, destinationId: phone }]),
    checked_at: null,
  }
  await db.insertInto('alert_settings').values(settings).execute()
})

async function runMinutes(count: number, readParts: () => PartInput): Promise<void> {
  for (let n = 0; n < count; n++, minute++) await checkAlerts(depsOf(readParts))
}
const incidents = () => db.selectFrom('incidents').selectAll().orderBy('opened_at').execute()

test('an incident opens once, by email and WhatsApp to staff alone, and closes with a message', async () => {
  await runMinutes(8, () => parts({}, 20))
  expect(await incidents()).toMatchObject([
    { rule: 'queue_age', closed_at: null, threshold: 10 },
    { rule: 'part_failing', subject: 'delivery', closed_at: null },
  ])
  // Ben was chosen and has no role any more.
  expect(emails.map(({ to }) => to)).toEqual(['ana@example.com', 'ana@example.com'])
  expect(emails[0]).toMatchObject({ subject: 'Alert: Deliveries are late' })
  expect(emails[0]?.text).toContain('The oldest overdue delivery has been waiting 20 minutes; the limit is 10.')
  expect(texts).toHaveLength(2)
  // What to do and where, in the email and on the phone.
  for (const text of [emails[0]?.text, texts[0]])
    expect(text).toMatch(/Start another host with the delivery role.*\n*.*https:\/\/mail\.example\/admin\?list=deliveries&state=queued/s)
  emails.length = 0
  await runMinutes(8, () => parts({}, null))
  expect((await incidents()).every(({ closed_at }) => closed_at !== null)).toBe(true)
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual(['Resolved: A part is failing', 'Resolved: Deliveries are late'])
})

test('two hosts that check at the same time open one incident and send one email', async () => {
  for (; minute < 4; minute++) await Promise.all([checkAlerts(depsOf(() => parts({}, 20))), checkAlerts(depsOf(() => parts({}, 20)))])
  expect(await incidents()).toHaveLength(1)
  expect(emails).toHaveLength(1)
})

test('while WhatsApp itself fails, there is only the email', async () => {
  await runMinutes(8, () => parts({ isWhatsAppReachable: false }))
  expect(emails.map(({ subject }) => subject)).toEqual(['Alert: A part is failing'])
  expect(emails[0]?.text).toContain('WhatsApp has been failing for several minutes.')
  expect(texts).toEqual([])
})

test('a phone whose service window is closed gets nothing, and a rule that is turned off closes its incident', async () => {
  await db
    .updateTable('destinations')
    .set({ last_inbound_at: new Date(start - 25 * 3_600_000) })
    .execute()
  await runMinutes(4, () => parts({}, 20))
  expect(texts).toEqual([])
  const rules = ['queue_age', 'part_failing'].map(rule => ({ rule, isOn: false, threshold: 10, minutes: 2 }))
  await db
    .updateTable('alert_settings')
    .set({ rules: JSON.stringify(rules) })
    .execute()
  await runMinutes(1, () => parts({}, 20))
  expect((await incidents()).map(({ closed_at }) => closed_at)).toEqual([new Date(start + 4 * 60_000)])
})

test('a host that is removed is well: its incident closes', async () => {
  const host = (beat: number): PartInput['facts']['hosts'][number] => ({
    ...{ id: 'mail-2', isThis: false, roles: ['mail'], version: '1', isSilent: true, startedAt: now().toISOString() },
    beatAt: new Date(start - beat * 60_000).toISOString(),
    load: {
      loopDelayMs: 1,
      memoryBytes: 1,
      cpuPercent: 1,
      disk: { freeBytes: 5, totalBytes: 100 },
      connections: { max: 1, open: 1, idle: 1, waiting: 0 },
    },
  })
  await runMinutes(3, () => ({ ...parts(), facts: { ...parts().facts, hosts: [host(9)] } }))
  expect(await incidents()).toMatchObject([{ rule: 'host_silent', subject: 'mail-2' }])
  await runMinutes(1, () => parts())
  expect((await incidents())[0]?.closed_at).toEqual(new Date(start + 3 * 60_000))
})

test('while nobody was chosen, every administrator with a confirmed address is emailed, and nobody else', async () => {
  await db.updateTable('alert_settings').set({ email_user_ids: null }).execute()
  const cora = newId(now())
  const user = { id: cora, email: 'cora@example.com', email_confirmed_at: null, created_at: now(), updated_at: now() }
  await db
    .insertInto('users')
    .values({ ...user, user_metadata: '{}', app_metadata: '{}', is_anonymous: false })
    .execute()
  await db
    .insertInto('user_roles')
    .values([
      { id: newId(now()), user_id: ben, role: 'support', created_at: now() },
      { id: newId(now()), user_id: cora, role: 'admin', created_at: now() },
    ])
    .execute()
  await runMinutes(4, () => parts({}, 20))
  expect(emails.map(({ to }) => to)).toEqual(['ana@example.com'])
})

test('a template that WhatsApp refuses in several languages raises one alert, which leads to the templates', async () => {
  const refused = ['en', 'es'].map(language => ({
    ...{ id: phone, name: 'mailferry_one', language, state: 'paused' as const, hasReplacement: true },
  }))
  await runMinutes(3, () => ({ ...parts(), facts: { ...parts().facts, refusedTemplates: refused } }))
  expect(await incidents()).toMatchObject([{ rule: 'template_refused', subject: 'mailferry_one' }])
  expect(emails[0]?.text).toContain('https://mail.example/admin/templates')
})

test('many failed sign-ins raise an alert for their network, and those that browsers report count for nothing', async () => {
  const failure = (source: 'server' | 'browser', ip_address: string) => ({
    ...{ id: newId(now()), user_id: ben, action: 'failed_login_attempt', status: 'error' as const, source, ip_address },
    ...{ details: '{}', created_at: now() },
  })
  await db
    .insertInto('activity_logs')
    .values([
      ...Array.from({ length: 60 }, (_, n) => failure('server', `203.0.113.${n}`)),
      ...Array.from({ length: 200 }, () => failure('browser', '198.51.100.7')),
    ])
    .execute()
  await runMinutes(3, () => parts())
  expect(await incidents()).toMatchObject([{ rule: 'sign_in_network', subject: '203.0.113.0/24', value: 60, threshold: 50 }])
  expect(emails[0]?.text).toContain('https://mail.example/admin/security?tab=failures&by=network')

  const block = {
    id: newId(now()),
    network: '203.0.113.0/24',
    reason: 'Guesses passwords.',
    blocked_by: ben,
    created_at: now(),
    ends_at: null,
  }
  await db.insertInto('blocked_addresses').values(block).execute()
  await runMinutes(2, () => parts())
  expect((await incidents()).filter(({ closed_at }) => closed_at === null)).toEqual([])
})
