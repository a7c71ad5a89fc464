// Tests that the judge of an abuse run sees each kind of harm, and that its bugs can still be planted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantInto } from '../faults/outages/bugs.ts'
import { abuseBugs } from './bugs.ts'
import { judgeAbuse } from './judge.ts'
import { acts, newPhase, type Phase, percentile } from './measure.ts'

const root = join(import.meta.dirname, '..', '..')
const phase = (ms: number, failures: string[] = []): Phase => ({
  times: Object.assign(newPhase().times, Object.fromEntries(acts.map(act => [act, Array.from({ length: 100 }, (_, i) => ms + i)]))),
  failures,
})
const memory = (growth: number) => Array.from({ length: 60 }, (_, i) => ({ at: i / 6, megabytes: 300 + growth * (i / 6) + (i % 3) }))

test('people who notice nothing are no finding', () => {
  expect(judgeAbuse({ quiet: phase(200), abused: phase(390), memory: memory(1) }).sentences).toEqual([])
})

test('a failed act, a slow one, one that nobody got to, and growing memory are findings', () => {
  expect(judgeAbuse({ quiet: phase(200), abused: phase(210, ['sign-in: 429']), memory: memory(0) })).toMatchObject({ failed: 1 })
  expect(judgeAbuse({ quiet: phase(200), abused: phase(900), memory: memory(0) }).sentences).toHaveLength(acts.length)
  expect(judgeAbuse({ quiet: phase(200), abused: newPhase(), memory: memory(0) }).sentences).toHaveLength(acts.length)
  expect(judgeAbuse({ quiet: phase(200), abused: phase(210), memory: memory(20) }).sentences).toEqual([
    expect.stringMatching(/^memory grew/),
  ])
})

test('what is quicker than we look is not judged by its ratio', () => {
  expect(judgeAbuse({ quiet: phase(-90), abused: phase(-5), memory: [] }).worstRatio).toBe(1)
  expect(percentile([3, 1, 2], 0.99)).toBe(3)
})

test.each(abuseBugs)('the lines of “$name” are in the product', bug => {
  for (const { file } of bug.changes) {
    const source = readFileSync(join(root, file), 'utf8')
    expect(plantInto(bug, `file:///${file}`, source)).not.toBe(source)
  }
})
