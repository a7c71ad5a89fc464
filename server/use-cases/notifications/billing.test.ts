// Tests notices about usage and payments on PostgreSQL: who gets which, in what words, and only once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type PlanTerms, selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { saveEmailPreference } from '../../account/email-preferences/store.ts'
import { openEmailPreferences } from '../../account/email-preferences/unsubscribe-links.ts'
import { openAllowance } from '../../billing/allowance.ts'
import type { NewRow, RowUpdate } from '../../foundation/db/tables.ts'
import { openLog } from '../../foundation/log.ts'
import { openMailer, type SystemEmail } from '../../foundation/mailer.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newKey } from '../../foundation/seal.ts'
import { type BillingNoticeDeps, notifyOwners } from './billing.ts'

const { db } = await testDatabase()
const master = newKey()
const publicUrl = 'https://mailferry.example'
const log = openLog('silent')
const start = new Date('2026-11-22T10:00:00Z')
const days = (n: number) => new Date(start.getTime() + n * 86_400_000)
const outside = openOutside({ allow: [], loopback: true })
let stored = 0
// Emails are listed by the time they were stored.
const mailer = openMailer({
  db,
  master,
  outside,
  now: () => new Date(start.getTime() + stored++),
  from: 'hello@example.com',
  relay: null,
  log,
})
const allowance = openAllowance({ sells: true, graceDays: 7 })

const plan = (id: string, name: string, deliveriesPerMonth: number | null): PlanTerms => ({
  ...{ id, names: { en: name, es: `${name} ES` }, prices: [], trialDays: 0 },
  limits: { ...selfHosted.limits, deliveriesPerMonth },
})
for (const terms of [plan('free', 'Free', 10), plan('personal', 'Personal', 200)])
  await db
    .insertInto('plans')
    .values({ id: terms.id, version: 1, terms: JSON.stringify(terms), is_sold: true, published_at: start })
    .execute()

/** A host at this hour, and what it said to phones. */
function host(now: Date, change: Partial<BillingNoticeDeps> = {}) {
  const said: string[] = []
  const deps: BillingNoticeDeps = {
    ...{ db, log, clock: { now: () => now }, publicUrl, mailer, notices: openEmailPreferences({ master, publicUrl }) },
    say: async ({ waId }, text) => void said.push(`${waId} ${text}`),
    billing: { graceDays: 7, instructions: 'IBAN DE00 1234', allowanceOf: allowance.allowanceOf },
    ...change,
  }
  return { said, notify: () => notifyOwners(deps) }
}

async function person(settings: Partial<NewRow<'settings'>> = {}) {
  const id = randomUUID()
  const email = `${id}@example.com`
  const json = { user_metadata: '{}', app_metadata: '{}', is_anonymous: false }
  await db
    .insertInto('users')
    .values({ id, email, ...json, created_at: start, updated_at: start })
    .execute()
  await db
    .insertInto('settings')
    .values({ user_id: id, language: 'en', time_zone: 'UTC', retention_days: 30, updated_at: start, ...settings })
    .execute()
  const subscriptionId = randomUUID()
  const emails = async (): Promise<SystemEmail[]> => (await mailer.listNewest(1000)).filter(one => one.to === email).toReversed()
  return {
    id,
    emails,
    subjects: async () => (await emails()).map(({ subject }) => subject),
    deliver: (count: number, now = start) => db.transaction().execute(tx => allowance.reserve(tx, id, now, count)),
    phone: (waId: string, lastInboundAt: Date) =>
      db
        .insertInto('destinations')
        .values({
          user_id: id,
          id: randomUUID(),
          name: waId,
          wa_id: waId,
          state: 'linked',
          last_inbound_at: lastInboundAt,
          created_at: start,
        })
        .execute(),
    subscribe: (change: Partial<NewRow<'subscriptions'>> = {}) =>
      db
        .insertInto('subscriptions')
        .values({
          ...{ owner_id: id, id: subscriptionId, provider: 'stripe', subscription_ref: `sub_${id}`, plan_id: 'personal', plan_version: 1 },
          ...{
            interval: 'month',
            currency: 'eur',
            amount: 590,
            state: 'active',
            raw_state: 'active',
            started_at: days(-40),
            updated_at: start,
          },
          ...change,
        })
        .execute(),
    report: (change: RowUpdate<'subscriptions'>) => db.updateTable('subscriptions').set(change).where('owner_id', '=', id).execute(),
    invoice: (change: Partial<NewRow<'invoices'>> = {}) =>
      db
        .insertInto('invoices')
        .values({
          ...{ owner_id: id, id: randomUUID(), provider: 'stripe', invoice_ref: `in_${randomUUID()}`, subscription_ref: `sub_${id}` },
          ...{
            number: 'MF-7',
            state: 'open',
            currency: 'eur',
            subtotal: 590,
            tax: 0,
            total: 590,
            paid: 0,
            refunded: 0,
            is_disputed: false,
          },
          ...{ issued_at: days(-1), has_file: true, updated_at: start, ...change },
        })
        .execute(),
  }
}

