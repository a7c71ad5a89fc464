// Counts durations in fixed logarithmic buckets, so that the histograms of hours merge, and reads percentiles from them.

/** In seconds; bucket 0 holds every duration up to this one. */
export const smallestSeconds = 0.1
/** Each bucket is wider than the one before it by this factor, so a percentile is off by at most √1.1 − 1 = 4.9%. */
export const growth = 1.1
/** The last bucket ends at 117 years, so every duration fits. */
export const lastBucket = 255
/** Puts a duration on the border of two buckets into the lower one, despite rounding errors. */
export const borderSlack = 1e-9

/** How many durations are in each bucket. */
export type Histogram = ReadonlyMap<number, number>

/** The bucket of a duration; SQL computes the same (counting/durations.ts). @internal */
export function bucketOf(seconds: number): number {
  const exact = Math.log(Math.max(seconds, smallestSeconds) / smallestSeconds) / Math.log(growth)
  return Math.max(0, Math.min(lastBucket, Math.ceil(exact - borderSlack)))
}

/** The geometric middle of a bucket, in seconds. */
export const secondsOf = (bucket: number): number => (bucket === 0 ? smallestSeconds : smallestSeconds * growth ** (bucket - 0.5))

export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const merged = new Map<number, number>()
  for (const histogram of histograms) for (const [bucket, count] of histogram) merged.set(bucket, (merged.get(bucket) ?? 0) + count)
  return merged
}

export const countOf = (histogram: Histogram): number => [...histogram.values()].reduce((sum, count) => sum + count, 0)

/** Seconds that `share` of the durations do not exceed (nearest rank); null without durations. */
export function percentile(histogram: Histogram, share: number): number | null {
  const rank = Math.max(1, Math.ceil(share * countOf(histogram)))
  let seen = 0
  for (const [bucket, count] of [...histogram].sort(([a], [b]) => a - b)) {
    seen += count
    if (seen >= rank) return secondsOf(bucket)
  }
  return null
}
