// Tests the effects of an attempt on its number and the allowance.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyUsage, type Counter } from '../plans/allowance.ts'
import type { Outcome } from './outcome.ts'
import { attemptEffects, hasArrived, stateAfterLateAttempt, usageChange } from './outcome-effects.ts'
import { defaultRetryPolicy } from './retry.ts'
import { isFinal, State } from './states.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const after = (outcome: Outcome, attempts = 1, sentBefore = false) =>
  attemptEffects(
    { attempts, outcome, now, random: 0.5, unknownSince: null, sentBefore, triedSince: now, hasServiceWorked: false },
    defaultRetryPolicy,
    60_000,
  )

test('trouble with the number pauses it, is visible when it lasts, and fails no delivery', () => {
  expect(after({ kind: 'retry', reason: 'token_expired', afterMs: 300_000, scope: 'number' }, 8)).toMatchObject({
    state: 'held',
    reason: 'token_expired',
    attemptResult: 'held',
    pauseNumber: { until: in_(300_000), reason: 'token_expired' },
  })
  expect(after({ kind: 'retry', reason: 'throughput', afterMs: 5_000, scope: 'number' }, 8)).toMatchObject({
    state: 'queued',
    pauseNumber: { until: in_(5_000), reason: null },
  })
  expect(after({ kind: 'failed', reason: 'token_expired', stop: 'number' })).toMatchObject({ state: 'held', attemptResult: 'held' })
})

test('a sender that finds its number paused pauses it for all hosts', () => {
  expect(after({ kind: 'held', reason: 'number_paused' })).toMatchObject({
    state: 'held',
    dueAt: null,
    pauseNumber: { until: in_(60_000) },
  })
})

test('trouble with one email or phone does not affect the number', () => {
  const outcomes: Outcome[] = [
    { kind: 'sent', wamid: 'wamid.1' },
    { kind: 'retry', reason: 'pair_rate', afterMs: 1, scope: 'destination' },
    { kind: 'failed', reason: 'bad_request', stop: 'delivery' },
    { kind: 'held', reason: 'window_closed' },
    { kind: 'unknown', reason: 'no_answer' },
  ]
  for (const outcome of outcomes) expect(after(outcome)).toMatchObject({ attemptResult: outcome.kind, pauseNumber: null })
})

test('when an older attempt was sent after all, no retry follows', () => {
  const outcomes: Outcome[] = [
    { kind: 'retry', reason: 'temporary', afterMs: 1, scope: 'delivery' },
    { kind: 'failed', reason: 'bad_request', stop: 'delivery' },
    { kind: 'unknown', reason: 'no_answer' },
    { kind: 'held', reason: 'window_closed' },
  ]
  for (const outcome of outcomes)
    expect(after(outcome, 2, true)).toMatchObject({ state: 'accepted', dueAt: null, attemptResult: outcome.kind })
})

test('a late success of an old attempt decides nothing while a newer one is being sent', () => {
  const late: Outcome = { kind: 'sent', wamid: 'wamid.1' }
  expect(stateAfterLateAttempt('queued', late)).toBe('accepted')
  expect(stateAfterLateAttempt('sending', late)).toBe('sending')
  expect(stateAfterLateAttempt('delivered', late)).toBe('delivered')
  expect(stateAfterLateAttempt('queued', { kind: 'failed', reason: 'bad_request', stop: 'delivery' })).toBe('queued')
})

test('along any path, usage counts what is reserved, what has arrived, and what was returned', () => {
  fc.assert(
    // An arrived delivery stays arrived, and an ended one can only become arrived (states.ts).
    fc.property(fc.array(fc.constantFrom(...State.options), { maxLength: 12 }), states => {
      let counter: Counter = { reserved: 1, delivered: 0, returned: 0 }
      let at: State = 'queued'
      for (const next of states) {
        const mayFollow = hasArrived(at) ? hasArrived(next) : !isFinal(at) || hasArrived(next)
        if (!mayFollow) continue
        const booking = usageChange(at, next)
        if (booking) counter = applyUsage(counter, booking)
        at = next
        const [reserved, delivered] = [isFinal(at) ? 0 : 1, hasArrived(at) ? 1 : 0]
        expect(counter).toEqual({ reserved, delivered, returned: 1 - reserved - delivered })
      }
    }),
  )
})

test('trouble of WhatsApp lets the attempt count start over', () => {
  const outcome = { kind: 'retry', reason: 'temporary', afterMs: null, scope: 'service' } as const
  expect(after(outcome, 8)).toMatchObject({ state: 'queued', attemptResult: 'held', pauseNumber: null })
})
