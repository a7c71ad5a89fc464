// What is done about a mail that its phone has not got.
import { expect, test } from 'vitest'
import { replanOf, type Undelivered } from './replan.ts'

const now = new Date('2026-11-22T12:00:00Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const fallback = { kind: 'mail' } as const
const of = (change: Partial<Undelivered>): Undelivered => ({
  ...{ state: 'failed', reason: 'undeliverable', attempts: 1, changedAt: before(10), fallback: null },
  ...change,
})

test.each([
  ['failed for good, without another way', of({}), { do: 'nothing' }],
  ['failed for good', of({ fallback }), { do: 'elsewhere', fallback }],
  ['taken, and no sign of the phone', of({ state: 'sent', reason: null }), { do: 'late' }],
  [
    'taken, no sign of the phone, and there is another way',
    of({ state: 'accepted', reason: null, fallback }),
    { do: 'elsewhere', fallback },
  ],
  ['held for a phone that is dead', of({ state: 'held', reason: 'destination_unreachable', fallback }), { do: 'elsewhere', fallback }],
  ['announced, and no sign of the phone', of({ state: 'held', reason: 'announced' }), { do: 'late' }],
  ['the window had closed', of({ reason: 'window_closed', fallback }), { do: 'again' }],
  ['trouble that passes', of({ reason: 'late:131000', fallback }), { do: 'again' }],
  ['trouble that passes, a moment ago', of({ reason: 'late:131000', changedAt: before(0.5), fallback }), { do: 'nothing' }],
  ['trouble that passes, for the third time', of({ reason: 'late:131000', attempts: 3, changedAt: before(2) }), { do: 'nothing' }],
  ['trouble that does not pass', of({ reason: 'late:131000', attempts: 5, fallback }), { do: 'elsewhere', fallback }],
] as const)('%s', (_what, delivery, replan) => {
  expect(replanOf(delivery, now)).toEqual(replan)
})
