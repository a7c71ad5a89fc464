// Tests what happens to each attachment, depending on its filter.
import { expect, test } from 'vitest'
import { decideFileOutcomes } from './attachments.ts'

const items = [
  { name: 'a.pdf', type: 'application/pdf', sizeBytes: 9 },
  { name: 'b.exe', type: 'application/x-msdownload', sizeBytes: 9, refused: 'program' as const },
]
const fates = (selected: number[] | null) =>
  decideFileOutcomes({ items, left: 0 }, { selected, stored: new Set([0]), maxBytes: 99 }).map(({ fate }) => fate)

test('nothing reveals a file that the filter holds back, not even that it is a program', () => {
  expect(fates([0])).toEqual(['sent', 'program'])
  expect(fates(null)).toEqual(['held_back', 'held_back'])
})
