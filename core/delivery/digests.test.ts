// Tests which emails are combined in a digest and what becomes of them.
import { expect, test } from 'vitest'
import { canSendIndividually, type DigestCandidate, pickDigest, updateBundled } from './digests.ts'
import type { Outcome } from './outcome.ts'

const policy = { backlogLimit: 3, maxEmails: 5 }
const queue = (...emails: string[]): DigestCandidate[] =>
  emails.map(id => ({ id, forDigest: id.startsWith('digest'), isFresh: !id.startsWith('tried') }))

test.each<[string, DigestCandidate[], string[]]>([
  ['a short queue is sent one by one', queue('a', 'b', 'c'), []],
  ['a longer one is combined', queue('a', 'b', 'c', 'd'), ['a', 'b', 'c', 'd']],
  ['as many as fit', queue('a', 'b', 'c', 'd', 'e', 'f', 'g'), ['a', 'b', 'c', 'd', 'e']],
  ['emails scheduled for a digest are combined', queue('digest 1', 'a', 'digest 2'), ['digest 1', 'digest 2']],
  ['but not before the emails ahead of them', queue('a', 'digest 1', 'digest 2'), []],
  ['a single email is sent as itself', queue('digest 1', 'a'), []],
  ['an email that was tried already is sent individually', queue('tried', 'a', 'b', 'c', 'd'), []],
  ['and later emails do not overtake it', queue('a', 'b', 'tried', 'c', 'd'), ['a', 'b']],
])('%s', (_, emails, ids) => {
  expect(pickDigest(emails, policy)).toEqual(ids)
})

test('a backlog is never combined without a limit, but scheduled digests are', () => {
  const never = { backlogLimit: null, maxEmails: 5 }
  expect(pickDigest(queue('a', 'b', 'c', 'd', 'e', 'f'), never)).toEqual([])
  expect(pickDigest(queue('digest 1', 'digest 2'), never)).toEqual(['digest 1', 'digest 2'])
})

const sending = { state: 'sending', reason: null } as const
const queued = { state: 'queued', reason: null } as const

test.each([
  [
    'shares the state of its digest',
    sending,
    sending,
    { state: 'delivered', reason: null },
    false,
    { state: 'delivered', reason: null, leavesDigest: false },
  ],
  ['waits with it', queued, { ...queued, state: 'held' }, sending, false, { ...sending, leavesDigest: false }],
  [
    'fails with it',
    sending,
    sending,
    { state: 'failed', reason: 'undeliverable' },
    false,
    { state: 'failed', reason: 'undeliverable', leavesDigest: false },
  ],
  [
    'is sent individually if the digest is at fault',
    sending,
    sending,
    { state: 'failed', reason: 'bad_request' },
    true,
    { state: 'queued', reason: 'unfolded', leavesDigest: true },
  ],
  [
    'waits again when the digest is dissolved',
    queued,
    queued,
    { state: 'cancelled', reason: 'window_closed' },
    false,
    { ...queued, leavesDigest: true },
  ],
  [
    'that was cancelled stays cancelled',
    { state: 'cancelled', reason: 'mail_erased' },
    sending,
    { state: 'sent', reason: null },
    false,
    null,
  ],
  [
    'that was left out is sent individually',
    queued,
    sending,
    { state: 'accepted', reason: null },
    false,
    { ...queued, leavesDigest: true },
  ],
  ['that was left out waits while the digest is retried', queued, sending, { state: 'unknown', reason: 'no_answer' }, false, null],
] as const)('an email of a digest %s', (_, mail, before, after, singly, followed) => {
  expect(updateBundled(mail, before, after, singly)).toEqual(followed)
})

const refused = (reason: string, stop: 'delivery' | 'destination' = 'delivery'): Outcome => ({ kind: 'failed', reason, stop })

test.each<[string, Outcome, Date | null, boolean]>([
  ['an error in the digest', refused('bad_request'), null, true],
  ['attempts that never succeed', { kind: 'retry', reason: 'temporary', afterMs: null, scope: 'delivery' }, null, true],
  ['an unreachable phone', refused('undeliverable'), null, false],
  ['a stopped phone', refused('country_restricted', 'destination'), null, false],
  ['a rate limit of the phone', { kind: 'retry', reason: 'pair_rate', afterMs: null, scope: 'destination' }, null, false],
  ['a digest that may have arrived', refused('bad_request'), new Date(0), false],
])('after %s its emails go singly or not', (_, outcome, unknownSince, singly) => {
  expect(canSendIndividually(outcome, unknownSince)).toBe(singly)
})
