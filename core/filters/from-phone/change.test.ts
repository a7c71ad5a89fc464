// Tests what a filter request from a phone changes in the existing filters.
import { expect, test } from 'vitest'
import type { Action, Filter } from '../action.ts'
import { plainFilter as filter } from '../testing/plain-message.fixture.ts'
import type { Condition } from '../tree.ts'
import { actionsFor, findConflicts, planChange } from './change.ts'
import type { PhoneFilterKind } from './sender.ts'

const phone = '0199c3a0-0000-7000-8000-000000000001'
const other = '0199c3a0-0000-7000-8000-000000000002'
const shop: Condition = { field: 'from', operator: 'is', values: ['news@shop.example'] }
const list: Condition = { field: 'list', operator: 'is', values: ['news.shop.example'] }
const stop: Action[] = [{ kind: 'stop' }]
const forward = (...destinationIds: string[]): Action[] => [{ kind: 'forward', destinationIds }]
const changed = (kind: PhoneFilterKind, filters: Filter[], rival = shop) =>
  planChange({ kind, condition: shop, rival, destinationId: phone }, filters)

const exists = (id: string) => ({ kind: 'exists', name: `Filter ${id}` })
const adds = { kind: 'change', adds: true, pausedIds: [] }

test('a request that no filter covers adds a filter', () => {
  expect(changed('always', [])).toEqual(adds)
  expect(changed('never', [])).toEqual(adds)
  expect(actionsFor({ kind: 'always', destinationId: phone })).toEqual(forward(phone))
  expect(actionsFor({ kind: 'never', destinationId: phone })).toEqual(stop)
})

test('a request that an active filter covers adds nothing', () => {
  const grouped: Condition = { any: [{ all: [shop] }] }
  expect(changed('always', [filter('a', grouped, forward(other, phone))])).toEqual(exists('a'))
  expect(changed('always', [filter('a', shop, forward())])).toEqual(exists('a'))
  expect(changed('never', [filter('a', grouped, stop), filter('b', list, forward())])).toEqual(exists('a'))
})

test('a filter that is paused, forwards elsewhere, escalates or comes too late does not cover a request', () => {
  expect(changed('always', [filter('a', shop, forward(), true)])).toEqual(adds)
  expect(changed('always', [filter('a', shop, forward(other))])).toEqual(adds)
  expect(changed('always', [filter('a', shop, [{ kind: 'forward', destinationIds: [other, phone], next: { minutes: 5 } }])])).toEqual(adds)
  expect(changed('always', [filter('a', shop, [{ kind: 'forward', destinationIds: [], rotaId: other }])])).toEqual(adds)
  expect(changed('never', [filter('a', shop, stop, true)])).toEqual(adds)
  expect(changed('never', [filter('b', list, forward()), filter('a', shop, stop)])).toEqual(adds)
  expect(changed('never', [filter('a', shop, [...forward(), ...stop])])).toEqual(adds)
})

test('always pauses only the filters that suppress the same sender before it, by either condition', () => {
  const mutes = [
    filter('a', shop, stop),
    filter('b', list, stop),
    filter('c', { any: [shop, list] }, stop),
    filter('d', shop, [{ kind: 'flag' }, ...stop]),
  ]
  expect(changed('always', mutes, list)).toEqual({ kind: 'change', adds: true, pausedIds: ['a', 'b'] })
  expect(changed('always', [filter('a', shop, stop), filter('b', shop, forward())])).toEqual({
    kind: 'change',
    adds: false,
    pausedIds: ['a'],
  })
  expect(changed('always', [filter('b', shop, forward()), filter('a', shop, stop)])).toEqual(exists('b'))
})

test('matching filters that do the opposite are reported', () => {
  const filters = [filter('a', list, forward()), filter('b', list, stop), filter('c', list, forward(), true), filter('d', shop, forward())]
  expect(findConflicts({ kind: 'never' }, filters, new Set(['a', 'b', 'c']), [])).toEqual(['Filter a'])
  expect(findConflicts({ kind: 'always' }, filters, new Set(['a', 'b', 'c']), [])).toEqual(['Filter b'])
  expect(findConflicts({ kind: 'always' }, filters, new Set(['a', 'b', 'c']), ['b'])).toEqual([])
})
