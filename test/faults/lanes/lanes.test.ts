// Runs the real queue on a simulated clock: the judge finds nothing wrong, but finds each planted bug.
import { expect, test } from 'vitest'
import { testDatabase } from '../../database.ts'
import { bugs, type Planted } from './bugs.ts'
import * as plays from './plays.ts'
import { anything, runPlay } from './schedule.ts'

const { db } = await testDatabase()

test('whatever fails, dies or is tapped: each message is sent once, in order, at its pace, and announced once', async () => {
  expect(await runPlay(db, 2, anything)).toMatchObject({ lost: 0, duplicates: 0, sentences: [] })
})

test.each(Object.entries(plays))('the judge finds nothing wrong in %s', async (_, play) => {
  expect(await runPlay(db, 1, play)).toMatchObject({ lost: 0, duplicates: 0, sentences: [] })
})

test('each planted bug is caught', async () => {
  const missed: string[] = []
  for (const bug of bugs) if (!(await isCaught(bug))) missed.push(bug.name)
  console.info(`planted ${bugs.length - missed.length}/${bugs.length} caught`)
  expect(missed).toEqual([])
  expect(new Set(bugs.map(bug => bug.name)).size).toBeGreaterThanOrEqual(8)
})

async function isCaught({ play, shows, make }: Planted): Promise<boolean> {
  for (let seed = 1; seed <= 4; seed++) if ((await runPlay(db, seed, play, make())).sentences.some(one => shows.test(one))) return true
  return false
}
