// Tests parsing the rows of a write request: one column list for all rows, and only existing columns.
import { expect, test } from 'vitest'
import { readRows } from './body.ts'
import { readAccept, readPreferences } from './preferences.ts'
import { rangeOf } from './range.ts'
import { tableNamed } from './tables.ts'

const logs = tableNamed('activity_logs')

test('one object is one row, and an array is many', () => {
  expect(readRows(logs, { action: 'a' }, null)).toEqual({ columns: ['action'], rows: [{ action: 'a' }] })
  expect(readRows(logs, [{ action: 'a' }, { action: 'b' }], null).rows).toHaveLength(2)
  expect(readRows(logs, [], null)).toEqual({ columns: [], rows: [] })
})

test('columns= selects which columns of the body are used', () => {
  expect(readRows(logs, [{ action: 'a', unknown: 1 }, { status: 'info' }], ['action', 'status'])).toEqual({
    columns: ['action', 'status'],
    rows: [{ action: 'a' }, { status: 'info' }],
  })
})

test.each([[null], ['text'], [1], [[1]], [[null]], [[{ action: 'a' }, { status: 'b' }]], [[{ action: 'a' }, {}]]])(
  '%j is not a valid body',
  body => {
    expect(() => readRows(logs, body, null)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST102' }))
  },
)

test('a key that is not a column is refused, whatever its name', () => {
  for (const key of ['nope', 'Action', 'action ', 'constructor', 'toString'])
    expect(() => readRows(logs, { [key]: 1 }, null)).toThrow(expect.objectContaining({ code: 'PGRST204' }))
  expect(() => readRows(logs, JSON.parse('{"__proto__": 1}'), null)).toThrow(expect.objectContaining({ code: 'PGRST204' }))
})

test('preferences are parsed from one or several headers; unknown ones are refused only with strict handling', () => {
  expect(readPreferences('return=representation, count=exact,resolution=merge-duplicates')).toEqual({
    shows: 'representation',
    counts: true,
    onConflict: 'merge-duplicates',
    missing: 'null',
    maxAffected: null,
    applied: ['return=representation', 'count=exact', 'resolution=merge-duplicates'],
  })
  expect(readPreferences('')).toMatchObject({ shows: 'minimal', counts: false, applied: [] })
  expect(readPreferences('count=all, constructor=x, return').applied).toEqual([])
  expect(readPreferences('handling=strict, max-affected=3')).toMatchObject({ maxAffected: 3 })
  expect(readPreferences('max-affected=3')).toMatchObject({ maxAffected: null })
  expect(() => readPreferences('handling=strict, odd=1')).toThrow(expect.objectContaining({ code: 'PGRST122' }))
})

test('the first supported media type is used', () => {
  for (const header of ['', '*/*', 'application/json', 'text/csv, application/json;q=0.5', 'APPLICATION/JSON; charset=utf-8'])
    expect(readAccept(header)).toEqual({ form: 'array', stripsNulls: false })
  expect(readAccept('application/vnd.pgrst.object+json;nulls=stripped')).toEqual({ form: 'object', stripsNulls: true })
  for (const header of ['text/csv', 'application/xml, text/html'])
    expect(() => readAccept(header)).toThrow(expect.objectContaining({ code: 'PGRST107' }))
})

test('a page has its range and the total', () => {
  expect(rangeOf(0, 5, null)).toEqual({ status: 200, contentRange: '0-4/*' })
  expect(rangeOf(0, 0, null)).toEqual({ status: 200, contentRange: '*/*' })
  expect(rangeOf(0, 0, 0)).toEqual({ status: 200, contentRange: '*/0' })
  expect(rangeOf(0, 5, 5)).toEqual({ status: 200, contentRange: '0-4/5' })
  expect(rangeOf(2, 2, 5)).toEqual({ status: 206, contentRange: '2-3/5' })
  expect(() => rangeOf(6, 0, 5)).toThrow(expect.objectContaining({ status: 416, code: 'PGRST103' }))
})
