// Tests the message list's query in the URL.
import { expect, test } from 'vitest'
import { daysOf, everything, hoursOf, isNarrow, type ListQuery, listQueryFrom, searchOf, spanOf, spans } from './list-query.ts'
import { idOf } from './messages.fixture.ts'

const full: ListQuery = {
  part: 'held',
  words: 'rent & co',
  mailboxId: idOf(700),
  destinationId: idOf(800),
  from: '2026-11-01',
  to: '2026-11-20',
}

test.each([everything, full, { ...everything, words: 'a b' }, { ...everything, from: '2026-02-28' }])(
  'what %j asks for stands in its address',
  slice => {
    expect(listQueryFrom(new URLSearchParams(searchOf(slice, 'c1')))).toEqual(slice)
  },
)

test.each(['state=lost', 'from=2026-02-30', 'to=yesterday', 'from=0001-01-01', 'mailbox=1', 'phone=%27', 'q=%20%20'])(
  '%s is left out',
  text => {
    expect(listQueryFrom(new URLSearchParams(text))).toEqual(everything)
  },
)

test('a part alone is no narrowing, anything else is', () => {
  expect([isNarrow(everything), isNarrow({ ...everything, part: 'held' })]).toEqual([false, false])
  for (const change of [{ words: 'a' }, { mailboxId: idOf(1) }, { destinationId: idOf(1) }, { from: '2026-11-01' }, { to: '2026-11-01' }])
    expect(isNarrow({ ...everything, ...change })).toBe(true)
})

test('a day is asked for from its midnight to the next, by the calendar of the reader', () => {
  const { since = '', until = '' } = hoursOf({ ...everything, from: '2026-10-25', to: '2026-10-25' })
  expect([new Date(since).getHours(), new Date(until).getHours()]).toEqual([0, 0])
  expect([new Date(since).getDate(), new Date(until).getDate()]).toEqual([25, 26])
  expect(hoursOf(everything)).toEqual({})
})

test('spans are recognized by their days', () => {
  const today = '2026-03-01'
  expect(daysOf('week', today)).toEqual({ from: '2026-02-23', to: null })
  expect(daysOf('yesterday', today)).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  for (const span of spans) expect(spanOf(daysOf(span, today), today)).toBe(span)
  expect(spanOf({ from: '2026-02-23', to: today }, today)).toBeNull()
})
