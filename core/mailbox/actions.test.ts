// Tests what follows a mailbox action, and valid folder names.
import { expect, test } from 'vitest'
import { afterAction, folderNames } from './actions.ts'

const now = new Date('2026-11-20T10:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test('an action that was done or refused for good is final', () => {
  expect(afterAction(1, { kind: 'done' }, now)).toEqual({ state: 'done', reason: null, dueAt: null })
  expect(afterAction(1, { kind: 'failed', reason: 'gone' }, now)).toEqual({ state: 'failed', reason: 'gone', dueAt: null })
})

test('one that may still succeed is retried with growing delays, and given up after eight attempts', () => {
  const retry = (attempts: number) => afterAction(attempts, { kind: 'retry', reason: 'move_refused' }, now)
  expect([1, 2, 3, 7].map(attempts => retry(attempts).dueAt)).toEqual([1, 2, 4, 60].map(inMinutes))
  expect(retry(8)).toEqual({ state: 'failed', reason: 'move_refused', dueAt: null })
})

test('an unreachable mailbox is retried soon, then with growing delays; one that needs its owner is not', () => {
  const away = (attempts: number, isFinal = false) => afterAction(attempts, { kind: 'away', isFinal }, now)
  expect([1, 2].map(attempts => away(attempts).dueAt)).toEqual([new Date(now.getTime() + 5000), inMinutes(2)])
  expect(away(1, true)).toEqual({ state: 'failed', reason: 'mailbox', dueAt: null })
  expect(away(8)).toEqual({ state: 'failed', reason: 'mailbox', dueAt: null })
})

test.each<[string, string, string[] | null]>([
  ['Bills', '/', ['Bills']],
  [' Bills / 2026 ', '.', ['Bills', '2026']],
  ['Größe', '.', ['Größe']],
  ['a.b', '.', null],
  ['a.b', '/', ['a.b']],
  ['a/b', '', null],
  ['a', '', ['a']],
  ['', '/', null],
  ['/a', '/', null],
  ['../a', '/', null],
  ['a\r\nb', '/', null],
  ['a*', '/', null],
  ['a/b/c/d/e/f/g/h/i/j/k', '/', null],
])('the folder %j on a server with the delimiter %j is %j', (folder, delimiter, names) => {
  expect(folderNames(folder, delimiter)).toEqual(names)
})
