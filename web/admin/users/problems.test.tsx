// Tests that a user's problems are found, what stops everything first.
import { expect, test } from 'vitest'
import type { AdminDelivery, AdminUser } from '../../../core/api/admin/users.ts'
import { findUserProblems } from './problems.ts'

const at = '2026-11-20T12:00:00Z'
const well: AdminUser = {
  ...{ id: '1', email: 'anna@example.com', isEmailConfirmed: true, name: 'Anna', phone: null, isPhoneConfirmed: false },
  ...{ state: 'active', suspendedUntil: null, isForGood: false, roles: [], providers: [], language: 'en', createdAt: at },
  ...{ invitedAt: null, lastSignInAt: at, phones: [], deliveries: [], subscription: null, sessions: [], factors: [], exports: [], log: [] },
  ...{ mailboxes: [], filters: [] },
}
const mailbox = (id: string, state: AdminUser['mailboxes'][number]['state'], isSuspended = false): AdminUser['mailboxes'][number] => ({
  ...{ id, kind: 'imap', domain: 'example.org', state, isSuspended, problem: `Problem ${id}.`, downSince: at },
  ...{ lastAliveAt: null, lastEmailAt: null },
})
const delivery = (state: AdminDelivery['state'], reasonText: string | null): AdminDelivery => ({
  ...{ id: state, kind: 'mail', destinationId: '1', filterId: null, state, reason: null, reasonText, attempts: 0, sizeBytes: null },
  ...{ createdAt: at, deliveredAt: null, failedAt: null },
})
const kindsOf = (change: Partial<AdminUser>) => findUserProblems({ ...well, ...change }).map(({ kind }) => kind)

test('an account that is well has no problems', () => {
  expect(kindsOf({ mailboxes: [mailbox('1', 'live')], deliveries: [delivery('delivered', null), delivery('queued', null)] })).toEqual([])
})

test('each kind of problem is found, what stops everything first', () => {
  const subscription = { id: '1', plan: 'small', interval: 'month', periodEnd: null, trialEndsAt: null, cancelsAt: null } as const
  const problems = findUserProblems({
    ...well,
    ...{ state: 'suspended', isForGood: true, suspendedUntil: '9999-12-31T00:00:00Z' },
    subscription: { ...subscription, state: 'past_due' },
    mailboxes: [mailbox('1', 'needs_you'), mailbox('2', 'waiting'), mailbox('3', 'paused'), mailbox('4', 'waiting', true)],
    phones: [
      { id: '1', number: '…77', state: 'unreachable', pausedUntil: null, lastInboundAt: null },
      { id: '2', number: '…78', state: 'linked', pausedUntil: null, lastInboundAt: null },
    ],
    deliveries: [...['A', 'B', 'B'].map(why => delivery('held', why)), delivery('expired', 'Too old.')],
  })
  expect(problems).toMatchObject([
    { kind: 'suspended', until: null },
    { kind: 'payment', state: 'past_due' },
    { kind: 'mailbox', id: '1', needsUser: true, why: 'Problem 1.' },
    { kind: 'mailbox', id: '2', needsUser: false },
    { kind: 'phone', state: 'unreachable' },
    { kind: 'failed', count: 1, why: 'Too old.' },
    { kind: 'held', count: 3, why: 'B' },
  ])
})
