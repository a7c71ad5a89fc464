// Tests filter order, pauses, stops, destinations and combined settings.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action, Filter } from './action.ts'
import { decide } from './decide.ts'
import { compile } from './engine/compile.ts'
import { FilterExplanations } from './explanation.ts'
import { matches } from './match.ts'
import { plainFilter as filter, plainReading } from './testing/plain-message.fixture.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import { anyReading } from './testing/random-messages.fixture.ts'
import type { Condition } from './tree.ts'

const yes: Condition = { field: 'subject', operator: 'contains', values: ['invoice'] }
const no: Condition = { field: 'subject', operator: 'contains', values: ['newsletter'] }
const forward = (...destinationIds: string[]): Action => ({ kind: 'forward', destinationIds })
const stop: Action = { kind: 'stop' }

const decided = (filters: Filter[], linked: string[], budget?: number) =>
  decide(compile(filters, new Map()), plainReading(), linked, budget)

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
  ['a filter that only marks the mail', [filter('1', yes, [{ kind: 'flag' }])], ['a'], 'suppressed', 'no_forward', []],
  ['forward and stop', [filter('1', yes, [stop, forward('a')]), filter('2', yes, [forward()])], ['a', 'b'], 'matched', null, ['1>a']],
])('%s', (_, filters, linked, result, reason, forwards) => {
  const decision = decided(filters, linked)
  expect(decision).toMatchObject({ result, reason })
  expect(decision.forwards.map(f => `${f.filterId}>${f.destinationId}`)).toEqual(forwards)
})

test('explains each evaluated filter and whether it acted', () => {
  const filters = [
    filter('1', no, [forward()]),
    filter('2', yes, [forward()]),
    filter('3', yes, [forward()]),
    filter('4', yes, [stop]),
    filter('5', yes, [forward()]),
  ]
  const { explanations } = decided(filters, ['a'])
  expect(explanations.map(e => [e.filterId, e.explanation.held, e.acted])).toEqual([
    ['1', false, false],
    ['2', true, true],
    ['3', true, false],
    ['4', true, true],
  ])
})

test('explains all matching filters and only the first fifty that did not match', () => {
  const filters = Array.from({ length: 200 }, (_, i) => filter(String(i), i % 2 ? yes : no, [forward()]))
  const { explanations } = decided(filters, ['a'])
  expect(explanations.filter(e => !e.explanation.held).map(e => e.filterId)).toEqual(Array.from({ length: 50 }, (_, i) => String(2 * i)))
  expect(explanations.filter(e => e.explanation.held)).toHaveLength(100)
})

const redacting = (...patterns: string[]): Action => ({ kind: 'redact', what: ['cards'], patterns })
const both = (...patterns: string[]) => ({ what: ['cards'], patterns })

test.each<[string, Filter[], (object | null)[]]>([
  ['no redaction', [filter('1', yes, [forward()])], [null, null]],
  ['of the filter itself', [filter('1', yes, [forward(), redacting('x')])], [both('x'), both('x')]],
  [
    'of a later filter that names the destination too',
    [filter('1', yes, [forward(), redacting('x')]), filter('2', yes, [forward('b'), redacting('x', 'y')])],
    [both('x'), both('x', 'y')],
  ],
  ['of a filter that forwards nowhere', [filter('1', yes, [forward()]), filter('2', yes, [redacting()])], [both(), both()]],
  ['not of a filter that does not hold', [filter('1', yes, [forward()]), filter('2', no, [redacting()])], [null, null]],
  ['not of a filter behind a stop', [filter('1', yes, [forward(), stop]), filter('2', yes, [redacting()])], [null, null]],
])('what is blacked out: %s', (_, filters, redact) => {
  expect(decided(filters, ['a', 'b']).forwards.map(f => f.redact)).toEqual(redact)
})

const urgent: Action = { kind: 'urgent' }
const night = { from: '22:00', to: '07:00', then: 'hold' as const }
const quiet: Action = { kind: 'quiet', ...night }
const limit: Action = { kind: 'at_most', perHour: 3 }
const hourly: Action = { kind: 'digest', every: 'hour' }

