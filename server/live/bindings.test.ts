// Tests what a channel subscribes to, and which changes match it.
import { expect, test } from 'vitest'
import type { RowChange } from '../../core/api/realtime.ts'
import { findUnpublished, matchingIds, parseBindings, requestsOthersRows } from './bindings.ts'

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
  ['another event', { event: 'TRUNCATE', schema: 'public', table: 'messages' }, 'given parameters'],
  ['another operator', { event: '*', schema: 'public', table: 'messages', filter: 'id=in.(1,2)' }, 'column=eq.value'],
  ['nothing at all', null, 'given parameters'],
])('%s is refused', (_, requested, words) => {
  expect(() => parseBindings([requested])).toThrow(words)
})

test.each([
  [
    'a table that is not published',
    { table: 'users' },
    'Realtime is enabled for the given connect parameters: [event: *, schema: public, table: users, filters: [], select: nil]',
  ],
  ['another schema', { schema: 'auth' }, 'Realtime is enabled for the given connect parameters: [event: *, schema: auth, table: messages'],
  ['a name from JavaScript', { table: 'constructor' }, 'Realtime is enabled'],
  [
    'a column that is not published',
    { filter: 'view=eq.1' },
    'filters: [{"view", "eq", "1", false}], select: nil]. Exception: ERROR P0001 (raise_exception) invalid column for filter view',
  ],
  ['a column from JavaScript', { filter: 'constructor=eq.1' }, 'invalid column for filter constructor'],
  ['a filter that is none', { filter: 'wrong' }, 'Error parsing `filter` params: ["wrong"]'],
])('%s is told after the join, as the service tells it', (_, requested, words) => {
  const asked = { event: '*', schema: 'public', table: 'messages' }
  expect(findUnpublished(parseBindings([asked, { ...asked, ...requested }]))).toContain(words)
  expect(findUnpublished(parseBindings([asked]))).toBeNull()
})

test('a request for rows of another user is detected regardless of case', () => {
  const requestsOthers = (filter: string) =>
    requestsOthersRows(parseBindings([{ event: '*', schema: 'public', table: 'messages', filter }]), userId)
  expect(requestsOthers(`user_id=eq.${userId.toUpperCase()}`)).toBe(false)
  expect(requestsOthers(`id=eq.${other}`)).toBe(false)
  expect(requestsOthers(`user_id=eq.${other}`)).toBe(true)
})
