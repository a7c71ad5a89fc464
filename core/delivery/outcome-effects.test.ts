// What an attempt leaves behind for its delivery and its lane.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counter, settle } from '../plans/allowance.ts'
import type { Outcome } from './outcome.ts'
import { afterLateTry, effectsOfAttempt, hasArrived, isReserved, usageChange } from './outcome-effects.ts'
import { defaultRetryPolicy } from './retry.ts'
import { State } from './states.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const after = (outcome: Outcome, attempts = 1, sentBefore = false) =>
  effectsOfAttempt({ attempts, outcome, now, random: 0.5, unknownSince: null, sentBefore }, defaultRetryPolicy, 60_000)

test('trouble of the number pauses it, is shown when it lasts, and ends no mail', () => {
  expect(after({ kind: 'retry', reason: 'token_expired', afterMs: 300_000, scope: 'number' }, 8)).toMatchObject({
    state: 'held',
    reason: 'token_expired',
    word: 'held',
    pauseNumber: { until: in_(300_000), reason: 'token_expired' },
  })
  expect(after({ kind: 'retry', reason: 'throughput', afterMs: 5_000, scope: 'number' }, 8)).toMatchObject({
    state: 'queued',
    pauseNumber: { until: in_(5_000), reason: null },
  })
  expect(after({ kind: 'failed', reason: 'token_expired', stop: 'number' })).toMatchObject({ state: 'held', word: 'held' })
})

test('a sender that knows its number is paused pauses it for all', () => {
  expect(after({ kind: 'held', reason: 'number_paused' })).toMatchObject({
    state: 'held',
    dueAt: null,
    pauseNumber: { until: in_(60_000) },
  })
})

test('what concerns one mail or one phone leaves the number alone', () => {
  const outcomes: Outcome[] = [
    { kind: 'sent', wamid: 'wamid.1' },
    { kind: 'retry', reason: 'pair_rate', afterMs: 1, scope: 'destination' },
    { kind: 'failed', reason: 'bad_request', stop: 'delivery' },
    { kind: 'held', reason: 'window_closed' },
    { kind: 'unknown', reason: 'no_answer' },
  ]
  for (const outcome of outcomes) expect(after(outcome)).toMatchObject({ word: outcome.kind, pauseNumber: null })
})

test('when an older try was sent after all, none is wanted, however this one ended', () => {
  const outcomes: Outcome[] = [
    { kind: 'retry', reason: 'temporary', afterMs: 1, scope: 'delivery' },
    { kind: 'failed', reason: 'bad_request', stop: 'delivery' },
    { kind: 'unknown', reason: 'no_answer' },
    { kind: 'held', reason: 'window_closed' },
  ]
  for (const outcome of outcomes) expect(after(outcome, 2, true)).toMatchObject({ state: 'accepted', dueAt: null, word: outcome.kind })
})

test('a try that turns out to be sent while another is under way decides nothing yet', () => {
  const late: Outcome = { kind: 'sent', wamid: 'wamid.1' }
  expect(afterLateTry('queued', late)).toBe('accepted')
  expect(afterLateTry('sending', late)).toBe('sending')
  expect(afterLateTry('delivered', late)).toBe('delivered')
  expect(afterLateTry('queued', { kind: 'failed', reason: 'bad_request', stop: 'delivery' })).toBe('queued')
})

test('booked along any way, the counter holds what is reserved and what has arrived', () => {
  const standing = fc.record({ state: fc.constantFrom(...State.options), reason: fc.constantFrom(null, 'allowance_used') })
  fc.assert(
    // What has arrived stays so, and what came to an end comes back only by arriving (states.ts).
    fc.property(fc.array(standing, { maxLength: 12 }), ways => {
      let counter: Counter = { reserved: 1, delivered: 0 }
      let at: (typeof ways)[number] = { state: 'queued', reason: null }
      for (const next of ways) {
        const mayFollow = hasArrived(at.state) ? hasArrived(next.state) : isReserved(at) || hasArrived(next.state)
        if (!mayFollow || next.reason) continue
        const booking = usageChange(at, next)
        if (booking) counter = settle(counter, booking)
        at = next
        expect(counter).toEqual({ reserved: isReserved(at) ? 1 : 0, delivered: hasArrived(at.state) ? 1 : 0 })
      }
    }),
  )
})

test('one that took nothing of the allowance gives nothing back', () => {
  expect(usageChange({ state: 'held', reason: 'allowance_used' }, { state: 'cancelled', reason: null })).toBeNull()
})
