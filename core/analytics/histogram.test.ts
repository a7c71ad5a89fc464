// Tests that percentiles from buckets are within 5 % of the exact ones, and that merging loses nothing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOf, countOf, type Histogram, mergeHistograms, percentile } from './histogram.ts'

const seconds = fc.double({ min: 0.1, max: 90 * 86_400, noNaN: true })

function histogramOf(durations: readonly number[]): Histogram {
  const counts = new Map<number, number>()
  for (const duration of durations) counts.set(bucketOf(duration), (counts.get(bucketOf(duration)) ?? 0) + 1)
  return counts
}

const exact = (durations: readonly number[], share: number): number =>
  durations.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * durations.length)) - 1] ?? 0

/** The largest error of the three percentiles that the console shows. */
const worstError = (durations: readonly number[], bucketed: Histogram): number =>
  Math.max(...[0.5, 0.95, 0.99].map(share => Math.abs((percentile(bucketed, share) ?? 0) / exact(durations, share) - 1)))

test('percentiles are within 5 % of the exact ones', () => {
  fc.assert(
    fc.property(fc.array(seconds, { minLength: 1, maxLength: 300 }), durations => {
      expect(worstError(durations, histogramOf(durations))).toBeLessThanOrEqual(0.05)
    }),
  )
})

test('buckets that are too wide are noticed', () => {
  const durations = Array.from({ length: 100 }, (_, n) => 1.05 ** n)
  const everySecondBucket = new Map([...histogramOf(durations)].map(([bucket, count]) => [bucket - (bucket % 3), count]))
  expect(worstError(durations, everySecondBucket)).toBeGreaterThan(0.05)
})

test('the merged histograms of parts are the histogram of everything, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(seconds, { maxLength: 30 }), { maxLength: 8 }), parts => {
      const merged = mergeHistograms(parts.map(histogramOf))
      expect(new Map([...merged].sort(([a], [b]) => a - b))).toEqual(new Map([...histogramOf(parts.flat())].sort(([a], [b]) => a - b)))
      expect(mergeHistograms(parts.toReversed().map(histogramOf))).toEqual(merged)
      expect(countOf(merged)).toBe(parts.flat().length)
    }),
  )
})

test('without durations there is no percentile', () => {
  expect(percentile(new Map(), 0.5)).toBeNull()
})
