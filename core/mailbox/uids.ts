// Represents sets of UIDs as ranges, so a folder of 200,000 messages takes a few numbers.

/** Ascending and not adjacent: first, last, first, last … */
export type UidRanges = readonly number[]

export const largestUid = 0xffffffff

/** Parses a set as servers write it, `4:7,2,9`, in any order (RFC 9051 §9, sequence-set); ignores invalid UIDs. */
export function parseUidSet(text: string): UidRanges {
  const pairs: [number, number][] = []
  for (const part of text.split(',')) {
    const [a = NaN, b = a] = part.split(':').map(Number)
    if (isUid(a) && isUid(b)) pairs.push(a <= b ? [a, b] : [b, a])
  }
  return mergePairs(pairs)
}

export const toRanges = (uids: Iterable<number>): UidRanges => mergePairs([...uids].filter(isUid).map(uid => [uid, uid]))

export function countUids(ranges: UidRanges): number {
  let count = 0
  for (let i = 0; i < ranges.length; i += 2) count += at(ranges, i + 1) - at(ranges, i) + 1
  return count
}

export const lastUid = (ranges: UidRanges): number => ranges.at(-1) ?? 0

export function* eachUid(ranges: UidRanges): Generator<number> {
  for (let i = 0; i < ranges.length; i += 2) for (let uid = at(ranges, i); uid <= at(ranges, i + 1); uid++) yield uid
}

/** At most `size` at a time. */
export function* inChunks(ranges: UidRanges, size: number): Generator<number[]> {
  let chunk: number[] = []
  for (const uid of eachUid(ranges)) {
    chunk.push(uid)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** The UIDs from `first` to `last`, inclusive. */
export function clipUids(ranges: UidRanges, first: number, last: number): UidRanges {
  const clipped: number[] = []
  for (let i = 0; i < ranges.length; i += 2) {
    const [from, to] = [Math.max(at(ranges, i), first), Math.min(at(ranges, i + 1), last)]
    if (from <= to) clipped.push(from, to)
  }
  return clipped
}

/** The UIDs of `ranges` that are not in `others`. */
export function withoutUids(ranges: UidRanges, others: UidRanges): UidRanges {
  const remaining: number[] = []
  let j = 0
  for (let i = 0; i < ranges.length; i += 2) {
    let from = at(ranges, i)
    const to = at(ranges, i + 1)
    while (j < others.length && at(others, j + 1) < from) j += 2
    for (let k = j; k < others.length && at(others, k) <= to; k += 2) {
      if (at(others, k) > from) remaining.push(from, at(others, k) - 1)
      from = at(others, k + 1) + 1
    }
    if (from <= to) remaining.push(from, to)
  }
  return remaining
}

export function joinUids(...sets: UidRanges[]): UidRanges {
  const pairs: [number, number][] = []
  for (const ranges of sets) for (let i = 0; i < ranges.length; i += 2) pairs.push([at(ranges, i), at(ranges, i + 1)])
  return mergePairs(pairs)
}

function mergePairs(pairs: [number, number][]): UidRanges {
  const ranges: number[] = []
  for (const [from, to] of pairs.toSorted((a, b) => a[0] - b[0])) {
    const end = ranges.at(-1)
    if (end === undefined || from > end + 1) ranges.push(from, to)
    else if (to > end) ranges[ranges.length - 1] = to
  }
  return ranges
}

const at = (ranges: UidRanges, i: number): number => ranges[i] ?? 0
const isUid = (uid: number): boolean => Number.isInteger(uid) && uid >= 1 && uid <= largestUid
