// Tests key presses: sequences within their time limit, nothing while typing, no duplicate shortcuts.
import { expect, test } from 'vitest'
import { type PendingKey, pairMs, press, shortcuts } from './shortcuts.ts'

const free = { mod: false, isTaken: false }
const actionOf = (key: string, begun: PendingKey | null = null, atMs = 0, more = {}) =>
  press({ key, ...free, ...more }, begun, atMs).shortcut?.action

test('a pair is a pair within its time alone', () => {
  const { begun, shortcut } = press({ key: 'g', ...free }, null, 0)
  expect(shortcut).toBeNull()
  expect(actionOf('f', begun, pairMs)).toEqual({ to: '/filters' })
  expect(actionOf('f', begun, pairMs + 1)).toBeUndefined()
  expect(press({ key: 'x', ...free }, begun, 1)).toEqual({ shortcut: null, begun: null })
})

test('what is typed in a field does nothing, but a modifier does', () => {
  expect(actionOf('n')).toEqual({ to: '/filters/new' })
  expect(actionOf('n', null, 0, { isTaken: true })).toBeUndefined()
  expect(actionOf('k', null, 0, { isTaken: true, mod: true })).toEqual({ open: 'palette' })
  expect(actionOf('n', null, 0, { mod: true })).toBeUndefined()
})

test('the keys of lists are left to lists', () => expect(actionOf('j')).toBeUndefined())

test('no two shortcuts have the same keys, and none begins as a single one', () => {
  const all = shortcuts.map(({ keys }) => keys.join(' '))
  expect(new Set(all).size).toBe(all.length)
  const singles = all.filter(keys => !keys.includes(' '))
  expect(shortcuts.filter(({ keys }) => keys.length === 2 && singles.includes(keys[0] ?? ''))).toEqual([])
})
