// What a lane may do next, case by case, and a bucket that never gives more than its rate.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BucketRate, type DeliveryStep, defaultRate, type Lane, type LaneDelivery, nextStep, type TokenBucket, take } from './lanes.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const dayMs = 86_400_000

const fullBucket = (rate: BucketRate, nowMs: number): TokenBucket => ({ tokens: rate.capacity, refilledAtMs: nowMs })

test('a full bucket lets ten go at once and then one in six seconds', () => {
  let bucket = fullBucket(defaultRate, 0)
  for (let i = 0; i < 10; i++) bucket = take(bucket, defaultRate, 0).bucket
  expect(take(bucket, defaultRate, 0)).toMatchObject({ taken: false, readyAtMs: 6_000 })
  expect(take(bucket, defaultRate, 5_999)).toMatchObject({ taken: false, readyAtMs: 6_000 })
  const taken = take(bucket, defaultRate, 6_000)
  expect(taken).toMatchObject({ taken: true })
  expect(take(taken.bucket, defaultRate, 6_000)).toMatchObject({ taken: false, readyAtMs: 12_000 })
})

test('a clock set back does not block a lane for longer than one token takes', () => {
  const empty: TokenBucket = { tokens: 0, refilledAtMs: 10 * dayMs }
  expect(take(empty, defaultRate, 1_000)).toMatchObject({ taken: false, readyAtMs: 7_000 })
})

test('in any stretch no more is taken than the burst and its refill, and waiting until ready always helps', () => {
  const rate = fc.record({ capacity: fc.integer({ min: 1, max: 5 }), refillMs: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(rate, fc.array(fc.nat(30), { maxLength: 60 }), (r, gaps) => {
      let bucket = fullBucket(r, 0)
      let nowMs = 0
      const takenAt: number[] = []
      for (const gap of gaps) {
        nowMs += gap
        const step = take(bucket, r, nowMs)
        bucket = step.bucket
        if (step.taken) takenAt.push(nowMs)
        else {
          expect(step.readyAtMs).toBeGreaterThan(nowMs)
          expect(take(bucket, r, step.readyAtMs - 1).taken).toBe(false)
          expect(take(bucket, r, step.readyAtMs).taken).toBe(true)
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
const head = (change: Partial<LaneDelivery> = {}): LaneDelivery => ({
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
  ['a due head is sent', lane(), head(), send],
  ['a head that was never due is sent', lane(), head({ dueAt: null }), send],
  ['a head waits for its hour', lane(), head({ dueAt: in_(5_000) }), { step: 'wait', until: in_(5_000) }],
  ['a blocked lane waits', lane({ blockedUntil: in_(9_000) }), head(), { step: 'wait', until: in_(9_000) }],
  [
    'the later of both is waited for',
    lane({ blockedUntil: in_(9_000) }),
    head({ dueAt: in_(20_000) }),
    { step: 'wait', until: in_(20_000) },
  ],
  ['a block that is over is none', lane({ blockedUntil: in_(-1) }), head(), send],
  ['an empty bucket waits for a token beside the one that is kept', lane(empty), head(), { step: 'wait', until: in_(10_000) }],
  ['the last token is kept for urgent mail', lane(last), head(), { step: 'wait', until: in_(4_000) }],
  ['urgent mail takes the last token', lane(last), head({ urgent: true }), { step: 'send', bucket: { ...last.bucket, tokens: 0 } }],
  ['an empty bucket waits for one token for urgent mail', lane(empty), head({ urgent: true }), { step: 'wait', until: in_(4_000) }],
  [
    'a person’s rest holds',
    lane({ pausedUntil: in_(9_000) }),
    head({ urgent: true }),
    { step: 'hold', reason: 'paused', until: in_(9_000) },
  ],
  ['a rest that is over is none', lane({ pausedUntil: now }), head(), send],
  ['an announcement leaves while the window is closed', lane({ lastInboundAt: null }), head({ kind: 'announcement' }), send],
  [
    'but not to a person who rests',
    lane({ lastInboundAt: null, pausedUntil: in_(9_000) }),
    head({ kind: 'announcement' }),
    { step: 'hold', reason: 'paused', until: in_(9_000) },
  ],
  ['a closed window holds', lane({ lastInboundAt: in_(-dayMs) }), head(), { step: 'hold', reason: 'window_closed', until: expires }],
  ['a window that never opened holds', lane({ lastInboundAt: null }), head(), { step: 'hold', reason: 'window_closed', until: expires }],
  ['a held head goes on when the window opens', lane(), head({ state: 'held', dueAt: null }), send],
  [
    'a head held by a paused number waits for its look',
    lane(),
    head({ state: 'held', dueAt: in_(60_000) }),
    { step: 'wait', until: in_(60_000) },
  ],
  [
    'a phone not linked yet holds',
    lane({ destinationState: 'pending' }),
    head(),
    { step: 'hold', reason: 'destination_pending', until: expires },
  ],
  [
    'a person who said stop holds',
    lane({ destinationState: 'stopped' }),
    head({ dueAt: in_(1) }),
    { step: 'hold', reason: 'destination_stopped', until: expires },
  ],
  [
    'a phone that cannot be reached holds',
    lane({ destinationState: 'unreachable' }),
    head(),
    { step: 'hold', reason: 'destination_unreachable', until: expires },
  ],
  ['a week later it expires', lane(), head(old), { step: 'expire', reason: 'too_old' }],
  ['held for a week it expires', lane({ lastInboundAt: null }), head({ ...old, state: 'held' }), { step: 'expire', reason: 'too_old' }],
  ['one that is being sent is waited for', lane(), head({ ...old, state: 'sending', dueAt: in_(1) }), { step: 'wait', until: in_(1) }],
  ['one whose sender is gone is in doubt', lane(), head({ state: 'sending', dueAt: now }), { step: 'doubt' }],
  [
    'an unknown one waits for its echo',
    lane({ lastInboundAt: null }),
    head({ ...old, state: 'unknown', dueAt: in_(1) }),
    { step: 'wait', until: in_(1) },
  ],
  ['an unknown one without an echo is sent once more', lane(), head({ state: 'unknown', attempts: 1 }), send],
  ['an unknown one keeps the pace', lane(last), head({ state: 'unknown', attempts: 1 }), { step: 'wait', until: in_(4_000) }],
  [
    'an unknown one that has had all its tries fails',
    lane(),
    head({ state: 'unknown', attempts: 8 }),
    { step: 'fail', reason: 'outcome_unknown' },
  ],
  [
    'an unknown one that is too old fails',
    lane(),
    head({ ...old, state: 'unknown', attempts: 1 }),
    { step: 'fail', reason: 'outcome_unknown' },
  ],
])('%s', (_, laneNow, headNow, step) => {
  expect(nextStep(laneNow, headNow, now)).toEqual(step)
})

test('a lane never waits for a moment that has passed', () => {
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
  const anyHead = fc.record({
    id: fc.constant('mail'),
    kind,
    urgent: fc.boolean(),
    state,
    dueAt: when,
    attempts: fc.nat(9),
    createdAt: fc.integer({ min: -8 * dayMs, max: 0 }).map(in_),
  })
  fc.assert(
    fc.property(anyLane, anyHead, (laneNow, headNow) => {
      const step = nextStep(laneNow, headNow, now)
      if ('until' in step) expect(step.until.getTime()).toBeGreaterThan(now.getTime())
      if (step.step === 'send') expect(laneNow.destinationState).toBe('linked')
    }),
    { numRuns: 500 },
  )
})
