// Tests what needs the user's attention: only what they can fix, newest first, and gone once fixed.
import { expect, test } from 'vitest'
import { listNeeds, type NeedFacts, pageNeeds } from './needs.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const well: NeedFacts = {
  mailboxes: [],
  phones: [],
  withoutTemplate: null,
  failed: null,
  overAllowance: null,
  usage: { month: '2026-11', used: 5, allowance: null },
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

test.each([
  [79, 100, []],
  [80, 100, ['allowance_nearly']],
  [1_000_000, null, []],
])('of an allowance, %d used of %s asks for %j', (used, allowance, kinds) => {
  expect(kindsOf({ usage: { month: '2026-11', used, allowance } })).toEqual(kinds)
})

test('mail that waits for the next month says so in place of the share', () => {
  const overAllowance = { count: 3, at: ago(5) }
  expect(kindsOf({ overAllowance, usage: { month: '2026-11', used: 100, allowance: 100 } })).toEqual(['allowance_used'])
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
