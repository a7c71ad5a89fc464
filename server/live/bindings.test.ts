// What a channel is bound to, and which changes meet it.
import { expect, test } from 'vitest'
import type { RowChange } from '../../core/api/realtime.ts'
import { asksForOthers, bind, matchingIds } from './bindings.ts'

const userId = '00000000-0000-7000-8000-00000000000a'
const other = '00000000-0000-7000-8000-00000000000b'
const change = (table: RowChange['table'], type: RowChange['type'], record = {}): RowChange => ({
  userId,
  table,
  type,
  record: { user_id: userId, ...record },
})

test('changes meet what was asked for, by event, table and filter, in the order of asking', () => {
  const bounds = bind([
    { event: '*', schema: 'public', table: 'deliveries' },
    { event: 'INSERT', schema: 'public', table: 'messages', filter: `user_id=eq.${userId}` },
    { event: 'UPDATE', schema: 'public', table: 'deliveries', filter: 'state=eq.read' },
    { event: '*', schema: '*' },
  ])
  expect(bounds.map(bound => bound.id)).toEqual([1, 2, 3, 4])
  expect(matchingIds(bounds, change('deliveries', 'UPDATE', { state: 'read' }))).toEqual([1, 3, 4])
  expect(matchingIds(bounds, change('deliveries', 'UPDATE', { state: 'sent' }))).toEqual([1, 4])
  expect(matchingIds(bounds, change('deliveries', 'INSERT', { state: 'read' }))).toEqual([1, 4])
  expect(matchingIds(bounds, change('messages', 'INSERT'))).toEqual([2, 4])
  expect(matchingIds(bounds, change('mailboxes', 'UPDATE'))).toEqual([4])
})

test('what is answered is what was asked, and holds no more', () => {
  const [bound] = bind([{ event: 'INSERT', schema: 'public', table: 'messages' }])
  expect(bound?.requested).toEqual({ event: 'INSERT', schema: 'public', table: 'messages' })
})

test.each([
  ['a table that nobody is told of', { event: '*', schema: 'public', table: 'users' }, 'given parameters'],
  ['another schema', { event: '*', schema: 'auth', table: 'messages' }, 'given parameters'],
  ['another event', { event: 'TRUNCATE', schema: 'public', table: 'messages' }, 'given parameters'],
  ['a column that nobody may see', { event: '*', schema: 'public', table: 'messages', filter: 'view=eq.1' }, 'column=eq.value'],
  ['a name of JavaScript', { event: '*', schema: 'public', table: 'messages', filter: 'constructor=eq.1' }, 'column=eq.value'],
  ['another operator', { event: '*', schema: 'public', table: 'messages', filter: 'id=in.(1,2)' }, 'column=eq.value'],
  ['nothing at all', null, 'given parameters'],
])('%s is refused', (_, requested, words) => {
  expect(() => bind([requested])).toThrow(words)
})

test('asking for rows of somebody else is seen, whatever the case of the letters', () => {
  const asking = (filter: string) => asksForOthers(bind([{ event: '*', schema: 'public', table: 'messages', filter }]), userId)
  expect(asking(`user_id=eq.${userId.toUpperCase()}`)).toBe(false)
  expect(asking(`id=eq.${other}`)).toBe(false)
  expect(asking(`user_id=eq.${other}`)).toBe(true)
})
