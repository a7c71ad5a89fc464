// What goes together in a digest, and what becomes of its mails.
import { expect, test } from 'vitest'
import { type DigestCandidate, digestOf, follow, mayGoSingly } from './digests.ts'
import type { Outcome } from './outcome.ts'

const policy = { from: 3, most: 5 }
const line = (...mails: string[]): DigestCandidate[] =>
  mails.map(id => ({ id, folds: id.startsWith('digest'), isFresh: !id.startsWith('tried') }))

test.each<[string, DigestCandidate[], string[]]>([
  ['a short line goes singly', line('a', 'b', 'c'), []],
  ['a longer one goes together', line('a', 'b', 'c', 'd'), ['a', 'b', 'c', 'd']],
  ['as many as fit', line('a', 'b', 'c', 'd', 'e', 'f', 'g'), ['a', 'b', 'c', 'd', 'e']],
  ['those that asked for a digest go together', line('digest 1', 'a', 'digest 2'), ['digest 1', 'digest 2']],
  ['when it is their turn', line('a', 'digest 1', 'digest 2'), []],
  ['one alone goes as itself', line('digest 1', 'a'), []],
  ['one that was tried already goes by itself', line('tried', 'a', 'b', 'c', 'd'), []],
  ['and is not overtaken', line('a', 'b', 'tried', 'c', 'd'), ['a', 'b']],
])('%s', (_, mails, ids) => {
  expect(digestOf(mails, policy)).toEqual(ids)
})

test('a backlog never folds where nobody wants it to, but digests that were asked for do', () => {
  const never = { from: null, most: 5 }
  expect(digestOf(line('a', 'b', 'c', 'd', 'e', 'f'), never)).toEqual([])
  expect(digestOf(line('digest 1', 'digest 2'), never)).toEqual(['digest 1', 'digest 2'])
})

const sending = { state: 'sending', reason: null } as const
const queued = { state: 'queued', reason: null } as const

test.each([
  [
    'goes where its digest goes',
    sending,
    sending,
    { state: 'delivered', reason: null },
    false,
    { state: 'delivered', reason: null, leaves: false },
  ],
  ['waits with it', queued, { ...queued, state: 'held' }, sending, false, { ...sending, leaves: false }],
  [
    'fails with it',
    sending,
    sending,
    { state: 'failed', reason: 'undeliverable' },
    false,
    { state: 'failed', reason: 'undeliverable', leaves: false },
  ],
  [
    'goes by itself where the digest is at fault',
    sending,
    sending,
    { state: 'failed', reason: 'bad_request' },
    true,
    { state: 'queued', reason: 'unfolded', leaves: true },
  ],
  [
    'waits anew when the digest is unmade',
    queued,
    queued,
    { state: 'cancelled', reason: 'window_closed' },
    false,
    { ...queued, leaves: true },
  ],
  ['that was cancelled stays so', { state: 'cancelled', reason: 'mail_erased' }, sending, { state: 'sent', reason: null }, false, null],
  ['that could not go along goes by itself', queued, sending, { state: 'accepted', reason: null }, false, { ...queued, leaves: true }],
  ['that could not go along waits while the digest is tried', queued, sending, { state: 'unknown', reason: 'no_answer' }, false, null],
] as const)('a mail of a digest %s', (_, mail, before, after, singly, followed) => {
  expect(follow(mail, before, after, singly)).toEqual(followed)
})

const refused = (reason: string, stop: 'delivery' | 'destination' = 'delivery'): Outcome => ({ kind: 'failed', reason, stop })

test.each<[string, Outcome, Date | null, boolean]>([
  ['what is wrong with the digest', refused('bad_request'), null, true],
  ['tries that never succeed', { kind: 'retry', reason: 'temporary', afterMs: null, scope: 'delivery' }, null, true],
  ['a phone that cannot be reached', refused('undeliverable'), null, false],
  ['a phone that is stopped', refused('country_restricted', 'destination'), null, false],
  ['the pace of a phone', { kind: 'retry', reason: 'pair_rate', afterMs: null, scope: 'destination' }, null, false],
  ['a digest that may have arrived', refused('bad_request'), new Date(0), false],
])('after %s its mails go singly or not', (_, outcome, unknownSince, singly) => {
  expect(mayGoSingly(outcome, unknownSince)).toBe(singly)
})
