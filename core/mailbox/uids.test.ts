// Tests UID ranges against sets of plain numbers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clipUids, countUids, eachUid, inChunks, joinUids, lastUid, parseUidSet, toRanges, withoutUids } from './uids.ts'

const uids = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })
const sorted = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b)

test('a set is parsed in any order, duplicates are merged, and invalid UIDs are left out', () => {
  expect(parseUidSet('9,4:7,2,5,*,0,x,8:12,4294967296')).toEqual([2, 2, 4, 12])
  expect(parseUidSet('7:4')).toEqual([4, 7])
  expect(parseUidSet('')).toEqual([])
})

test('ranges contain the same UIDs as the set', () => {
  fc.assert(
    fc.property(uids, numbers => {
      const ranges = toRanges(numbers)
      expect([...eachUid(ranges)]).toEqual(sorted(numbers))
      expect([...inChunks(ranges, 7)].flat()).toEqual(sorted(numbers))
      expect(countUids(ranges)).toBe(new Set(numbers).size)
      expect(lastUid(ranges)).toBe(Math.max(0, ...numbers))
    }),
  )
})

test('subtraction, union and clipping work as on sets', () => {
  fc.assert(
    fc.property(uids, uids, fc.integer({ min: 0, max: 61 }), fc.integer({ min: 0, max: 61 }), (a, b, from, to) => {
      const [left, right] = [toRanges(a), toRanges(b)]
      expect([...eachUid(withoutUids(left, right))]).toEqual(sorted(a.filter(uid => !b.includes(uid))))
      expect([...eachUid(joinUids(left, right))]).toEqual(sorted([...a, ...b]))
      expect([...eachUid(clipUids(left, from, to))]).toEqual(sorted(a.filter(uid => uid >= from && uid <= to)))
    }),
  )
})

test('200,000 consecutive emails are two numbers', () => {
  expect(toRanges(Array.from({ length: 200_000 }, (_, i) => i + 1))).toEqual([1, 200_000])
})
