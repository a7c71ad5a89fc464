// Tests the states of a delivery for every order of status reports.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advance,
  afterSending,
  DeliveryEvent,
  finalStates,
  isFinal,
  leastFinishedFirst,
  mayCancel,
  progressOf,
  State,
  stateRank,
  unfinishedStates,
} from './states.ts'

test.each<[State, DeliveryEvent, State]>([
  ['sending', 'accepted', 'accepted'],
  ['accepted', 'sent', 'sent'],
  ['accepted', 'read', 'read'],
  ['delivered', 'sent', 'delivered'],
  ['delivered', 'accepted', 'delivered'],
  ['read', 'delivered', 'read'],
  ['sent', 'failed', 'failed'],
  ['failed', 'sent', 'failed'],
  ['failed', 'delivered', 'delivered'],
  ['delivered', 'failed', 'delivered'],
  ['read', 'failed', 'read'],
  ['unknown', 'accepted', 'accepted'],
  ['unknown', 'sent', 'sent'],
  ['unknown', 'delivered', 'delivered'],
  ['unknown', 'read', 'read'],
  ['queued', 'sent', 'sent'],
  ['cancelled', 'sent', 'cancelled'],
  ['cancelled', 'delivered', 'delivered'],
  ['expired', 'failed', 'expired'],
  ['expired', 'read', 'read'],
])('%s, after the report %s, is %s', (state, event, next) => {
  expect(advance(state, event)).toBe(next)
})

const state = fc.constantFrom(...State.options)
const event = fc.constantFrom(...DeliveryEvent.options)

test('the same events, in any order and number, lead to the same state', () => {
  const shuffled = fc
    .array(event, { maxLength: 6 })
    .chain(events =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray([...events, ...events, ...events], { minLength: 0 }).map(some => [...some, ...events]),
      ),
    )
    .chain(([events, more]) => fc.tuple(fc.constant(events), fc.shuffledSubarray(more, { minLength: more.length })))
  fc.assert(
    fc.property(state, shuffled, (start, [events, again]) => {
      expect(again.reduce(advance, start)).toBe(events.reduce(advance, start))
    }),
  )
})

test('no event moves a state back', () => {
  fc.assert(fc.property(state, event, (before, told) => stateRank(advance(before, told)) >= stateRank(before)))
})

test.each<[State, State, State]>([
  ['sending', 'accepted', 'accepted'],
  ['sending', 'queued', 'queued'],
  ['unknown', 'failed', 'failed'],
  ['delivered', 'accepted', 'delivered'],
  ['sent', 'unknown', 'sent'],
  ['read', 'queued', 'read'],
])('an attempt of a delivery in state %s that ends in %s leaves it %s', (current, next, left) => {
  expect(afterSending(current, next)).toBe(left)
})

test('five states are final, two may be cancelled', () => {
  expect(State.options.filter(isFinal)).toEqual(['delivered', 'read', 'failed', 'cancelled', 'expired'])
  expect(State.options.filter(mayCancel)).toEqual(['held', 'queued'])
})

test('every state has a different rank', () => {
  expect(new Set(State.options.map(stateRank)).size).toBe(State.options.length)
  expect(Math.min(...State.options.map(stateRank))).toBe(0)
})

test('every state is either final or unfinished', () => {
  expect(new Set([...finalStates, ...unfinishedStates])).toEqual(new Set(State.options))
  expect(finalStates.length + unfinishedStates.length).toBe(State.options.length)
})

test('every state is shown in exactly one way', () => {
  expect(leastFinishedFirst.flatMap(({ states }) => states).toSorted()).toEqual(State.options.toSorted())
  expect(State.options.map(state => leastFinishedFirst[progressOf(state)]?.shows)).toEqual([
    'held',
    'under_way',
    'under_way',
    'under_way',
    'under_way',
    'under_way',
    'forwarded',
    'forwarded',
    'failed',
    'failed',
    'failed',
  ])
})
