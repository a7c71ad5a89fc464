// The fewest templates, case by case.
import { expect, test } from 'vitest'
import { fewestTemplates, type Waited } from './optimum.ts'

const rules = { patienceMs: 10, gapMs: 100 }
const plain = (...hours: number[]): Waited[] => hours.map(atMs => ({ atMs, urgent: false }))

test.each<[string, Waited[], number, number]>([
  ['nothing', [], 1000, 0],
  ['one', plain(0), 1000, 1],
  ['several within the patience of the first', plain(0, 4, 10), 1000, 1],
  ['what comes in the gap, together when it ends', plain(0, 50, 60, 109), 1000, 2],
  ['what the window opens for in time', plain(0, 50), 60, 1],
  ['one that the window opens for at once', plain(0), 10, 0],
  ['urgent mail at once, with what waits', [...plain(0), { atMs: 5, urgent: true }, ...plain(6)], 1000, 2],
])('%s', (_, waited, opensMs, fewest) => {
  expect(fewestTemplates(waited, opensMs, rules)).toBe(fewest)
})