test.each<[string, Filter[], object]>([
  ['nothing', [filter('1', yes, [forward('a')])], {}],
  ['all settings of its own filter', [filter('1', yes, [forward('a'), hourly, quiet, limit])], { digest: hourly, quiet, perHour: 3 }],
  [
    'urgent because of another filter for that phone',
    [filter('1', yes, [forward('a')]), filter('2', yes, [forward('a'), urgent])],
    { isUrgent: true },
  ],
  ['nothing of a filter for another phone', [filter('1', yes, [forward('a')]), filter('2', yes, [forward('b'), urgent])], {}],
  ['nothing of a filter that does not hold', [filter('1', yes, [forward('a')]), filter('2', no, [urgent])], {}],
  [
    'the settings of a filter that does not forward',
    [filter('1', yes, [hourly]), filter('2', yes, [forward('a'), quiet])],
    { digest: hourly, quiet },
  ],
  [
    'no waiting for what another filter collects',
    [filter('1', yes, [forward('a')]), filter('2', yes, [forward('a'), hourly, quiet, limit])],
    {},
  ],
  [
    'of two digests the first',
    [filter('1', yes, [hourly]), filter('2', yes, [forward('a'), { kind: 'digest', every: 'day' }])],
    { digest: hourly },
  ],
  ['a limit of its own urgent mail', [filter('1', yes, [forward('a'), urgent, limit])], { isUrgent: true, perHour: 3 }],
  [
    'no limit of what another filter calls urgent',
    [filter('1', yes, [forward('a'), limit]), filter('2', yes, [urgent])],
    { isUrgent: true },
  ],
])('delivery preferences: %s', (_, filters, preferences) => {
  const [first] = decided(filters, ['a', 'b']).forwards
  expect(first?.preferences).toMatchObject({ isUrgent: false, digest: null, quiet: null, perHour: null, ...preferences })
})

const move = (folder: string): Action => ({ kind: 'move', folder })

test.each<[string, Filter[], string[]]>([
  ['none', [filter('1', yes, [forward()])], []],
  [
    'of every filter that holds, each kind once',
    [filter('1', yes, [move('A')]), filter('2', yes, [{ kind: 'mark_read' }, move('B')])],
    ['1 move A', '2 mark_read null'],
  ],
  ['of the filter that stops', [filter('1', yes, [{ kind: 'flag' }, stop]), filter('2', yes, [{ kind: 'mark_read' }])], ['1 flag null']],
  ['not of a filter that does not hold', [filter('1', no, [{ kind: 'flag' }])], []],
])('mailbox actions: %s', (_, filters, actions) => {
  expect(decided(filters, ['a']).mailboxActions.map(action => `${action.filterId} ${action.kind} ${action.folder}`)).toEqual(actions)
})

const dear: Condition = { field: 'body', operator: 'regexp', values: ['(?s).{900}'] }

test('a filter that is too expensive forwards the email with a notice and does nothing else', () => {
  const actions: Action[] = [{ kind: 'flag' }, redacting(), forward('a'), stop]
  const { result, reason, forwards, mailboxActions, explanations } = decided(
    [filter('1', dear, actions), filter('2', yes, [forward('b')])],
    ['a', 'b'],
    10_000,
  )
  expect([result, reason, mailboxActions]).toEqual(['matched', 'not_proven', []])
  expect(forwards.map(f => [f.filterId, f.destinationId, f.redact !== null])).toEqual([
    ['1', 'a', true],
    ['2', 'b', false],
  ])
  expect(explanations).toMatchObject([{ explanation: { held: null }, acted: true }, { explanation: { held: true } }])
})

test.each<[string, Condition, string, string | null]>([
  ['that the rest decides against', { all: [dear, no] }, 'not_matched', null],
  ['that the rest decides for', { any: [dear, yes] }, 'matched', null],
  ['that must not hold', { none: [dear] }, 'matched', 'not_proven'],
])('a test that is too expensive, %s', (_, condition, result, reason) => {
  expect(decided([filter('1', condition, [forward()])], ['a'], 10_000)).toMatchObject({ result, reason })
})

