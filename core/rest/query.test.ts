// Tests parsing PostgREST queries from URLs.
import { describe, expect, test } from 'vitest'
import { readQuery } from './query.ts'
import { RestRefusal } from './refusal.ts'
import { tableNamed } from './tables.ts'

const logs = tableNamed('activity_logs')
const read = (query: string) => readQuery(logs, query === '' ? [] : query.split('&').map(pairOf))

function pairOf(part: string): [string, string] {
  const at = part.indexOf('=')
  return [part.slice(0, at), decodeURIComponent(part.slice(at + 1))]
}

const conditionsOf = (query: string) => read(query).conditions

function refusal(query: string): RestRefusal {
  try {
    read(query)
  } catch (error) {
    if (error instanceof RestRefusal) return error
    throw error
  }
  throw new Error(`${query} was not refused`)
}

const compare = (column: string, operator: string, value: string, isNegated = false): unknown => ({
  kind: 'compare',
  field: { column, path: [] },
  operator,
  value,
  isNegated,
  quantifier: null,
})

describe('filters', () => {
  test.each<[string, unknown]>([
    ['action=eq.auth.login', compare('action', 'eq', 'auth.login')],
    ['action=not.eq.a', compare('action', 'eq', 'a', true)],
    ['action=neq.', compare('action', 'neq', '')],
    ['action=like.auth.*', compare('action', 'like', 'auth.%')],
    ['action=eq.*', compare('action', 'eq', '*')],
    ['"action"=eq."a"', compare('action', 'eq', '"a"')],
    ['action=eq.a,b)', compare('action', 'eq', 'a,b)')],
    ['action=eq.line%0Abreak', compare('action', 'eq', 'line\nbreak')],
    ['email=is.null', { kind: 'is', field: { column: 'email', path: [] }, value: 'null', isNegated: false }],
    ['email=not.is.NULL', { kind: 'is', field: { column: 'email', path: [] }, value: 'null', isNegated: true }],
    [
      'status=in.(info,"a,b","say \\"hi\\"",)',
      { kind: 'in', field: { column: 'status', path: [] }, values: ['info', 'a,b', 'say "hi"', ''], isNegated: false },
    ],
    ['status=in.()', { kind: 'in', field: { column: 'status', path: [] }, values: [], isNegated: false }],
  ])('%s', (query, expected) => {
    expect(conditionsOf(query)).toEqual([expected])
  })

  test('a path leads into JSON by keys and indexes', () => {
    expect(conditionsOf('details->a->0->>"b c"=eq.1')).toMatchObject([
      {
        field: {
          column: 'details',
          path: [
            { arrow: '->', key: 'a' },
            { arrow: '->', key: 0 },
            { arrow: '->>', key: 'b c' },
          ],
        },
      },
    ])
  })

  test('and, or and not nest', () => {
    const [condition] = conditionsOf('or=(action.eq.a,not.and(status.in.(x,y),email.is.null),resource_id.eq."a,b")')
    expect(condition).toMatchObject({
      kind: 'or',
      isNegated: false,
      conditions: [
        compare('action', 'eq', 'a'),
        { kind: 'and', isNegated: true, conditions: [{ kind: 'in', values: ['x', 'y'] }, { kind: 'is' }] },
        compare('resource_id', 'eq', 'a,b'),
      ],
    })
    expect(conditionsOf('not.and=(action.eq.a,action.not.eq.b)')).toMatchObject([{ kind: 'and', isNegated: true }])
  })

  test('a repeated parameter counts each time', () => {
    expect(conditionsOf('created_at=gte.2020-01-01&created_at=lt.2021-01-01')).toHaveLength(2)
  })
})

describe('select, order, pages', () => {
  test('* selects all columns', () => {
    expect(read('').shown.map(s => s.name)).toEqual([...logs.columns])
    expect(read('select=*').shown).toHaveLength(logs.columns.length)
  })

  test('a column may be renamed, and a JSON path is named after its last key', () => {
    const shown = read('select=id,who:user_id, details->a->>b ,n:details->0').shown
    expect(shown.map(s => [s.name, s.field.column, s.field.path.length])).toEqual([
      ['id', 'id', 0],
      ['who', 'user_id', 0],
      ['b', 'details', 2],
      ['n', 'details', 1],
    ])
  })

  test('order has a direction and a position for nulls', () => {
    expect(read('order=created_at.desc.nullslast,action,email.nullsfirst').order).toMatchObject([
      { field: { column: 'created_at' }, direction: 'desc', nulls: 'last' },
      { field: { column: 'action' }, direction: 'asc', nulls: null },
      { field: { column: 'email' }, direction: 'asc', nulls: 'first' },
    ])
  })

  test('a limit that is not a number is ignored', () => {
    expect(read('limit=5&offset=3')).toMatchObject({ limit: 5, offset: 3 })
    expect(read('limit=many&offset=x')).toMatchObject({ limit: null, offset: 0 })
  })
})

test.each([
  ['action=noop.0', 'PGRST100', '"failed to parse filter (noop.0)" (line 1, column 6)', 'unknown single value operator noop'],
  [
    'order=action.ac',
    'PGRST100',
    '"failed to parse order (action.ac)" (line 1, column 7)',
    'expecting "asc", "desc", "nullsfirst" or "nullslast"',
  ],
  ['select=action;', 'PGRST100', '"failed to parse select parameter (action;)" (line 1, column 7)', 'unexpected ";"'],
  ['or=()', 'PGRST100', '"failed to parse logic tree (or())" (line 1, column 4)', 'expecting field name (* or [a..z0..9_$])'],
  ['select=nope', '42703', 'column activity_logs.nope does not exist', null],
  ['columns=nope', 'PGRST204', "Could not find the 'nope' column of 'activity_logs' in the schema cache", null],
  ['select=details->>"a\u0000b"', 'PGRST100', expect.stringContaining('line 1, column 11'), expect.any(String)],
])('%s is refused as %s', (query, code, message, details) => {
  expect(refusal(query)).toMatchObject({ code, message, details })
})

test('a value is compared with any or all of a list', () => {
  const [condition] = readQuery(tableNamed('activity_logs'), [['action', 'not.like(any).{auth.*,login*}']]).conditions
  expect(condition).toMatchObject({ operator: 'like', quantifier: 'any', value: '{auth.%,login%}', isNegated: true })
  expect(() => readQuery(tableNamed('activity_logs'), [['action', 'neq(any).{a}']])).toThrow(expect.objectContaining({ code: 'PGRST100' }))
})

test('every unsupported operator is refused as such', () => {
  for (const operator of ['match', 'imatch', 'imatch(any)', 'fts', 'wfts(english)', 'ov', 'adj'])
    expect(refusal(`action=${operator}.x`)).toMatchObject({ status: 400, code: 'PGRST127' })
})

test('a query with very many parts is refused', () => {
  expect(refusal(Array.from({ length: 51 }, (_, i) => `action=neq.${i}`).join('&')).code).toBe('PGRST100')
})
