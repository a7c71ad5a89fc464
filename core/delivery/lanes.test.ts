// Tests what a lane may do next, and that its token bucket never exceeds its rate.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BucketRate,
  type DeliveryStep,
  defaultRate,
  type Lane,
  type LaneDelivery,
  nextStep,
  type TokenBucket,
  takeToken,
} from './lanes.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const dayMs = 86_400_000

const fullBucket = (rate: BucketRate, nowMs: number): TokenBucket => ({ tokens: rate.capacity, refilledAtMs: nowMs })

test('a full bucket allows ten at once and then one every six seconds', () => {
  let bucket = fullBucket(defaultRate, 0)
  for (let i = 0; i < 10; i++) bucket = takeToken(bucket, defaultRate, 0).bucket
  expect(takeToken(bucket, defaultRate, 0)).toMatchObject({ taken: false, readyAtMs: 6_000 })
  expect(takeToken(bucket, defaultRate, 5_999)).toMatchObject({ taken: false, readyAtMs: 6_000 })
  const taken = takeToken(bucket, defaultRate, 6_000)
  expect(taken).toMatchObject({ taken: true })
  expect(takeToken(taken.bucket, defaultRate, 6_000)).toMatchObject({ taken: false, readyAtMs: 12_000 })
})

test('a clock set back does not block a lane for longer than one token takes', () => {
  const empty: TokenBucket = { tokens: 0, refilledAtMs: 10 * dayMs }
  expect(takeToken(empty, defaultRate, 1_000)).toMatchObject({ taken: false, readyAtMs: 7_000 })
})

