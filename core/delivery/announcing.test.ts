// Tests when announcements are sent, and that no other schedule needs fewer templates.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnnouncePolicy, announceAt, defaultAnnouncePolicy, type LastAnnounced } from './announcing.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const minuteMs = 60_000
const answered: LastAnnounced | null = null
const sent = { at: in_(-20 * minuteMs), failed: false }
const failed = { at: in_(-5 * minuteMs), failed: true }
const both = { ordinaryFrom: in_(-5_000), urgentFrom: now }

test.each([
  ['nothing is announced when nothing waits', { ordinaryFrom: null, urgentFrom: null }, answered, null],
  ['an ordinary email waits a moment for others', { ordinaryFrom: now, urgentFrom: null }, answered, in_(10_000)],
  ['the oldest email decides', { ordinaryFrom: in_(-5_000), urgentFrom: null }, answered, in_(5_000)],
  ['an old email is due', { ordinaryFrom: in_(-minuteMs), urgentFrom: null }, answered, in_(10_000 - minuteMs)],
  ['an urgent email does not wait, and the others are announced with it', both, answered, now],
  ['an unanswered announcement delays the next one by an hour', { ordinaryFrom: now, urgentFrom: null }, sent, in_(40 * minuteMs)],
  ['but not an urgent one', both, sent, now],
  ['a failed announcement delays both', both, failed, in_(10 * minuteMs)],
])('%s', (_, waiting, last, at) => {
  expect(announceAt(waiting, last, defaultAnnouncePolicy)).toEqual(at)
})

interface Story {
  policy: AnnouncePolicy
  /** Sorted by arrival; times in seconds. */
  mails: { at: number; urgent: boolean }[]
  taps: number[]
}

const openFor = 4
const lastMoment = 24
const second = fc.nat(14)
const stories: fc.Arbitrary<Story> = fc.record({
  policy: fc.record({ patienceMs: fc.nat(4), gapMs: fc.nat(9), retryAfterMs: fc.constant(0) }),
  mails: fc.array(fc.record({ at: second, urgent: fc.boolean() }), { maxLength: 6 }),
  taps: fc.array(second, { maxLength: 2 }),
})

/** The emails that wait to be announced at a moment, and the time of the last unanswered announcement. */
interface Point {
  waiting: { at: number; urgent: boolean }[]
  last: number | null
}

function arrive({ mails, taps }: Story, point: Point, at: number): Point {
  const heard = taps.findLast(tap => tap <= at && at < tap + openFor)
  if (heard !== undefined) return { waiting: [], last: null }
  return { ...point, waiting: [...point.waiting, ...mails.filter(m => m.at === at)] }
}

function deadlineOf({ policy }: Story, { waiting, last }: Point): number {
  const first = (urgent: boolean) => waiting.filter(m => m.urgent === urgent).map(m => new Date(m.at))[0] ?? null
  const announced = last === null ? null : { at: new Date(last), failed: false }
  return announceAt({ ordinaryFrom: first(false), urgentFrom: first(true) }, announced, policy)?.getTime() ?? Number.POSITIVE_INFINITY
}

/** How many templates our rule sends: each at the latest moment allowed. */
function templatesOf(story: Story): number {
  let point: Point = { waiting: [], last: null }
  let templates = 0
  for (let at = 0; at <= lastMoment; at++) {
    point = arrive(story, point, at)
    if (deadlineOf(story, point) > at) continue
    templates++
    point = { waiting: [], last: at }
  }
  return templates
}

/** The fewest templates of all schedules that miss no deadline: at each moment, one may be sent or not. */
function fewest(story: Story, before: Point = { waiting: [], last: null }, at = 0): number {
  if (at > lastMoment) return 0
  const point = arrive(story, before, at)
  const later = deadlineOf(story, point) > at ? fewest(story, point, at + 1) : Number.POSITIVE_INFINITY
  if (point.waiting.length === 0) return later
  return Math.min(later, 1 + fewest(story, { waiting: [], last: at }, at + 1))
}

test('no schedule that meets all deadlines needs fewer templates', () => {
  fc.assert(
    fc.property(stories, story => {
      story.taps.sort((a, b) => a - b)
      story.mails.sort((a, b) => a.at - b.at)
      expect(templatesOf(story)).toBe(fewest(story))
    }),
    { numRuns: 1_000 },
  )
})
