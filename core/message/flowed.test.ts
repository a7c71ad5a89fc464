// Tests that flowed text is rejoined within a paragraph and a depth of quotation only.
import { expect, test } from 'vitest'
import { joinFlowed } from './flowed.ts'

test('a change of depth ends a paragraph, whatever the space at its end says', () => {
  expect(joinFlowed('> Shall we \n> meet? \nYes, at \nten.\n>> Older \n> Old', false)).toBe(
    '> Shall we meet? \nYes, at ten.\n>> Older \n> Old',
  )
})

test('a stuffed space goes, a signature mark stays, and a space that only broke the line can go', () => {
  expect(joinFlowed(' From here\n-- \nAnna \nBoss', false)).toBe('From here\n-- \nAnna Boss')
  expect(joinFlowed('日本 \n語', true)).toBe('日本語')
})
