// Tests the effects of an attempt on its number and the allowance.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyUsage, type Counter } from '../plans/allowance.ts'
import type { Outcome } from './outcome.ts'
import { attemptEffects, hasArrived, isReserved, stateAfterLateAttempt, usageChange } from './outcome-effects.ts'
import { defaultRetryPolicy } from './retry.ts'
import { State } from './states.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const after = (outcome: Outcome, attempts = 1, sentBefore = false) =>
  attemptEffects({ attempts, outcome, now, random: 0.5, unknownSince: null, sentBefore }, defaultRetryPolicy, 60_000)

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

test('along any path, usage counts what is reserved and what has arrived', () => {
  const standing = fc.record({ state: fc.constantFrom(...State.options), reason: fc.constantFrom(null, 'allowance_used') })
  fc.assert(
    // An arrived delivery stays arrived, and an ended one can only become arrived (states.ts).
    fc.property(fc.array(standing, { maxLength: 12 }), ways => {
      let counter: Counter = { reserved: 1, delivered: 0 }
      let at: (typeof ways)[number] = { state: 'queued', reason: null }
      for (const next of ways) {
        const mayFollow = hasArrived(at.state) ? hasArrived(next.state) : isReserved(at) || hasArrived(next.state)
        if (!mayFollow || next.reason) continue
        const booking = usageChange(at, next)
        if (booking) counter = applyUsage(counter, booking)
        at = next
        expect(counter).toEqual({ reserved: isReserved(at) ? 1 : 0, delivered: hasArrived(at.state) ? 1 : 0 })
      }
    }),
  )
})

test('a delivery that reserved no allowance releases none', () => {
  expect(usageChange({ state: 'held', reason: 'allowance_used' }, { state: 'cancelled', reason: null })).toBeNull()
})
