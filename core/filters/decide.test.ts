// The verdict on a mail: order, pauses, stops and destinations.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action, Filter } from './action.ts'
import { anyCondition, anyReading, plainReading } from './arbitrary.ts'
import { decide, FilterExplanations } from './decide.ts'
import type { Condition } from './tree.ts'

const yes: Condition = { field: 'subject', operator: 'contains', values: ['invoice'] }
const no: Condition = { field: 'subject', operator: 'contains', values: ['newsletter'] }
const forward = (...destinationIds: string[]): Action => ({ kind: 'forward', destinationIds })
const stop: Action = { kind: 'stop' }
const filter = (id: string, condition: Condition, actions: Action[], paused = false): Filter => ({
  id,
  name: `Filter ${id}`,
  paused,
  condition,
  actions,
})

test.each<[string, Filter[], string[], string, string | null, string[]]>([
  ['no filter', [], ['a'], 'not_matched', null, []],
  ['a filter that does not hold', [filter('1', no, [forward()])], ['a'], 'not_matched', null, []],
  ['a filter that holds goes to all that are linked', [filter('1', yes, [forward()])], ['a', 'b'], 'matched', null, ['1>a', '1>b']],
  ['a named destination', [filter('1', yes, [forward('b')])], ['a', 'b'], 'matched', null, ['1>b']],
  ['a destination named twice', [filter('1', yes, [forward('a', 'a'), forward('a')])], ['a'], 'matched', null, ['1>a']],
  [
    'the first filter has the destination',
    [filter('1', yes, [forward('a')]), filter('2', yes, [forward()])],
    ['a', 'b'],
    'matched',
    null,
    ['1>a', '2>b'],
  ],
  ['a paused filter', [filter('1', yes, [forward()], true)], ['a'], 'not_matched', null, []],
  ['nobody is linked', [filter('1', yes, [forward()])], [], 'suppressed', 'no_destination', []],
  ['the named one is not linked', [filter('1', yes, [forward('c')])], ['a'], 'suppressed', 'no_destination', []],
  [
    'a later filter reaches somebody',
    [filter('1', yes, [forward('c')]), filter('2', yes, [forward('a')])],
    ['a'],
    'matched',
    null,
    ['2>a'],
  ],
  ['stop before a filter that forwards', [filter('1', yes, [stop]), filter('2', yes, [forward()])], ['a'], 'suppressed', 'stopped', []],
  ['stop that does not hold', [filter('1', no, [stop]), filter('2', yes, [forward()])], ['a'], 'matched', null, ['2>a']],
  ['a paused stop', [filter('1', yes, [stop], true), filter('2', yes, [forward()])], ['a'], 'matched', null, ['2>a']],
  ['forward and stop', [filter('1', yes, [stop, forward('a')]), filter('2', yes, [forward()])], ['a', 'b'], 'matched', null, ['1>a']],
])('%s', (_, filters, linked, verdict, reason, forwards) => {
  const decision = decide(filters, plainReading(), linked)
  expect(decision).toMatchObject({ verdict, reason })
  expect(decision.forwards.map(f => `${f.filterId}>${f.destinationId}`)).toEqual(forwards)
})

test('each filter that was asked is explained, and whether it did anything', () => {
  const filters = [
    filter('1', no, [forward()]),
    filter('2', yes, [forward()]),
    filter('3', yes, [forward()]),
    filter('4', yes, [stop]),
    filter('5', yes, [forward()]),
  ]
  const { explanations } = decide(filters, plainReading(), ['a'])
  expect(explanations.map(e => [e.filterId, e.explanation.held, e.acted])).toEqual([
    ['1', false, false],
    ['2', true, true],
    ['3', true, false],
    ['4', true, true],
  ])
})

test('whatever the filters: a destination gets a mail once, only linked ones do, and a forward means matched', () => {
  const ids = ['a', 'b', 'c']
  const action = fc.oneof(
    fc.subarray(ids).map(destinationIds => forward(...destinationIds)),
    fc.constant(stop),
  )
  const anyFilter = fc
    .tuple(fc.oneof(fc.constant(yes), anyCondition), fc.array(action, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([condition, actions, paused]) => filter('x', condition, actions, paused))
  fc.assert(
    fc.property(fc.array(anyFilter, { maxLength: 5 }), anyReading, fc.subarray(ids), (filters, view, linked) => {
      const { verdict, reason, forwards, explanations } = decide(filters, view, linked)
      const reached = forwards.map(f => f.destinationId)
      expect(new Set(reached).size).toBe(reached.length)
      expect(linked).toEqual(expect.arrayContaining(reached))
      expect(verdict === 'matched').toBe(forwards.length > 0)
      expect(reason === null).toBe(verdict !== 'suppressed')
      expect(verdict === 'not_matched').toBe(explanations.every(e => !e.explanation.held))
      expect(FilterExplanations.safeParse(explanations).success).toBe(true)
    }),
    { numRuns: 300 },
  )
})
