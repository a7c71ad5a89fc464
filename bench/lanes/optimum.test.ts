// Tests the search for the fewest templates.
import { expect, test } from 'vitest'
import { fewestTemplates, type Waited } from './optimum.ts'

const rules = { patienceMs: 10, gapMs: 100 }
const plain = (...times: number[]): Waited[] => times.map(atMs => ({ atMs, urgent: false }))

test.each<[string, Waited[], number, number]>([
  ['nothing', [], 1000, 0],
  ['one', plain(0), 1000, 1],
  ['several before the deadline of the first', plain(0, 4, 10), 1000, 1],
  ['those that arrive in the gap, together when it ends', plain(0, 50, 60, 109), 1000, 2],
  ['none for what the window opens for in time', plain(0, 50), 60, 1],
  ['none if the window opens right away', plain(0), 10, 0],
  ['urgent mail immediately, together with what waits', [...plain(0), { atMs: 5, urgent: true }, ...plain(6)], 1000, 2],
])('%s', (_, waited, opensMs, fewest) => {
  expect(fewestTemplates(waited, opensMs, rules)).toBe(fewest)
})