test('a match is explained without positions if locating them is too expensive', () => {
  const values = Array.from({ length: 100 }, (_, i) => `${'i'.repeat(i)}nvoice`)
  const many: Condition = { field: 'body', operator: 'contains', values }
  const { explanations } = decided([filter('1', many, [forward()])], ['a'], 2500)
  expect(explanations).toMatchObject([{ explanation: { held: true, seen: expect.stringContaining('your invoice'), hits: [] } }])
})

test('a stop filter that is too expensive loses no email', () => {
  expect(decided([filter('1', dear, [stop]), filter('2', yes, [forward()])], ['a'], 10_000)).toMatchObject({
    result: 'matched',
    reason: null,
  })
})

test('for any filters, each linked destination gets an email at most once, and a forward means matched', () => {
  const ids = ['a', 'b', 'c']
  const action = fc.oneof(
    fc.subarray(ids).map(destinationIds => forward(...destinationIds)),
    fc.constant(stop),
  )
  const anyFilter = fc
    .tuple(fc.oneof(fc.constant(yes), anyCondition), fc.array(action, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([condition, actions, paused]) => filter('x', condition, actions, paused))
  fc.assert(
    fc.property(fc.array(anyFilter, { maxLength: 5 }), anyReading, fc.subarray(ids), (filters, input, linked) => {
      const engine = compile(filters, input.lists)
      const { result, reason, forwards, explanations } = decide(engine, input, linked)
      const reached = forwards.map(f => f.destinationId)
      expect(new Set(reached).size).toBe(reached.length)
      expect(linked).toEqual(expect.arrayContaining(reached))
      expect(result === 'matched').toBe(forwards.length > 0)
      expect(reason === null).toBe(result !== 'suppressed')
      expect(result === 'not_matched').toBe(explanations.every(e => !e.explanation.held))
      const active = filters.filter(f => !f.paused)
      expect(explanations.map(e => e.explanation)).toEqual(
        active.slice(0, explanations.length).map(f => expect.objectContaining({ held: matches(f.condition, input) })),
      )
      expect(FilterExplanations.safeParse(explanations).success).toBe(true)
    }),
    { numRuns: 300 },
  )
})

const showing = (show: 'headers' | 'summary' | 'full', ...destinationIds: string[]): Action => ({ kind: 'forward', destinationIds, show })

test.each<[string, Filter[], (string | null)[]]>([
  ['a filter without the setting', [filter('1', yes, [forward()])], [null, null]],
  ["the filter's own setting", [filter('1', yes, [showing('full')])], ['full', 'full']],
  [
    'a later filter that holds more back, on its own phones',
    [filter('1', yes, [forward()]), filter('2', yes, [showing('headers', 'b')])],
    [null, 'headers'],
  ],
  [
    'an earlier one that holds more back',
    [filter('1', yes, [showing('headers')]), filter('2', yes, [showing('summary')])],
    ['headers', 'headers'],
  ],
  [
    'a later filter that would show more uncovers nothing',
    [filter('1', yes, [showing('summary')]), filter('2', yes, [showing('full')])],
    ['summary', 'summary'],
  ],
  ['how the whole comes is as its own filter says', [filter('1', yes, [forward()]), filter('2', yes, [showing('full')])], [null, null]],
  ['not a filter that does not hold', [filter('1', yes, [forward()]), filter('2', no, [showing('headers')])], [null, null]],
])('how much is shown: %s', (_, filters, show) => {
  expect(decided(filters, ['a', 'b']).forwards.map(f => f.show)).toEqual(show)
})

test('a filter that is too expensive to evaluate still hides what it would hide', () => {
  const filters = [filter('1', yes, [forward('a')]), filter('2', yes, [showing('headers', 'a')])]
  expect(decided(filters, ['a'], 0).forwards.map(f => f.show)).toEqual(['headers'])
})