const pastDue = { state: 'past_due', raw_state: 'past_due', past_due_since: days(-1) } as const

test.each<[number[], string[]]>([
  [[7], []],
  [[8], ['You’ve used 80% of this month’s deliveries']],
  [[9], ['You’ve used 90% of this month’s deliveries']],
  [[10], ['You’ve used all of this month’s deliveries']],
  [[11], ['You’ve used all of this month’s deliveries']],
  [[8, 1], ['You’ve used 80% of this month’s deliveries']],
  [
    [8, 1, 1, 5],
    ['You’ve used 80% of this month’s deliveries', 'You’ve used all of this month’s deliveries'],
  ],
])('of ten deliveries, %j one after another send %j', async (counts, subjects) => {
  const anna = await person()
  for (const count of counts) {
    await anna.deliver(count)
    await host(start).notify()
    await host(start).notify()
  }
  expect(await anna.subjects()).toEqual(subjects)
})

test('the warning says what happens next and until when in the time of its reader, and can be turned off', async () => {
  const anna = await person({ time_zone: 'America/New_York' })
  await anna.phone('15550100001', start)
  await anna.deliver(10)
  const { said, notify } = host(start)
  await notify()
  const [email] = await anna.emails()
  expect(email?.text).toContain('You’ve used all 10 deliveries. From now on, we’ll send your emails in a daily digest.')
  expect(email?.text).toContain('November 30, 2026 at 7:00 PM')
  expect(email?.text).toContain(`Get more deliveries:\n${publicUrl}/subscription`)
  expect(email?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(said).toEqual([expect.stringMatching(/^15550100001 ⚠️ You’ve used all 10 of this month’s deliveries\./)])
})

test('a new month warns again, and no warning comes late for the old one', async () => {
  const anna = await person()
  await anna.deliver(10)
  await host(start).notify()
  await anna.deliver(8, days(10))
  await host(days(10)).notify()
  expect(await anna.subjects()).toHaveLength(2)
  const ben = await person()
  await ben.deliver(10)
  await host(days(10)).notify()
  expect(await ben.subjects()).toEqual([])
})

test('who turned usage warnings off gets none, and is not asked again', async () => {
  const anna = await person()
  await anna.phone('15550100001', start)
  await saveEmailPreference(db, anna.id, 'usage', false, start)
  await anna.deliver(10)
  const { said, notify } = host(start)
  await notify()
  expect([said, await anna.subjects()]).toEqual([[], []])
  await saveEmailPreference(db, anna.id, 'usage', true, start)
  await notify()
  expect(await anna.subjects()).toEqual([])
})

test('who upgraded before the warning left needs none, and is warned of the larger plan', async () => {
  const anna = await person()
  await anna.deliver(10)
  await anna.subscribe()
  await host(start).notify()
  expect(await anna.subjects()).toEqual([])
  await anna.deliver(150)
  await host(start).notify()
  expect(await anna.subjects()).toEqual(['You’ve used 80% of this month’s deliveries'])
})

test('a missing payment is reported once by email and phone, in spite of every switch, whatever repeats', async () => {
  const anna = await person()
  await anna.phone('15550100001', start)
  for (const kind of ['usage', 'mailbox_down', 'new_device']) await saveEmailPreference(db, anna.id, kind, false, start)
  await anna.subscribe(pastDue)
  await anna.invoice({ total: 1180 })
  const { said, notify } = host(start)
  await notify()
  await anna.report({ ...pastDue, updated_at: days(1) })
  await notify()
  await host(days(1)).notify()
  const [email, ...others] = await anna.emails()
  expect(others).toEqual([])
  expect(email?.subject).toBe('Your payment didn’t go through')
  expect(email?.text).toContain('We couldn’t collect €11.80 for your Personal plan.')
  expect(email?.text).toContain('your emails wait for the daily digest')
  expect(email?.text).toContain('If it doesn’t arrive by November 28, 2026, your account moves to the limits of the free plan.')
  expect(email?.text).toContain(`Update your payment details:\n${publicUrl}/subscription`)
  expect(email?.headers).toEqual({})
  expect(said).toEqual([
    '15550100001 ⚠️ Your payment of €11.80 didn’t go through. Until it’s paid, your emails wait for the daily digest. After November 28, 2026, your account moves to the limits of the free plan. Nothing gets lost.\nPay now: https://mailferry.example/subscription',
  ])
})

test('the payment that arrives is confirmed once, and the next missing one is reported again', async () => {
  const anna = await person()
  await anna.subscribe(pastDue)
  await host(start).notify()
  await anna.report({ state: 'active', past_due_since: null })
  await host(days(1)).notify()
  await host(days(2)).notify()
  await anna.report({ state: 'past_due', past_due_since: days(30) })
  await host(days(31)).notify()
  expect(await anna.subjects()).toEqual(['Your payment didn’t go through', 'Payment received', 'Your payment didn’t go through'])
})

test('a payment that arrives before anybody was notified needs no words', async () => {
  const anna = await person()
  await anna.subscribe(pastDue)
  await anna.report({ state: 'active', past_due_since: null })
  await host(start).notify()
  expect(await anna.subjects()).toEqual([])
})

test('at the end of grace the free plan is announced once, at once where the provider gave up, and alone where both are due', async () => {
  const [anna, ben, cleo] = [await person(), await person(), await person()]
  await anna.subscribe(pastDue)
  await ben.subscribe(pastDue)
  await host(start).notify()
  await ben.report({ state: 'suspended' })
  await cleo.subscribe({ ...pastDue, past_due_since: days(-8) })
  await host(days(1)).notify()
  expect([await anna.subjects(), await ben.subjects(), await cleo.subjects()]).toEqual([
    ['Your payment didn’t go through'],
    ['Your payment didn’t go through', 'You’re on the free plan now'],
    ['You’re on the free plan now'],
  ])
  for (const at of [6, 7]) await host(days(at)).notify()
  expect(await anna.subjects()).toEqual(['Your payment didn’t go through', 'You’re on the free plan now'])
  await anna.report({ state: 'active', past_due_since: null })
  await host(days(8)).notify()
  expect((await anna.subjects()).at(-1)).toBe('Payment received')
})

test('a trial is announced to end three days before, once, with its price and what happens without a card', async () => {
  const anna = await person()
  await anna.subscribe({ state: 'trialing', trial_ends_at: days(5), interval: 'year', amount: 5900 })
  await host(days(1.9)).notify()
  expect(await anna.subjects()).toEqual([])
  await host(days(2)).notify()
  await host(days(3)).notify()
  const [email, ...others] = await anna.emails()
  expect(others).toEqual([])
  expect(email?.subject).toBe('Your free trial ends on November 27, 2026')
  expect(email?.text).toContain('Your Personal plan then costs €59.00 a year.')
  expect(email?.text).toContain('Without a card, you’ll move to the free plan.')
})

test('a cancellation is confirmed, again if it was taken back meanwhile, and so is the end', async () => {
  const anna = await person()
  await anna.subscribe({ cancels_at: days(8) })
  await anna.invoice({ state: 'paid', paid: 590 })
  for (let n = 0; n < 2; n++) await host(start).notify()
  expect(await anna.subjects()).toEqual(['Your Personal plan ends on November 30, 2026'])
  await anna.report({ cancels_at: null })
  await host(days(1)).notify()
  await anna.report({ cancels_at: days(8) })
  await host(days(2)).notify()
  await anna.report({ state: 'ended', ended_at: days(8) })
  for (let n = 0; n < 2; n++) await host(days(8)).notify()
  const cancelled = 'Your Personal plan ends on November 30, 2026'
  expect(await anna.subjects()).toEqual([cancelled, cancelled, 'Your Personal plan has ended'])
})

test.each<[string, Partial<NewRow<'subscriptions'>>]>([
  ['a first payment that was given up', { state: 'ended', ended_at: start }],
  ['a subscription that ended long ago', { state: 'ended', ended_at: days(-8), trial_ends_at: days(-30) }],
  [
    'a trial that somebody cancelled and was told so',
    { state: 'trialing', trial_ends_at: days(1), cancels_at: days(1), cancel_notified_for: days(1) },
  ],
  ['a trial that is over', { state: 'trialing', trial_ends_at: days(-1) }],
  ['a first payment under way', { state: 'pending', cancels_at: days(1) }],
  ['a pause', { state: 'paused' }],
  ['a state that we do not know', { state: 'unknown' }],
  ['a subscription that is paid', {}],
])('%s needs no email', async (_what, change) => {
  const anna = await person()
  await anna.subscribe(change)
  await host(start).notify()
  expect(await anna.subjects()).toEqual([])
})

test('an invoice by hand is sent once with amount, due date and how to pay; those of Stripe, and paid ones, are not', async () => {
  const anna = await person()
  await anna.invoice({ provider: 'invoice', due_at: days(14), total: 1200, paid: 200 })
  await anna.invoice({ provider: 'invoice', state: 'paid', due_at: days(14) })
  await anna.invoice()
  for (let n = 0; n < 2; n++) await host(start).notify()
  const [email, ...others] = await anna.emails()
  expect(others).toEqual([])
  expect(email?.subject).toBe('Invoice MF-7: €10.00, due December 6, 2026')
  expect(email?.text).toContain('How to pay: IBAN DE00 1234')
  expect(email?.text).toContain(`See the invoice:\n${publicUrl}/subscription`)
})

test.each([
  ['es', 'No se pudo cobrar tu pago', 'Personal ES', '5,90'],
  ['ar', 'تعذّر إتمام دفعتك', 'Personal', '5'],
])('in %s the email is in the language of its reader', async (language, subject, name, amount) => {
  const anna = await person({ language })
  await anna.subscribe(pastDue)
  await host(start).notify()
  const [email] = await anna.emails()
  expect(email?.subject).toBe(subject)
  expect(email?.html).toContain(`lang="${language}"`)
  for (const text of [name, amount, '/subscription']) expect(email?.text).toContain(text)
})

async function owners(count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => person()))
  for (const one of people) {
    await one.deliver(10)
    await one.subscribe({ ...pastDue, plan_id: 'free' })
    await one.phone('15550100001', start)
  }
  return people
}

