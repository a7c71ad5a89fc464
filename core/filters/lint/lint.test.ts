// Tests that lint finds the problems planted in sample filters.
import { expect, test } from 'vitest'
import { measureMs } from '../../text/timing.fixture.ts'
import type { Action } from '../action.ts'
import type { Condition } from '../tree.ts'
import { type LintedFilter, type LintFinding, type LintStats, lintEach } from './lint.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const subject = (operator: 'contains' | 'is', ...values: string[]): Condition => ({ field: 'subject', operator, values })
const forward = (...destinationIds: string[]): Action => ({ kind: 'forward', destinationIds })
const stop: Action = { kind: 'stop' }
const lint = (...given: Parameters<typeof lintEach>): LintFinding[] => [...lintEach(...given)].flat()
let made = 0
const filter = (condition: Condition, actions: Action[] = [forward()], change: Partial<LintedFilter> = {}): LintedFilter => {
  made += 1
  return {
    id: `f${made}`,
    name: `Filter ${made}`,
    paused: false,
    condition,
    actions,
    changedAt: daysAgo(1),
    lastMatchedAt: null,
    ...change,
  }
}
const lists = new Map([
  ['VIP', new Set(['boss@example.com'])],
  ['Empty', new Set<string>()],
])
const found = (filters: LintedFilter[], stats: Partial<LintStats> = {}): Pick<LintFinding, 'kind' | 'text' | 'values'>[] =>
  lint(filters, { now, together: [], ...stats }, lists).map(({ kind, text, values }) => ({ kind, text, values }))
/** The findings for the last filter; there must be none for the others. */
const lintAll = (filters: LintedFilter[], stats: Partial<LintStats> = {}): { kind: string; text: string; other: number | null } | null => {
  const all = lint(filters, { now, together: [], ...stats }, lists)
  expect(all.length).toBeLessThan(2)
  const [one] = all
  if (!one) return null
  expect(one.filterId).toBe(filters.at(-1)?.id)
  const other = filters.findIndex(({ id }) => id === one.other)
  return { kind: one.kind, text: one.text, other: other < 0 ? null : other }
}

const invoice = subject('contains', 'invoice')
const invoice42 = subject('contains', 'invoice 42')
const twice: Condition = { all: [invoice, { any: [invoice, subject('is', 'a')] }, { none: [subject('contains', 'voice')] }] }

test('a filter that can never match gets a reason', () => {
  expect(found([filter(twice)])).toEqual([{ kind: 'impossible', text: 'never.two', values: { n: 1, m: 4 } }])
  const hidden = subject('is', '\u00ad')
  expect(found([filter({ all: [invoice, hidden] })])).toEqual([{ kind: 'impossible', text: 'never.one', values: { n: 2 } }])
  const listed: Condition = { field: 'from', operator: 'in_list', list: 'Empty' }
  expect(found([filter({ all: [invoice, listed] })])).toEqual([{ kind: 'impossible', text: 'never.list', values: { list: 'Empty' } }])
  expect(found([filter({ any: [invoice, listed] })])).toEqual([])
  const over: Condition = { field: 'date', operator: 'before', day: '2026-10-01' }
  expect(found([filter({ all: [invoice, over] })])).toEqual([{ kind: 'impossible', text: 'never.past', values: {} }])
  const late: Condition = { field: 'date', operator: 'on', day: '2026-11-01' }
  expect(found([filter({ all: [invoice, late] })])).toEqual([])
  expect(found([filter({ any: [{ all: [invoice, { none: [invoice] }] }] })])).toEqual([{ kind: 'impossible', text: 'never', values: {} }])
})

test('a paused filter gets only findings about its condition', () => {
  const paused = { paused: true, changedAt: daysAgo(100) }
  expect(found([filter(twice, [forward()], paused)])).toHaveLength(1)
  expect(found([filter(invoice), filter(invoice, [forward()], paused), filter(invoice42, [stop], paused)])).toEqual([])
})

test('a filter that matches every email is reported', () => {
  const every: Condition = { field: 'subject', operator: 'wildcard', values: ['*'] }
  expect(lintAll([filter(every)])).toEqual({ kind: 'always', text: 'always', other: null })
})

