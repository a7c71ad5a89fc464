// Tests which notifications a user gets from their rows, and which are new.
import { expect, test } from 'vitest'
import type { BillingFacts } from '../../../../core/notifications/needs.ts'
import { selfHosted } from '../../../../core/plans/plans.ts'
import { testDatabase } from '../../../../test/database.ts'
import { markSeenHandler } from '../../../account/notifications/handlers.ts'
import { readSeenNeeds } from '../../../account/notifications/store.ts'
import type { NewRow } from '../../../foundation/db/tables.ts'
import { newId } from '../../../foundation/seal.ts'
import { type NotificationListDeps, notificationsHandler } from './handlers.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T12:00:00Z')
let trouble: Awaited<ReturnType<NotificationListDeps['whatsappTrouble']>> = {
  ...{ since: null, endedAt: null, isEverybodys: false, destinationIds: [] },
}
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

function person({ sells = true } = {}) {
  const userId = crypto.randomUUID()
  const usage = { reserved: 1, delivered: 8 }
  let allowance: BillingFacts['allowance'] = { limits: selfHosted.limits, delivery: 'single', reason: null, until: null }
  let passed = 0
  const at = () => new Date(now.getTime() + passed * 60_000)
  const list = notificationsHandler({
    ...{ db, clock: { now: at }, usageOf: async () => usage, allowanceOf: async () => allowance, sells },
    whatsappTrouble: async () => trouble,
    seenNeeds: id => readSeenNeeds(db, id),
  })
  const see = markSeenHandler({ db })
  const ask = (more: object) => ({ userId, ...more }) as never
  const deliver = (
    destinationId: string,
    state: string,
    more: { reason?: string; fell_back_to?: 'destination' | 'mail'; at?: Date } = {},
  ) => {
    const { at = ago(10), reason = null, fell_back_to = null } = more
    const fixed = { usage_month: '2026-11', attempts: 1, message_id: newId(now), created_at: at, updated_at: at }
    const failed = state === 'failed' && { failed_at: at }
    return db
      .insertInto('deliveries')
      .values({ user_id: userId, id: newId(now), destination_id: destinationId, state, reason, fell_back_to, ...fixed, ...failed })
      .execute()
  }
  return {
    userId,
    allow: (deliveriesPerMonth: number, change: Partial<BillingFacts['allowance']> = {}) => {
      allowance = { ...allowance, limits: { ...selfHosted.limits, deliveriesPerMonth }, ...change }
    },
    deliver,
    read: (query: object = {}) => list(ask({ query: { limit: 50, ...query } })),
    pass: (minutes: number) => (passed += minutes),
    see: async () => see(ask({ body: { seen: (await list(ask({ query: { limit: 50 } }))).items } })),
    async mailbox(address: string, state: 'live' | 'waiting' | 'needs_you', down_since: Date | null) {
      const fixed = { settings: '{}', lease_token: 0, pulse: 0, created_at: ago(999) }
      await db
        .insertInto('mailboxes')
        .values({ user_id: userId, id: newId(now), kind: 'imap', address, state, down_since, ...fixed })
        .execute()
    },
    async phone(name: string, state: 'linked' | 'pending' | 'stopped' | 'unreachable', since: Date) {
      const id = newId(now)
      const dead = state === 'unreachable' && { unreachable_since: since }
      await db
        .insertInto('destinations')
        .values({ user_id: userId, id, name, state, created_at: since, ...dead })
        .execute()
      return id
    },
  }
}

test('a user without problems has no notifications', async () => {
  const anna = person()
  await anna.mailbox('anna@example.org', 'live', null)
  await anna.deliver(await anna.phone('Phone', 'linked', ago(60)), 'delivered')
  expect(await anna.read()).toEqual({ items: [], next: null, unseen: 0 })
})

test('problems are listed with name and time, only for their owner', async () => {
  const [anna, ben] = [person(), person()]
  await anna.mailbox('anna@example.org', 'needs_you', ago(5))
  const phone = await anna.phone('Phone', 'unreachable', ago(20))
  await anna.deliver(phone, 'failed', { at: ago(15) })
  await anna.deliver(phone, 'expired', { at: ago(3) })
  await anna.deliver(phone, 'failed', { fell_back_to: 'destination' })
  await anna.deliver(phone, 'failed', { at: ago(8 * 24 * 60) })
  await anna.deliver(phone, 'held', { reason: 'no_template', at: ago(40) })
  await anna.deliver(phone, 'held', { reason: 'window_closed' })
  const { items, unseen } = await anna.read()
  expect(items).toMatchObject([
    { kind: 'deliveries_failed', count: 2, at: ago(3).toISOString(), isNew: true },
    { kind: 'mailbox_needs_you', subject: { name: 'anna@example.org' }, at: ago(5).toISOString() },
    { kind: 'phone_unreachable', subject: { id: phone, name: 'Phone' } },
    { kind: 'template_paused', count: 1 },
  ])
  expect(unseen).toBe(4)
  expect(await ben.read()).toMatchObject({ items: [] })
})

test('the allowance is mentioned from 80 percent on, and that it is used up instead', async () => {
  const anna = person()
  anna.allow(10)
  const until = '2026-12-01T00:00:00.000Z'
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'allowance_nearly', count: 90, until }] })
  anna.allow(10, { delivery: 'digest', reason: 'allowance_used', until: new Date(until) })
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'allowance_used', until }] })
})

const subscribe = (userId: string, change: Partial<NewRow<'subscriptions'>>) =>
  db
    .insertInto('subscriptions')
    .values({
      ...{ owner_id: userId, id: newId(now), provider: 'stripe', subscription_ref: newId(now), plan_id: 'personal', plan_version: 1 },
      ...{ interval: 'month', currency: 'eur', amount: 590, state: 'active', raw_state: 'active', started_at: ago(999), updated_at: now },
      ...change,
    })
    .execute()

