// Tests folders that were renamed, swapped, or recreated under an old name.
import { expect, test } from 'vitest'
import { findRenamed, type NumberedFolder } from './renames.ts'

const folder = (name: string, uidValidity: number, uidNext = 10): NumberedFolder => ({ name, uidValidity, uidNext })

test.each<[string, NumberedFolder[], NumberedFolder[], string[]]>([
  ['nothing happened', [folder('A', 1)], [folder('A', 1, 12), folder('B', 2)], []],
  ['a folder has a new name', [folder('A', 1)], [folder('A 2026', 1, 12), folder('B', 2)], ['A → A 2026']],
  ['two folders swapped names', [folder('A', 1), folder('B', 2)], [folder('A', 2), folder('B', 1)], ['A → B', 'B → A']],
  ['an old name was given to a new folder', [folder('A', 1)], [folder('A', 9, 1), folder('Old A', 1)], ['A → Old A']],
  ['a folder has a new UIDVALIDITY', [folder('A', 1)], [folder('A', 9), folder('B', 2)], []],
  ['a folder is gone', [folder('A', 1)], [folder('B', 2)], []],
  ['two folders could be the new one', [folder('A', 1)], [folder('B', 1), folder('C', 1)], []],
  ['one folder could be either of two', [folder('A', 1), folder('B', 1)], [folder('C', 1)], []],
  ['the other folder is younger', [folder('A', 1, 50)], [folder('B', 1, 12)], []],
  ['the other folder is watched already', [folder('A', 1), folder('B', 1)], [folder('B', 1)], []],
  ['the inbox was renamed away', [folder('INBOX', 1)], [folder('INBOX', 2, 1), folder('Old', 1)], []],
])('%s', (_, watched, server, renamed) => {
  expect(findRenamed(watched, server).map(({ from, to }) => `${from} → ${to}`)).toEqual(renamed)
})
