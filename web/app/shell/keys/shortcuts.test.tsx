// Tests key presses: sequences within their time limit, nothing while typing, no duplicate shortcuts.
import { expect, test } from 'vitest'
import { matchShortcut, type PendingKey, sequenceMs, shortcuts } from './shortcuts.ts'

const free = { mod: false, isIgnored: false }
const findAction = (key: string, pending: PendingKey | null = null, atMs = 0, more = {}) =>
  matchShortcut({ key, ...free, ...more }, pending, atMs).shortcut?.action

test('two keys form a sequence only within the time limit', () => {
  const { pending, shortcut } = matchShortcut({ key: 'g', ...free }, null, 0)
  expect(shortcut).toBeNull()
  expect(findAction('f', pending, sequenceMs)).toEqual({ to: '/filters' })
  expect(findAction('f', pending, sequenceMs + 1)).toBeUndefined()
  expect(matchShortcut({ key: 'x', ...free }, pending, 1)).toEqual({ shortcut: null, pending: null })
})

test('typing in a field triggers nothing, except with a modifier', () => {
  expect(findAction('n')).toEqual({ to: '/filters/new' })
  expect(findAction('n', null, 0, { isIgnored: true })).toBeUndefined()
  expect(findAction('k', null, 0, { isIgnored: true, mod: true })).toEqual({ open: 'palette' })
  expect(findAction('n', null, 0, { mod: true })).toBeUndefined()
})

test('the keys of lists are left to the lists', () => expect(findAction('j')).toBeUndefined())

test('no two shortcuts have the same keys, and no sequence starts with a single-key shortcut', () => {
  const all = shortcuts.map(({ keys }) => keys.join(' '))
  expect(new Set(all).size).toBe(all.length)
  const singles = all.filter(keys => !keys.includes(' '))
  expect(shortcuts.filter(({ keys }) => keys.length === 2 && singles.includes(keys[0] ?? ''))).toEqual([])
})
