// Tests which emails of a lane go together with one claim.
import { expect, test } from 'vitest'
import { followers, runLength } from './lane-run.ts'
import type { LaneSnapshot } from './lane-step.ts'
import { defaultLanePolicy, type Lane, type LanePolicy } from './lanes.ts'

const now = new Date('2026-11-20T10:00:00Z')
const bucket = { tokens: 9, refilledAtMs: now.getTime() }
const lane: Lane = { bucket, blockedUntil: null, destinationState: 'linked', lastInboundAt: now, pausedUntil: null }
const policy: LanePolicy = { ...defaultLanePolicy, digest: { ...defaultLanePolicy.digest, backlogLimit: null } }

type Ordinary = LaneSnapshot['ordinary'][number]
const mail = (id: string, change: Partial<Ordinary> = {}): Ordinary => ({
  ...{ id, kind: 'mail', urgent: false, state: 'queued', dueAt: null, attempts: 0, createdAt: now, forDigest: false, isFresh: true },
  ...change,
})
const after = (ordinary: Ordinary[], { max = 20, of = lane, by = policy } = {}) =>
  followers(of, { ordinary }, { id: ordinary[0]?.id ?? '', bucket: of.bucket }, max, now, by).map(({ id }) => id)

test('fresh emails follow the first in lane order, up to the most that are wanted', () => {
  expect(after([mail('a'), mail('b'), mail('c')])).toEqual(['b', 'c'])
  expect(after([mail('a'), mail('b'), mail('c')], { max: 1 })).toEqual(['b'])
  expect(after([mail('a')])).toEqual([])
  // What was only released is in no digest again, and goes with the others.
  expect(after([mail('a', { isFresh: false }), mail('b', { isFresh: false })])).toEqual(['b'])
})

test('each takes its token, and one is left for urgent email', () => {
  const run = followers(lane, { ordinary: 'abcdefghijkl'.split('').map(id => mail(id)) }, { id: 'a', bucket }, 20, now, policy)
  expect(run).toHaveLength(8)
  expect(run.at(-1)?.bucket.tokens).toBe(1)
})

test.each([
  ['was tried before', mail('b', { attempts: 1 })],
  ['waits for a digest', mail('b', { forDigest: true })],
  ['is not due yet', mail('b', { dueAt: new Date(now.getTime() + 1_000) })],
  ['has waited too long', mail('b', { createdAt: new Date(0) })],
])('nothing overtakes an email that %s', (_, second) => {
  expect(after([mail('a'), second, mail('c')])).toEqual([])
})

test('nothing follows an email that was tried before, or that is not the first of its lane', () => {
  expect(after([mail('a', { attempts: 1 }), mail('b')])).toEqual([])
  expect(followers(lane, { ordinary: [mail('a'), mail('b')] }, { id: 'urgent', bucket }, 20, now, policy)).toEqual([])
})

test('what is left over becomes a digest when it is long enough for one', () => {
  const short = { ...policy, digest: { ...policy.digest, backlogLimit: 2 } }
  expect(after([mail('a'), mail('b'), mail('c'), mail('d')], { by: short })).toEqual([])
  expect(after([mail('a'), mail('b')], { by: short })).toEqual(['b'])
})

test('a claim holds as many emails as leave within its time, and at least one', () => {
  expect(runLength(4, 200, 30)).toBe(30)
  expect(runLength(50, 200, 30)).toBe(4)
  expect(runLength(900, 200, 30)).toBe(1)
  expect(runLength(0, 200, 30)).toBe(30)
})