const invoice = (userId: string, change: Partial<NewRow<'invoices'>>) =>
  db
    .insertInto('invoices')
    .values({
      ...{ owner_id: userId, id: newId(now), provider: 'invoice', invoice_ref: newId(now), state: 'open', currency: 'eur', has_file: true },
      ...{ subtotal: 590, tax: 0, total: 590, paid: 90, refunded: 0, is_disputed: false, issued_at: ago(9), updated_at: now },
      ...change,
    })
    .execute()

test('a missing payment, an open invoice by hand and the end of a trial are listed with amount and day, to their owner alone', async () => {
  const [anna, ben, cleo] = [person(), person(), person()]
  await subscribe(anna.userId, { state: 'past_due', past_due_since: ago(30) })
  anna.allow(10, { delivery: 'digest', reason: 'payment_failed', until: ago(-60) })
  await invoice(ben.userId, { due_at: ago(-60) })
  await invoice(ben.userId, { provider: 'stripe' })
  await invoice(ben.userId, { state: 'paid' })
  await subscribe(ben.userId, { state: 'trialing', trial_ends_at: ago(-60) })
  await subscribe(cleo.userId, { state: 'trialing', trial_ends_at: ago(-60), cancels_at: ago(-60) })
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'payment_failed', at: ago(30).toISOString(), until: ago(-60).toISOString() }] })
  expect(await ben.read()).toMatchObject({
    items: [
      { kind: 'invoice_open', amount: { amount: 500, currency: 'eur' }, until: ago(-60).toISOString() },
      { kind: 'trial_ending', amount: { amount: 590, currency: 'eur' }, until: ago(-60).toISOString() },
    ],
  })
  expect(await cleo.read()).toMatchObject({ items: [] })
})

test('where nothing is sold, nothing is to be paid', async () => {
  const anna = person({ sells: false })
  await invoice(anna.userId, {})
  await subscribe(anna.userId, { state: 'trialing', trial_ends_at: ago(-60) })
  expect(await anna.read()).toMatchObject({ items: [] })
})

test('seen notifications stay in the list but are not new; later ones are', async () => {
  const anna = person()
  await anna.phone('First', 'unreachable', ago(60))
  await anna.see()
  expect(await anna.read()).toMatchObject({ items: [{ isNew: false }], unseen: 0 })
  const second = await anna.phone('Second', 'unreachable', ago(10))
  await anna.deliver(second, 'failed', { at: ago(5) })
  expect(await anna.read()).toMatchObject({ items: [{ isNew: true }, { isNew: true }, { isNew: false }], unseen: 2 })
  await anna.see()
  await anna.deliver(second, 'failed', { at: ago(2) })
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'deliveries_failed', isNew: true }, {}, {}], unseen: 1 })
})

test('a notification that appears late is new, even if a newer one was seen before', async () => {
  const anna = person()
  await anna.mailbox('anna@example.org', 'waiting', ago(20))
  await anna.phone('Pending', 'pending', ago(10))
  const phone = await anna.phone('Dead', 'unreachable', ago(0))
  await anna.see()
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'phone_unreachable' }], unseen: 0 })
  anna.pass(10)
  await anna.deliver(phone, 'held', { reason: 'no_template', at: ago(90) })
  anna.allow(10)
  const { items, unseen } = await anna.read()
  const kinds = ['phone_pending', 'mailbox_waiting', 'template_paused', 'allowance_nearly']
  expect(items.filter(({ isNew }) => isNew).map(({ kind }) => kind)).toEqual(kinds)
  expect(unseen).toBe(4)
  await anna.see()
  expect(await anna.read()).toMatchObject({ unseen: 0 })
  anna.allow(10, { reason: 'allowance_used' })
  expect((await anna.read()).items.filter(({ isNew }) => isNew)).toMatchObject([{ kind: 'allowance_used' }])
})

test('pages follow each other', async () => {
  const anna = person()
  for (const n of [1, 2, 3]) await anna.phone(`${n}`, 'unreachable', ago(n))
  const first = await anna.read({ limit: 2 })
  const second = await anna.read({ limit: 2, cursor: first.next })
  expect([...first.items, ...second.items].map(({ subject }) => subject?.name)).toEqual(['1', '2', '3'])
  expect(second.next).toBeNull()
})

test('trouble of WhatsApp is told once to everybody with a phone, and then that it is over', async () => {
  const [anna, ben] = [person(), person()]
  const phone = await anna.phone('Phone', 'linked', ago(600))
  const everybodys = { isEverybodys: true, destinationIds: [] }
  trouble = { ...everybodys, since: ago(20), endedAt: ago(900) }
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'whatsapp_trouble', at: ago(20).toISOString(), isNew: true }], unseen: 1 })
  expect(await ben.read()).toMatchObject({ items: [] })
  await anna.see()
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'whatsapp_trouble', isNew: false }], unseen: 0 })
  trouble = { ...everybodys, since: null, endedAt: ago(5) }
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'whatsapp_works', at: ago(5).toISOString() }], unseen: 1 })
  trouble = { ...everybodys, since: null, endedAt: ago(13 * 60) }
  expect(await anna.read()).toMatchObject({ items: [] })
  trouble = { isEverybodys: false, since: ago(20), endedAt: null, destinationIds: [newId(now)] }
  expect(await anna.read()).toMatchObject({ items: [] })
  trouble = { ...trouble, destinationIds: [phone] }
  expect(await anna.read()).toMatchObject({ items: [{ kind: 'whatsapp_trouble' }] })
  trouble = { ...everybodys, since: null, endedAt: null }
})
