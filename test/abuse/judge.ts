// Judges an abuse run: all acts of people succeed, none takes twice as long, and memory does not grow.
import { type Act, acts, type MemorySample, type Phase, percentile, slopeOf } from './measure.ts'

export interface AbuseEvidence {
  quiet: Phase
  abused: Phase
  memory: MemorySample[]
}

export interface AbuseResult {
  people: { act: Act; count: number; quietMs: number; abusedMs: number; ratio: number }[]
  failed: number
  worstRatio: number
  slope: number
  sentences: string[]
}

/** What takes less is as quick as this: the steps in which we look for an email are as long. */
const leastMs = 100
const mostRatio = 2
/** The heap and the caches of a server fill up at first. */
const warmUpShare = 0.4
const mostGrowthMegabytes = 64

export function judgeAbuse({ quiet, abused, memory }: AbuseEvidence): AbuseResult {
  const people = acts.map(act => {
    const [quietMs, abusedMs] = [quiet, abused].map(({ times }) => percentile(times[act], 0.99)) as [number, number]
    const ratio = Math.max(abusedMs, leastMs) / Math.max(quietMs, leastMs)
    return { act, count: abused.times[act].length, quietMs, abusedMs, ratio }
  })
  const failures = [...quiet.failures, ...abused.failures]
  const last = memory.at(-1)?.at ?? 0
  const warm = memory.filter(one => one.at >= last * warmUpShare)
  const slope = slopeOf(warm)
  const growth = slope * (last - (warm[0]?.at ?? 0))
  const sentences = [
    ...failures,
    ...people.flatMap(({ act, count }) => (count === 0 ? [`${act}: nobody got that far`] : [])),
    ...people.flatMap(({ act, ratio, quietMs, abusedMs }) =>
      ratio > mostRatio ? [`${act}: p99 ${Math.round(abusedMs)} ms, ${Math.round(quietMs)} ms when it was quiet`] : [],
    ),
    ...(growth > mostGrowthMegabytes ? [`memory grew by ${Math.round(growth)} MB after its warm-up, ${slope.toFixed(1)} MB a minute`] : []),
  ]
  return { people, failed: failures.length, worstRatio: Math.max(...people.map(({ ratio }) => ratio)), slope, sentences }
}
