// Tests that a diff turns the first list of lines into the second.
import { expect, test } from 'vitest'
import { diffLines } from './diff.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const diffTexts = (before: string, after: string) =>
  diffLines(before.split(''), after.split('')).map(({ sign, text }) => signs[sign] + text)

test.each([
  ['abc', 'abc', [' a', ' b', ' c']],
  ['abc', 'axc', [' a', '-b', '+x', ' c']],
  ['', 'ab', ['+a', '+b']],
  ['ab', '', ['-a', '-b']],
  ['abcd', 'bcde', ['-a', ' b', ' c', ' d', '+e']],
])('%j to %j', (before, after, lines) => {
  expect(diffTexts(before, after)).toEqual(lines)
})
