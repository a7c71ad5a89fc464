// Tests how the message list's query is stored in the URL.
import { expect, test } from 'vitest'
import {
  daySpans,
  daysInSpan,
  findDaySpan,
  isFiltered,
  type ListQuery,
  parseListQuery,
  toTimeRange,
  toUrlSearch,
  unfiltered,
} from './list-query.ts'
import { testId } from './messages.fixture.ts'

const full: ListQuery = {
  state: 'held',
  searchText: 'rent & co',
  mailboxId: testId(700),
  destinationId: testId(800),
  from: '2026-11-01',
  to: '2026-11-20',
}

test.each([unfiltered, full, { ...unfiltered, searchText: 'a b' }, { ...unfiltered, from: '2026-02-28' }])(
  'the query %j survives a round trip through the URL',
  query => {
    expect(parseListQuery(new URLSearchParams(toUrlSearch(query, 'c1')))).toEqual(query)
  },
)

test.each(['state=lost', 'from=2026-02-30', 'to=yesterday', 'from=0001-01-01', 'mailbox=1', 'phone=%27', 'q=%20%20'])(
  'the invalid %s is ignored',
  text => {
    expect(parseListQuery(new URLSearchParams(text))).toEqual(unfiltered)
  },
)

test('a state alone does not count as filtered, anything else does', () => {
  expect([isFiltered(unfiltered), isFiltered({ ...unfiltered, state: 'held' })]).toEqual([false, false])
  for (const change of [
    { searchText: 'a' },
    { mailboxId: testId(1) },
    { destinationId: testId(1) },
    { from: '2026-11-01' },
    { to: '2026-11-01' },
  ])
    expect(isFiltered({ ...unfiltered, ...change })).toBe(true)
})

test('a day lasts from midnight to midnight in the reader’s calendar', () => {
  const { since = '', until = '' } = toTimeRange({ ...unfiltered, from: '2026-10-25', to: '2026-10-25' })
  expect([new Date(since).getHours(), new Date(until).getHours()]).toEqual([0, 0])
  expect([new Date(since).getDate(), new Date(until).getDate()]).toEqual([25, 26])
  expect(toTimeRange(unfiltered)).toEqual({})
})

test('spans are recognized by their days', () => {
  const today = '2026-03-01'
  expect(daysInSpan('week', today)).toEqual({ from: '2026-02-23', to: null })
  expect(daysInSpan('yesterday', today)).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  for (const span of daySpans) expect(findDaySpan(daysInSpan(span, today), today)).toBe(span)
  expect(findDaySpan({ from: '2026-02-23', to: today }, today)).toBeNull()
})
