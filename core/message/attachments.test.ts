// What becomes of each file of a mail, by what its filter lets be seen.
import { expect, test } from 'vitest'
import { fatesOf } from './attachments.ts'

const items = [
  { name: 'a.pdf', type: 'application/pdf', sizeBytes: 9 },
  { name: 'b.exe', type: 'application/x-msdownload', sizeBytes: 9, refused: 'program' as const },
]
const fates = (goes: number[] | null) => fatesOf({ items, left: 0 }, { goes, kept: new Set([0]), mostBytes: 99 }).map(({ fate }) => fate)

test('of what a filter holds back nothing is said that would name it, be it a program', () => {
  expect(fates([0])).toEqual(['sent', 'program'])
  expect(fates(null)).toEqual(['held_back', 'held_back'])
})