test.each<[string, LintedFilter[], ReturnType<typeof lintAll>]>([
  ['a stop before it', [filter(invoice, [stop]), filter(invoice42)], { kind: 'shadowed', text: 'shadowed.stop', other: 0 }],
  ['a stop behind it', [filter(invoice42), filter(invoice, [stop])], null],
  ['a stop that is paused', [filter(invoice, [stop], { paused: true }), filter(invoice42)], null],
  ['a stop on less', [filter(invoice42, [stop]), filter(invoice)], null],
  [
    'the same phones',
    [filter(invoice, [forward('a', 'b')]), filter(invoice42, [forward('b')])],
    { kind: 'shadowed', text: 'shadowed.phones', other: 0 },
  ],
  ['all phones', [filter(invoice), filter(invoice42, [forward('b')])], { kind: 'shadowed', text: 'shadowed.phones', other: 0 }],
  [
    'not all phones',
    [filter(invoice, [forward('b')]), filter(invoice42, [forward()])],
    { kind: 'overlapping', text: 'overlapping.within', other: 0 },
  ],
  ['another phone', [filter(invoice, [forward('a')]), filter(invoice42, [forward('b')])], null],
  [
    'more than forwarding',
    [filter(invoice), filter(invoice42, [forward(), { kind: 'flag' }])],
    { kind: 'overlapping', text: 'overlapping.within', other: 0 },
  ],
  ['a filter that never matches', [filter(invoice42, [forward(), { kind: 'flag' }])], null],
  [
    'the same said otherwise',
    [filter({ any: [invoice, subject('contains', 'a')] }), filter({ none: [{ none: [subject('contains', 'a', 'invoice')] }] })],
    { kind: 'duplicate', text: 'duplicate', other: 0 },
  ],
  ['the same with other actions', [filter(invoice, [{ kind: 'flag' }]), filter(invoice, [{ kind: 'mark_read' }])], null],
  ['a wider one behind', [filter(invoice42), filter(invoice)], { kind: 'overlapping', text: 'overlapping.within', other: 0 }],
  ['nothing in common', [filter(invoice), filter(subject('contains', 'parcel'))], null],
  [
    'the first of several',
    [filter(subject('is', 'x')), filter(invoice, [stop]), filter(invoice, [{ kind: 'flag' }]), filter(invoice42)],
    null,
  ],
])('%s', (name, filters, expected) => {
  if (name === 'the first of several') {
    expect(lint(filters, { now, together: [] }, lists).map(({ filterId, other }) => [filterId, other])).toEqual([
      [filters[2]?.id, filters[1]?.id],
      [filters[3]?.id, filters[1]?.id],
    ])
  } else expect(lintAll(filters)).toEqual(expected)
})

test('filters that matched the same stored emails for one phone overlap', () => {
  const pair = [filter(invoice), filter(subject('contains', 'parcel'))]
  const [a, b] = pair.map(({ id }) => id)
  const together = [{ a: a ?? '', b: b ?? '', emails: 3 }]
  expect(found(pair, { together })).toEqual([{ kind: 'overlapping', text: 'overlapping.kept', values: { emails: 3 } }])
})

test('a filter unchanged and without a match for 60 days is silent', () => {
  const since = (changed: number, matched: number | null) =>
    found([filter(invoice, [forward()], { changedAt: daysAgo(changed), lastMatchedAt: matched === null ? null : daysAgo(matched) })])
  expect(since(100, null)).toEqual([{ kind: 'silent', text: 'silent', values: { days: 100 } }])
  expect(since(100, 60)).toEqual([{ kind: 'silent', text: 'silent', values: { days: 60 } }])
  expect(since(100, 59)).toEqual([])
  expect(since(59, 90)).toEqual([])
})

test('hundreds of filters take bounded time', () => {
  const many = Array.from({ length: 200 }, (_, i) =>
    filter({ all: [{ field: 'from', operator: 'contains', values: [`a${i}`, `b${i}`] }, { none: [subject('contains', `${i}`)] }] }),
  )
  expect(measureMs(Date.now, () => expect(found(many)).toEqual([]), 5000)).toBeLessThan(5000)
})
