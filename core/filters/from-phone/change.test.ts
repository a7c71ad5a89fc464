// What a wish changes beside the filters that are there.
import { expect, test } from 'vitest'
import type { Action, Filter } from '../action.ts'
import { plainFilter as filter } from '../testing/plain-message.fixture.ts'
import type { Condition } from '../tree.ts'
import { actionsFor, changeFor, rivalsOf } from './change.ts'
import type { PhoneFilterKind } from './sender.ts'

const phone = '0199c3a0-0000-7000-8000-000000000001'
const other = '0199c3a0-0000-7000-8000-000000000002'
const shop: Condition = { field: 'from', operator: 'is', values: ['news@shop.example'] }
const list: Condition = { field: 'list', operator: 'is', values: ['news.shop.example'] }
const stop: Action[] = [{ kind: 'stop' }]
const forward = (...destinationIds: string[]): Action[] => [{ kind: 'forward', destinationIds }]
const changed = (wish: PhoneFilterKind, filters: Filter[], rival = shop) =>
  changeFor({ kind, condition: shop, rival, destinationId: phone }, filters)

const exists = (id: string) => ({ kind: 'exists', name: `Filter ${id}` })
const adds = { kind: 'change', adds: true, pausedIds: [] }

test('a wish that no filter does is a new filter', () => {
  expect(changed('always', [])).toEqual(adds)
  expect(changed('never', [])).toEqual(adds)
  expect(actionsFor({ kind: 'always', destinationId: phone })).toEqual(forward(phone))
  expect(actionsFor({ kind: 'never', destinationId: phone })).toEqual(stop)
})

test('what a filter that is on does already is not made twice', () => {
  const grouped: Condition = { any: [{ all: [shop] }] }
  expect(changed('always', [filter('a', grouped, forward(other, phone))])).toEqual(exists('a'))
  expect(changed('always', [filter('a', shop, forward())])).toEqual(exists('a'))
  expect(changed('never', [filter('a', grouped, stop), filter('b', list, forward())])).toEqual(exists('a'))
})

test('one that is off, goes elsewhere, asks others first or comes too late does not', () => {
  expect(changed('always', [filter('a', shop, forward(), true)])).toEqual(adds)
  expect(changed('always', [filter('a', shop, forward(other))])).toEqual(adds)
  expect(changed('always', [filter('a', shop, [{ kind: 'forward', destinationIds: [other, phone], next: { minutes: 5 } }])])).toEqual(adds)
  expect(changed('always', [filter('a', shop, [{ kind: 'forward', destinationIds: [], rotaId: other }])])).toEqual(adds)
  expect(changed('never', [filter('a', shop, stop, true)])).toEqual(adds)
  expect(changed('never', [filter('b', list, forward()), filter('a', shop, stop)])).toEqual(adds)
  expect(changed('never', [filter('a', shop, [...forward(), ...stop])])).toEqual(adds)
})

test('always switches off what silences the same sender before it, by either condition, and nothing else', () => {
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

test('those that hold on the mail and say the opposite are told', () => {
  const filters = [filter('a', list, forward()), filter('b', list, stop), filter('c', list, forward(), true), filter('d', shop, forward())]
  expect(rivalsOf({ kind: 'never' }, filters, new Set(['a', 'b', 'c']), [])).toEqual(['Filter a'])
  expect(rivalsOf({ kind: 'always' }, filters, new Set(['a', 'b', 'c']), [])).toEqual(['Filter b'])
  expect(rivalsOf({ kind: 'always' }, filters, new Set(['a', 'b', 'c']), ['b'])).toEqual([])
})