test('no period takes more than the burst plus its refill, and waiting until ready always helps', () => {
  const rate = fc.record({ capacity: fc.integer({ min: 1, max: 5 }), refillMs: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(rate, fc.array(fc.nat(30), { maxLength: 60 }), (r, gaps) => {
      let bucket = fullBucket(r, 0)
      let nowMs = 0
      const takenAt: number[] = []
      for (const gap of gaps) {
        nowMs += gap
        const step = takeToken(bucket, r, nowMs)
        bucket = step.bucket
        if (step.taken) takenAt.push(nowMs)
        else {
          expect(step.readyAtMs).toBeGreaterThan(nowMs)
          expect(takeToken(bucket, r, step.readyAtMs - 1).taken).toBe(false)
          expect(takeToken(bucket, r, step.readyAtMs).taken).toBe(true)
        }
      }
      for (const [i, from] of takenAt.entries()) {
        for (const [j, to] of takenAt.entries())
          if (j >= i) expect(j - i + 1).toBeLessThanOrEqual(r.capacity + Math.floor((to - from) / r.refillMs))
      }
    }),
  )
})

const lane = (change: Partial<Lane> = {}): Lane => ({
  bucket: { tokens: 3, refilledAtMs: now.getTime() },
  blockedUntil: null,
  destinationState: 'linked',
  lastInboundAt: in_(-60_000),
  pausedUntil: null,
  ...change,
})
const delivery = (change: Partial<LaneDelivery> = {}): LaneDelivery => ({
  id: 'mail',
  kind: 'mail',
  urgent: false,
  state: 'queued',
  dueAt: in_(-1),
  attempts: 0,
  createdAt: in_(-1_000),
  ...change,
})
const send: DeliveryStep = { step: 'send', bucket: { tokens: 2, refilledAtMs: now.getTime() } }
const empty = { bucket: { tokens: 0, refilledAtMs: in_(-2_000).getTime() } }
const last = { bucket: { tokens: 1, refilledAtMs: in_(-2_000).getTime() } }
const old = { createdAt: in_(-7 * dayMs) }
const expires = in_(7 * dayMs - 1_000)

test.each<[string, Lane, LaneDelivery, DeliveryStep]>([
  ['a due delivery is sent', lane(), delivery(), send],
  ['a delivery without a due time is sent', lane(), delivery({ dueAt: null }), send],
  ['a delivery waits for its due time', lane(), delivery({ dueAt: in_(5_000) }), { step: 'wait', until: in_(5_000) }],
  ['a blocked lane waits', lane({ blockedUntil: in_(9_000) }), delivery(), { step: 'wait', until: in_(9_000) }],
  [
    'a delivery waits for the later of the two',
    lane({ blockedUntil: in_(9_000) }),
    delivery({ dueAt: in_(20_000) }),
    { step: 'wait', until: in_(20_000) },
  ],
  ['an expired block does not hold', lane({ blockedUntil: in_(-1) }), delivery(), send],
  ['an empty bucket waits for a token beyond the reserved one', lane(empty), delivery(), { step: 'wait', until: in_(10_000) }],
  ['the last token is reserved for urgent email', lane(last), delivery(), { step: 'wait', until: in_(4_000) }],
  ['urgent email takes the last token', lane(last), delivery({ urgent: true }), { step: 'send', bucket: { ...last.bucket, tokens: 0 } }],
  ['urgent email with an empty bucket waits for one token', lane(empty), delivery({ urgent: true }), { step: 'wait', until: in_(4_000) }],
  ['a pause holds', lane({ pausedUntil: in_(9_000) }), delivery({ urgent: true }), { step: 'hold', reason: 'paused', until: in_(9_000) }],
  ['an expired pause does not hold', lane({ pausedUntil: now }), delivery(), send],
  ['an announcement is sent while the window is closed', lane({ lastInboundAt: null }), delivery({ kind: 'announcement' }), send],
  [
    'but not to a paused phone',
    lane({ lastInboundAt: null, pausedUntil: in_(9_000) }),
    delivery({ kind: 'announcement' }),
    { step: 'hold', reason: 'paused', until: in_(9_000) },
  ],
  ['a closed window holds', lane({ lastInboundAt: in_(-dayMs) }), delivery(), { step: 'hold', reason: 'window_closed', until: expires }],
  [
    'a window that never opened holds',
    lane({ lastInboundAt: null }),
    delivery(),
    { step: 'hold', reason: 'window_closed', until: expires },
  ],
  ['a held delivery is sent when the window opens', lane(), delivery({ state: 'held', dueAt: null }), send],
  [
    'a delivery held by a paused number waits for its next check',
    lane(),
    delivery({ state: 'held', dueAt: in_(60_000) }),
    { step: 'wait', until: in_(60_000) },
  ],
  [
    'a phone that is not linked yet holds',
    lane({ destinationState: 'pending' }),
    delivery(),
    { step: 'hold', reason: 'destination_pending', until: expires },
  ],
  [
    'a phone that said STOP holds',
    lane({ destinationState: 'stopped' }),
    delivery({ dueAt: in_(1) }),
    { step: 'hold', reason: 'destination_stopped', until: expires },
  ],
  [
    'an unreachable phone holds',
    lane({ destinationState: 'unreachable' }),
    delivery(),
    { step: 'hold', reason: 'destination_unreachable', until: expires },
  ],
  ['a week later it expires', lane(), delivery(old), { step: 'expire', reason: 'too_old' }],
  ['held for a week it expires', lane({ lastInboundAt: null }), delivery({ ...old, state: 'held' }), { step: 'expire', reason: 'too_old' }],
  [
    'a delivery that is being sent is waited for',
    lane(),
    delivery({ ...old, state: 'sending', dueAt: in_(1) }),
    { step: 'wait', until: in_(1) },
  ],
  ['a delivery whose sender died is recovered', lane(), delivery({ state: 'sending', dueAt: now }), { step: 'recover' }],
  [
    'an unknown outcome waits for its echo',
    lane({ lastInboundAt: null }),
    delivery({ ...old, state: 'unknown', dueAt: in_(1) }),
    { step: 'wait', until: in_(1) },
  ],
  ['an unknown outcome without an echo is sent once more', lane(), delivery({ state: 'unknown', attempts: 1 }), send],
  ['an unknown outcome keeps the pace', lane(last), delivery({ state: 'unknown', attempts: 1 }), { step: 'wait', until: in_(4_000) }],
  [
    'an unknown outcome fails after its last try',
    lane(),
    delivery({ state: 'unknown', attempts: 8 }),
    { step: 'fail', reason: 'outcome_unknown' },
  ],
  [
    'an unknown outcome that is too old fails',
    lane(),
    delivery({ ...old, state: 'unknown', attempts: 1 }),
    { step: 'fail', reason: 'outcome_unknown' },
  ],
])('%s', (_, laneNow, deliveryNow, step) => {
  expect(nextStep(laneNow, deliveryNow, now)).toEqual(step)
})

test('a lane never waits for a moment in the past', () => {
  const when = fc.option(fc.integer({ min: -10_000, max: 10_000 }).map(in_))
  const state = fc.constantFrom<LaneDelivery['state']>('held', 'queued', 'sending', 'unknown')
  const anyLane = fc.record({
    bucket: fc.record({ tokens: fc.nat(10), refilledAtMs: fc.integer({ min: -20_000, max: 20_000 }).map(ms => now.getTime() + ms) }),
    blockedUntil: when,
    destinationState: fc.constantFrom<Lane['destinationState']>('pending', 'linked', 'stopped', 'unreachable'),
    lastInboundAt: when,
    pausedUntil: when,
  })
  const kind = fc.constantFrom<LaneDelivery['kind']>('mail', 'announcement', 'digest', 'shown')
  const anyDelivery = fc.record({
    id: fc.constant('mail'),
    kind,
    urgent: fc.boolean(),
    state,
    dueAt: when,
    attempts: fc.nat(9),
    createdAt: fc.integer({ min: -8 * dayMs, max: 0 }).map(in_),
  })
  fc.assert(
    fc.property(anyLane, anyDelivery, (laneNow, deliveryNow) => {
      const step = nextStep(laneNow, deliveryNow, now)
      if ('until' in step) expect(step.until.getTime()).toBeGreaterThan(now.getTime())
      if (step.step === 'send') expect(laneNow.destinationState).toBe('linked')
    }),
    { numRuns: 500 },
  )
})
