// Simulates many schedules of email and faults: the judge finds nothing wrong, but finds each planted bug.
import { expect, test } from 'vitest'
import type { Findings } from '../checker.ts'
import { bugs, type Planted } from './bugs.ts'
import { simulate } from './schedule.ts'

const seeds = Array.from({ length: 40 }, (_, i) => i + 1)

test('whatever happens to mailboxes, hosts, the database and the network, each email is stored and sent once', async () => {
  for (const seed of seeds) expect({ seed, ...(await simulate(seed)) }).toMatchObject({ seed, lost: 0, duplicates: 0, sentences: [] })
})

const shown: Record<Planted['shows'], (found: Findings) => boolean> = {
  lost: found => found.lost > 0,
  duplicates: found => found.duplicates > 0,
  late: found => found.sentences.some(sentence => /silent|network/.test(sentence)),
}

test('each planted bug is caught by the same schedules', async () => {
  const missed: string[] = []
  for (const { name, shows, make } of bugs) if (!(await isCaught(make, shows))) missed.push(name)
  console.info(`planted ${bugs.length - missed.length}/${bugs.length} caught`)
  expect(missed).toEqual([])
  expect(new Set(bugs.map(bug => bug.name)).size).toBeGreaterThanOrEqual(20)
})

async function isCaught(make: Planted['make'], shows: Planted['shows']): Promise<boolean> {
  for (const seed of seeds) if (shown[shows](await simulate(seed, make()))) return true
  return false
}
