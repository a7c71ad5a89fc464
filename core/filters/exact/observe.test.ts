// Tests the exact tests of filters, which compare the raw email.
import { expect, test } from 'vitest'
import type { MessageHeader } from '../../message/source.ts'
import { toFilterInput } from '../fields.ts'
import { observe } from '../observe.ts'
import { plainArrival, plainView } from '../testing/plain-message.fixture.ts'
import { parseSentDate } from './date.ts'
import { parseMedia } from './media.ts'
import type { ExactTest } from './test.ts'

const header = (names: string[]): ExactTest['read'] => ({ kind: 'header', names })
const exact = (change: Partial<ExactTest>): ExactTest => ({
  field: 'exact',
  read: header(['X-A']),
  compare: 'ascii',
  operator: 'is',
  values: [''],
  ...change,
})

function seen(test: ExactTest, headers: MessageHeader[], timeZone = 'Europe/Berlin') {
  const arrival = plainArrival({ arrivedAt: '2026-07-01T22:30:00Z', timeZone })
  return observe(test, toFilterInput(plainView({ headers }), arrival, new Map()))
}
const holds = (test: ExactTest, ...headers: MessageHeader[]): boolean => seen(test, headers).held

test('the ascii, octet and number comparators differ', () => {
  const one = { name: 'x-a', value: 'Über 7' }
  expect(holds(exact({ values: ['über 7'] }), one)).toBe(false)
  expect(holds(exact({ values: ['ÜBER 7'] }), one)).toBe(true)
  expect(holds(exact({ values: ['ÜBER 7'], compare: 'octets' }), one)).toBe(false)
  expect(holds(exact({ values: ['007 of 9'], compare: 'number' }), { name: 'X-A', value: '7' })).toBe(true)
  expect(holds(exact({ values: ['999999999999999999999'], compare: 'number', operator: 'over' }), { name: 'X-A', value: 'many' })).toBe(
    true,
  )
  expect(holds(exact({ values: ['\u{1f600}'], operator: 'under' }), { name: 'X-A', value: '\uffff' })).toBe(true)
})

test('a question mark matches one octet, and a backslash escapes', () => {
  const fits = (pattern: string, value: string) => holds(exact({ operator: 'wildcard', values: [pattern] }), { name: 'X-A', value })
  expect([fits('a?c', 'aüc'), fits('a??c', 'aüc'), fits('a*c', 'aüc')]).toEqual([false, true, true])
  expect([fits('\\*?', '*a'), fits('\\*?', 'ba'), fits('\\?', '?'), fits('\\?', 'a'), fits('a\\\\*', 'a\\b')]).toEqual([
    ...[true, false, true, false, true],
  ])
})

test('an empty header exists, and an absent one does not', () => {
  const anything = exact({ operator: 'contains', values: [''] })
  expect([holds(anything, { name: 'X-A', value: '' }), holds(anything)]).toEqual([true, false])
  expect(holds(exact({ counted: true, operator: 'is', values: ['2'] }), { name: 'X-A', value: '' }, { name: 'x-a', value: 'b' })).toBe(true)
})

test('addresses are parsed before encoded words are decoded, and counted in full', () => {
  const from = { name: 'From', value: 'a,b@c <anna+news@example.com>', raw: '=?utf-8?q?a=2Cb=40c?= <anna+news@example.com>' }
  const part = (of: 'all' | 'detail') => exact({ read: { kind: 'address', names: ['from'], part: of }, values: ['news'] })
  expect([holds(part('detail'), from), holds(part('all'), from)]).toEqual([true, false])
  expect(holds({ ...part('detail'), counted: true, values: ['2'] }, { name: 'From', value: 'a@b.example, c+d@e.example' })).toBe(true)
})

test('a match is shown at its position', () => {
  const found = seen(exact({ operator: 'contains', values: ['x', 'BAR'] }), [
    { name: 'X-A', value: 'foo' },
    { name: 'X-A', value: 'foo bar' },
  ])
  expect(found).toEqual({ held: true, text: 'foo bar', hits: [{ start: 4, end: 7 }] })
  expect(seen(exact({}), [{ name: 'X-A', value: 'foo' }])).toEqual({ held: false, text: 'foo', hits: [] })
})

test("dates are read in their original zone, the person's zone or any other", () => {
  const date = (zone: string, part: 'hour' | 'iso8601' | 'weekday' | 'zone', name: string | null = 'date') =>
    seen(exact({ read: { kind: 'date', header: name, zone, part } }), [{ name: 'Date', value: 'Wed, 1 Jul 2026 23:30:00 -0500' }]).text
  expect(date('original', 'iso8601')).toBe('2026-07-01T23:30:00-05:00')
  expect(date('own', 'iso8601')).toBe('2026-07-02T06:30:00+02:00')
  expect(date('+0530', 'iso8601')).toBe('2026-07-02T10:00:00+05:30')
  expect([date('own', 'hour', null), date('own', 'weekday', null), date('-0930', 'zone', null)]).toEqual(['00', '4', '-0930'])
})

test.each([
  ['Fri, 21 Nov 1997 09:55:06 -0600', '1997-11-21T15:55:06.000Z'],
  ['21 Nov 97 09:55 GMT', '1997-11-21T09:55:00.000Z'],
  ['1 Jan 2026 00:00:00 EST (comment)', '2026-01-01T05:00:00.000Z'],
])('%s is a date', (text, at) => {
  expect(new Date(parseSentDate(text)?.at ?? 0).toISOString()).toBe(at)
})

test('reads the first of several date headers, or the one with the given index', () => {
  const received = ['x; no date', 'x; Wed, 1 Jul 2026 23:30:00 -0500', 'x; Thu, 29 Feb 2024 12:00:00 GMT'].map(value => ({
    name: 'Received',
    value,
  }))
  const year = (nth?: number) =>
    seen(exact({ read: { kind: 'date', header: 'received', zone: 'original', part: 'year', nth } }), received).text
  expect([year(), year(1), year(2), year(3), year(-1), year(4)]).toEqual(['', '', '2026', '2024', '2024', ''])
})

test('invalid dates are ignored', () => {
  for (const text of ['', 'no date', '2026-01-01', '32 Jan 2026 00:00:00 +0000', '1 Foo 2026 00:00:00 +0000'])
    expect(parseSentDate(text)).toBeNull()
})

test('types and parameters are read as in MIME, including continuations and other charsets', () => {
  const value = `application/x-stuff; title*0*=us-ascii'en'This%20is%20; title*1*=%2A%2A; title*2="isn't it!"; name="a\\"b; c"; x=y`
  expect([parseMedia(value, 'type'), parseMedia(value, 'subtype'), parseMedia(value, 'media_type')]).toEqual([
    ['application'],
    ['x-stuff'],
    ['application/x-stuff'],
  ])
  expect(parseMedia(value, { params: ['Title', 'name', 'x'] })).toEqual(["This is **isn't it!", 'a"b; c', 'y'])
  expect(parseMedia("attachment; filename*=utf-8''%C3%BCber.txt", { params: ['filename'] })).toEqual(['über.txt'])
  expect(parseMedia('inline', 'subtype')).toEqual([''])
})
