// Tests what needs the user's attention: only what they can fix, newest first, and gone once fixed.
import { expect, test } from 'vitest'
import { selfHosted } from '../plans/plans.ts'
import { type BillingFacts, listNeeds, type NeedFacts, pageNeeds } from './needs.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const well: NeedFacts = {
  mailboxes: [],
  phones: [],
  withoutTemplate: null,
  whatsapp: { since: null, endedAt: null },
  failed: null,
  billing: {
    allowance: { limits: selfHosted.limits, delivery: 'single', reason: null, until: null },
    usage: { reserved: 0, delivered: 5 },
    ...{ pastDueSince: null, invoice: null, trial: null },
  },
}
const kindsOf = (facts: Partial<NeedFacts>) => listNeeds({ ...well, ...facts }, now).map(({ kind }) => kind)

test('nothing is needed while all is well', () => expect(kindsOf({})).toEqual([]))

test('an account whose sign-in was refused needs its person at once, a lost connection after half an hour', () => {
  const mailbox = { id: 'm', name: 'anna@example.org' }
  expect(kindsOf({ mailboxes: [{ ...mailbox, state: 'needs_you', since: ago(0) }] })).toEqual(['mailbox_needs_you'])
  expect(kindsOf({ mailboxes: [{ ...mailbox, state: 'waiting', since: ago(29) }] })).toEqual([])
  expect(kindsOf({ mailboxes: [{ ...mailbox, state: 'waiting', since: ago(30) }] })).toEqual(['mailbox_waiting'])
})

test('a phone that stopped or is dead needs its person, one that is being linked does not yet', () => {
  const phone = { id: 'p', name: 'Phone', since: ago(14) }
  expect(kindsOf({ phones: [{ ...phone, state: 'pending' }] })).toEqual([])
  expect(kindsOf({ phones: [{ ...phone, state: 'pending', since: ago(15) }] })).toEqual(['phone_pending'])
  expect(kindsOf({ phones: [{ ...phone, state: 'stopped' }] })).toEqual(['phone_stopped'])
  expect(kindsOf({ phones: [{ ...phone, state: 'unreachable' }] })).toEqual(['phone_unreachable'])
})

const limits = (deliveriesPerMonth: number | null) => ({ ...selfHosted.limits, deliveriesPerMonth })
const billed = (change: Partial<BillingFacts>, allowance: Partial<BillingFacts['allowance']> = {}) =>
  listNeeds({ ...well, billing: { ...well.billing, ...change, allowance: { ...well.billing.allowance, ...allowance } } }, now)
const nextMonth = new Date('2026-12-01T00:00:00Z')

test.each([
  [79, 100, []],
  [80, 100, ['allowance_nearly']],
  [1_000_000, null, []],
])('of an allowance, %d used of %s asks for %j', (delivered, limit, kinds) => {
  expect(billed({ usage: { reserved: 0, delivered } }, { limits: limits(limit) }).map(({ kind }) => kind)).toEqual(kinds)
})

test('what is left of the month counts emails on their way, and says until when', () => {
  const [need] = billed({ usage: { reserved: 5, delivered: 80 } }, { limits: limits(100) })
  expect(need).toMatchObject({ id: 'allowance_nearly:2026-11', count: 85, until: nextMonth })
})

test('a month that is used up says so in place of the share, and stays the same item until the next month', () => {
  const used = { limits: limits(100), delivery: 'digest', reason: 'allowance_used', until: nextMonth } as const
  const [need, ...others] = billed({ usage: { reserved: 0, delivered: 100 } }, used)
  expect(others).toEqual([])
  expect(need).toMatchObject({ id: 'allowance_used:2026-11', until: nextMonth, at: new Date('2026-11-01T00:00:00Z') })
})

test('a missing payment comes with the end of its grace period, and hides what it explains', () => {
  const invoice = { id: 'i', unpaid: { amount: 500, currency: 'eur' }, issuedAt: ago(900), dueAt: ago(-900) }
  const failed = { limits: limits(100), delivery: 'digest', reason: 'payment_failed', until: ago(-600) } as const
  const facts = { pastDueSince: ago(60), invoice, usage: { reserved: 0, delivered: 90 } }
  expect(billed(facts, failed)).toMatchObject([{ id: 'payment_failed', at: ago(60), until: ago(-600) }])
})

test('after the grace period the payment is still missing, also once the free plan is used up', () => {
  const missing = { limits: limits(10), reason: 'payment_missing' } as const
  expect(billed({ pastDueSince: ago(60) }, missing)).toMatchObject([{ id: 'payment_missing', at: ago(60), until: null }])
  const used = { limits: limits(10), reason: 'allowance_used', until: nextMonth } as const
  expect(billed({ pastDueSince: ago(60), usage: { reserved: 0, delivered: 10 } }, used).map(({ kind }) => kind)).toEqual([
    'payment_missing',
    'allowance_used',
  ])
})

test('an open invoice and a trial that ends within three days come with amount and day', () => {
  const invoice = { id: 'i', unpaid: { amount: 500, currency: 'eur' }, issuedAt: ago(9), dueAt: ago(-900) }
  expect(billed({ invoice })).toMatchObject([{ id: 'invoice_open:i', amount: invoice.unpaid, until: invoice.dueAt, at: ago(9) }])
  const price = { amount: 590, currency: 'eur' }
  const endsIn = (minutes: number) => billed({ trial: { endsAt: ago(-minutes), price } }).map(({ kind, amount }) => [kind, amount])
  expect(endsIn(3 * 24 * 60)).toEqual([['trial_ending', price]])
  expect([endsIn(3 * 24 * 60 + 1), endsIn(0), endsIn(-1)]).toEqual([[], [], []])
})

test('the newest stands first, and pages follow each other', () => {
  const phones = [1, 2, 3].map(n => ({ id: `${n}`, name: `Phone ${n}`, state: 'stopped' as const, since: ago(n) }))
  const needs = listNeeds({ ...well, phones, failed: { count: 2, at: ago(0) } }, now)
  const first = pageNeeds(needs, null, 2)
  expect(first.items.map(({ id }) => id)).toEqual(['deliveries_failed', 'phone_stopped:1'])
  const second = pageNeeds(needs, first.next, 2)
  expect(second).toMatchObject({ items: [{ id: 'phone_stopped:2' }, { id: 'phone_stopped:3' }], next: null })
  expect(pageNeeds(needs, 'phone_stopped:9', 2)).toEqual(first)
})