test('hosts that notify at the same time notify each owner once', async () => {
  const people = await owners(12)
  const hosts = Array.from({ length: 4 }, () => host(start))
  await Promise.all(hosts.map(({ notify }) => notify()))
  for (const one of people) expect(await one.subjects()).toHaveLength(2)
  expect(hosts.flatMap(({ said }) => said)).toHaveLength(24)
})

test('a host that dies before its commit leaves everything to the next one, and a silent phone repeats nothing', async () => {
  const [anna] = await owners(1)
  const dying = host(start, { mailer: { enqueue: () => Promise.reject(new Error('Connection terminated')), wake: () => undefined } })
  await expect(dying.notify()).rejects.toThrow('Connection terminated')
  expect(dying.said).toEqual([])
  await host(start, { say: () => Promise.reject(new Error('the line is dead')) }).notify()
  const { said, notify } = host(start)
  await notify()
  expect([said, (await anna?.subjects())?.length]).toEqual([[], 2])
})

test('planted bug: marks that do not last are seen as repeated emails', async () => {
  const [anna] = await owners(1)
  await sql`create function forget_marks() returns trigger language plpgsql as $$ begin
    if tg_table_name = 'usage' then new.notified_percent := 0; new.reached_percent := greatest(old.reached_percent, new.reached_percent);
    else new.payment_notified_for := null; end if; return new; end $$`.execute(db)
  for (const table of ['usage', 'subscriptions'])
    await sql`create trigger planted before update on ${sql.table(table)} for each row execute function forget_marks()`.execute(db)
  for (let n = 0; n < 2; n++) await host(start).notify()
  for (const table of ['usage', 'subscriptions']) await sql`drop trigger planted on ${sql.table(table)}`.execute(db)
  expect(await anna?.subjects()).toHaveLength(4)
})
