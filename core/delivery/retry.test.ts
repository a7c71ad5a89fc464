// Tests what follows each outcome of an attempt: growing waits, final states, one wait for an unknown outcome.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from './outcome.ts'
import { type AttemptFacts, afterAttempt, defaultRetryPolicy } from './retry.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const attempted = (change: Partial<AttemptFacts>): AttemptFacts => ({
  attempts: 1,
  outcome: { kind: 'sent', wamid: 'wamid.1' },
  now,
  random: 0.5,
  unknownSince: null,
  triedSince: now,
  hasServiceWorked: true,
  ...change,
})
const retry = (change: Partial<Extract<Outcome, { kind: 'retry' }>> = {}): Outcome => ({
  kind: 'retry',
  reason: 'busy',
  afterMs: null,
  scope: 'delivery',
  ...change,
})
const unknown: Outcome = { kind: 'unknown', reason: 'timeout' }

test('a sent message is accepted and its id is stored', () => {
  expect(afterAttempt(attempted({}))).toMatchObject({ state: 'accepted', wamid: 'wamid.1', dueAt: null, reason: null, stop: null })
})

test.each([
  [1, 0.5, 2_500],
  [2, 0.5, 5_000],
  [4, 0.999, 39_960],
  [7, 0, 0],
])('attempt %i with a random value of %d waits %i ms', (attempts, random, waitMs) => {
  expect(afterAttempt(attempted({ attempts, random, outcome: retry() }))).toMatchObject({
    state: 'queued',
    reason: 'busy',
    dueAt: in_(waitMs),
  })
})

test('no wait exceeds the cap', () => {
  const policy = { ...defaultRetryPolicy, maxAttempts: 100 }
  expect(afterAttempt(attempted({ attempts: 40, random: 1, outcome: retry() }), policy).dueAt).toEqual(in_(15 * 60_000))
})

test('a retry waits at least the retry-after', () => {
  expect(afterAttempt(attempted({ outcome: retry({ afterMs: 40_000 }) })).dueAt).toEqual(in_(40_000))
})

test('a destination limit blocks its lane, a number limit blocks the number', () => {
  const pair = afterAttempt(attempted({ outcome: retry({ afterMs: 16_000, scope: 'destination' }) }))
  expect(pair).toMatchObject({ laneBlockedUntil: in_(16_000), numberBlockedUntil: null })
  const number = afterAttempt(attempted({ outcome: retry({ afterMs: 16_000, scope: 'number' }) }))
  expect(number).toMatchObject({ laneBlockedUntil: null, numberBlockedUntil: in_(16_000) })
})

test('a delivery fails after its eighth attempt', () => {
  expect(afterAttempt(attempted({ attempts: 7, outcome: retry() }))).toMatchObject({ state: 'queued' })
  expect(afterAttempt(attempted({ attempts: 8, outcome: retry() }))).toMatchObject({ state: 'failed', reason: 'gave_up', dueAt: null })
})

test('the first unknown outcome waits a minute for its echo, the second fails', () => {
  const first = afterAttempt(attempted({ outcome: unknown }))
  expect(first).toMatchObject({ state: 'unknown', reason: 'timeout', dueAt: in_(60_000), unknownSince: now })
  const second = afterAttempt(attempted({ attempts: 2, outcome: unknown, unknownSince: first.unknownSince }))
  expect(second).toMatchObject({ state: 'failed', reason: 'outcome_unknown', dueAt: null })
})

test('an unknown outcome is remembered through a retry and a hold', () => {
  const since = in_(-1)
  for (const outcome of [retry(), { kind: 'held', reason: 'window_closed' } as const]) {
    expect(afterAttempt(attempted({ outcome, unknownSince: since })).unknownSince).toEqual(since)
  }
})

test('trouble with our number never fails a delivery', () => {
  const spent = attempted({
    attempts: 8,
    outcome: retry({ reason: 'token_expired', scope: 'number' }),
  })
  expect(afterAttempt(spent)).toMatchObject({ state: 'queued', reason: 'token_expired', attempts: 0 })
})

test('a closed window holds until the user writes, a paused number until the next check, and both reset the attempt count', () => {
  const closed = afterAttempt(attempted({ attempts: 5, outcome: { kind: 'held', reason: 'window_closed' } }))
  expect(closed).toMatchObject({ state: 'held', reason: 'window_closed', dueAt: null, attempts: 0, closeWindow: true })
  const paused = afterAttempt(attempted({ attempts: 5, outcome: { kind: 'held', reason: 'number_paused' } }))
  expect(paused).toMatchObject({ state: 'held', reason: 'number_paused', dueAt: in_(15 * 60_000), attempts: 0, closeWindow: false })
})

test.each(['delivery', 'destination', 'number'] as const)('a failure reports that it stops the %s', stop => {
  const settled = afterAttempt(attempted({ outcome: { kind: 'failed', reason: 'not_on_whatsapp', stop } }))
  expect(settled).toMatchObject({ state: 'failed', reason: 'not_on_whatsapp', stop: stop === 'delivery' ? null : stop })
})

test('whatever WhatsApp answers, a delivery ends: at most eight attempts per hold, at most two unknown', () => {
  const outcome = fc.oneof(fc.constant(retry()), fc.constant(retry({ afterMs: 3_600_000 })), fc.constant(unknown))
  fc.assert(
    fc.property(
      fc.infiniteStream(outcome),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (outcomes, dice) => {
        const random = () => dice.next().value ?? 0
        let state = afterAttempt(attempted({ outcome: outcomes.next().value ?? unknown, random: random() }))
        for (let attempts = 2; state.dueAt; attempts++) {
          expect(attempts).toBeLessThanOrEqual(9)
          state = afterAttempt(
            attempted({
              attempts,
              outcome: outcomes.next().value ?? unknown,
              random: random(),
              now: state.dueAt,
              unknownSince: state.unknownSince,
            }),
          )
        }
        expect(state.state).toBe('failed')
      },
    ),
  )
})

const troubled = retry({ reason: 'temporary', scope: 'service' })

test('trouble of WhatsApp uses up no attempt and is asked about at least once a minute', () => {
  for (const attempts of [1, 8, 500]) {
    const after = afterAttempt(
      attempted({ attempts, outcome: troubled, hasServiceWorked: false, triedSince: in_(-7 * 86_400_000), random: 0.999 }),
    )
    expect(after).toMatchObject({ state: 'queued', reason: 'temporary', numberBlockedUntil: null, stop: null })
    expect(after.dueAt?.getTime()).toBeLessThanOrEqual(in_(60_000).getTime())
  }
})

test('a message that fails while others get through is given up after eight attempts and half an hour', () => {
  const after = (attempts: number, minutes: number) =>
    afterAttempt(attempted({ attempts, outcome: troubled, triedSince: in_(-minutes * 60_000) })).state
  expect([after(8, 29), after(7, 60), after(8, 30)]).toEqual(['queued', 'queued', 'failed'])
})
