// Tests what happens to an email that has not reached its phone.
import { expect, test } from 'vitest'
import { decideReplan, type Undelivered } from './replan.ts'

const now = new Date('2026-11-22T12:00:00Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const fallback = { kind: 'mail' } as const
const of = (change: Partial<Undelivered>): Undelivered => ({
  ...{ state: 'failed', reason: 'undeliverable', attempts: 1, changedAt: before(10), fallback: null },
  ...change,
})

test.each([
  ['failed for good, without a fallback', of({}), { action: 'none' }],
  ['failed for good', of({ fallback }), { action: 'use_fallback', fallback }],
  ['accepted, and no sign of the phone', of({ state: 'sent', reason: null }), { action: 'mark_late' }],
  [
    'accepted, no sign of the phone, and there is a fallback',
    of({ state: 'accepted', reason: null, fallback }),
    { action: 'use_fallback', fallback },
  ],
  [
    'held for an unreachable phone',
    of({ state: 'held', reason: 'destination_unreachable', fallback }),
    { action: 'use_fallback', fallback },
  ],
  ['announced, and no sign of the phone', of({ state: 'held', reason: 'announced' }), { action: 'mark_late' }],
  ['the window had closed', of({ reason: 'window_closed', fallback }), { action: 'retry' }],
  ['a transient failure', of({ reason: 'late:131000', fallback }), { action: 'retry' }],
  ['a transient failure a moment ago', of({ reason: 'late:131000', changedAt: before(0.5), fallback }), { action: 'none' }],
  ['a transient failure for the third time', of({ reason: 'late:131000', attempts: 3, changedAt: before(2) }), { action: 'none' }],
  ['a transient failure that persists', of({ reason: 'late:131000', attempts: 5, fallback }), { action: 'use_fallback', fallback }],
  [
    'a transient failure that persists, without a fallback',
    of({ reason: 'late:131000', attempts: 47, changedAt: before(15) }),
    { action: 'retry' },
  ],
  ['a transient failure of ten hours', of({ reason: 'late:131000', attempts: 48, changedAt: before(60) }), { action: 'none' }],
] as const)('%s', (_what, delivery, replan) => {
  expect(decideReplan(delivery, now)).toEqual(replan)
})
