// Tests that the console sees only the shape of a filter, and that a search is understood.
import { describe, expect, test } from 'vitest'
import { shapeOfFilter } from './filter-shape.ts'
import { parseUserSearch, startsWith } from './search.ts'

test('a filter is shown by the kinds of its conditions and actions, without a single value', () => {
  const condition = {
    all: [
      { field: 'from', operator: 'contains', values: ['secret@example.com'] },
      {
        any: [
          { field: 'subject', operator: 'is', values: ['Secret'] },
          { field: 'from', operator: 'in_list', list: 'Secret list' },
        ],
      },
      { none: [{ field: 'header', name: 'X-Secret', operator: 'exists' }] },
    ],
  }
  const actions = [
    { kind: 'forward', destinationIds: [] },
    { kind: 'move', folder: 'Secret' },
  ]
  const shape = shapeOfFilter(condition, actions)
  expect(shape).toEqual({
    conditions: [
      { field: 'from', count: 2 },
      { field: 'subject', count: 1 },
      { field: 'header', count: 1 },
    ],
    actions: ['forward', 'move'],
  })
  expect(JSON.stringify(shape)).not.toMatch(/secret/i)
})

test('what is not a filter has no shape, and a strange field no name', () => {
  expect(shapeOfFilter('nonsense', null)).toEqual({ conditions: [], actions: [] })
  expect(shapeOfFilter({ field: 'The secret itself!' }, [])).toEqual({ conditions: [{ field: 'unknown', count: 1 }], actions: [] })
})

describe('a search', () => {
  test.each([
    ['  ', null],
    ['Anna', { kind: 'text', text: 'anna' }],
    ['anna@ex', { kind: 'text', text: 'anna@ex' }],
    ['+1 (555) 010-4', { kind: 'digits', digits: '15550104', text: '+1 (555) 010-4', isWhole: false }],
    ['0044 20', { kind: 'digits', digits: '4420', text: '0044 20', isWhole: false }],
    ['12', { kind: 'text', text: '12' }],
    ['019AA000-0000-7000-8000-000000000001', { kind: 'id', id: '019aa000-0000-7000-8000-000000000001' }],
  ])('for "%s" is understood', (typed, search) => {
    expect(parseUserSearch(typed)).toEqual(search)
  })

  test('takes the characters of a pattern as they are', () => {
    expect(startsWith('50%_a\\')).toBe('50\\%\\_a\\\\%')
  })
})
