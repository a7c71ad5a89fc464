// Tests what a channel subscribes to, and which changes match it.
import { expect, test } from 'vitest'
import type { RowChange } from '../../core/api/realtime.ts'
import { matchingIds, parseBindings, requestsOthersRows } from './bindings.ts'

const userId = '00000000-0000-7000-8000-00000000000a'
const other = '00000000-0000-7000-8000-00000000000b'
const change = (table: RowChange['table'], type: RowChange['type'], record = {}): RowChange => ({
  userId,
  table,
  type,
  record: { user_id: userId, ...record },
})

test('changes match subscriptions by event, table and filter, in the order of the request', () => {
  const bindings = parseBindings([
    { event: '*', schema: 'public', table: 'deliveries' },
    { event: 'INSERT', schema: 'public', table: 'messages', filter: `user_id=eq.${userId}` },
    { event: 'UPDATE', schema: 'public', table: 'deliveries', filter: 'state=eq.read' },
    { event: '*', schema: '*' },
  ])
  expect(bindings.map(binding => binding.id)).toEqual([1, 2, 3, 4])
  expect(matchingIds(bindings, change('deliveries', 'UPDATE', { state: 'read' }))).toEqual([1, 3, 4])
  expect(matchingIds(bindings, change('deliveries', 'UPDATE', { state: 'sent' }))).toEqual([1, 4])
  expect(matchingIds(bindings, change('deliveries', 'INSERT', { state: 'read' }))).toEqual([1, 4])
  expect(matchingIds(bindings, change('messages', 'INSERT'))).toEqual([2, 4])
  expect(matchingIds(bindings, change('mailboxes', 'UPDATE'))).toEqual([4])
})

test('the reply repeats the request exactly', () => {
  const [binding] = parseBindings([{ event: 'INSERT', schema: 'public', table: 'messages' }])
  expect(binding?.requested).toEqual({ event: 'INSERT', schema: 'public', table: 'messages' })
})

test.each([
  ['a table that is not published', { event: '*', schema: 'public', table: 'users' }, 'given parameters'],
  ['another schema', { event: '*', schema: 'auth', table: 'messages' }, 'given parameters'],
  ['another event', { event: 'TRUNCATE', schema: 'public', table: 'messages' }, 'given parameters'],
  ['a column that is not published', { event: '*', schema: 'public', table: 'messages', filter: 'view=eq.1' }, 'column=eq.value'],
  ['a name from JavaScript', { event: '*', schema: 'public', table: 'messages', filter: 'constructor=eq.1' }, 'column=eq.value'],
  ['another operator', { event: '*', schema: 'public', table: 'messages', filter: 'id=in.(1,2)' }, 'column=eq.value'],
  ['nothing at all', null, 'given parameters'],
])('%s is refused', (_, requested, words) => {
  expect(() => parseBindings([requested])).toThrow(words)
})

test('a request for rows of another user is detected regardless of case', () => {
  const requestsOthers = (filter: string) =>
    requestsOthersRows(parseBindings([{ event: '*', schema: 'public', table: 'messages', filter }]), userId)
  expect(requestsOthers(`user_id=eq.${userId.toUpperCase()}`)).toBe(false)
  expect(requestsOthers(`id=eq.${other}`)).toBe(false)
  expect(requestsOthers(`user_id=eq.${other}`)).toBe(true)
})
