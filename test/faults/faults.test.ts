// Kills the server at random while mail comes in; the planted bug proves that a loss would be seen.
import { expect, test } from 'vitest'
import { hasDovecot } from '../dovecot.ts'
import { runCore } from './core.ts'

const minutes = 60_000

test.skipIf(!hasDovecot())('fourteen kills lose nothing and send nothing twice', { timeout: 8 * minutes }, async () => {
  const found = await runCore({ kills: 14, seed: 20 })
  expect(found.sentences).toEqual([])
  expect(found).toMatchObject({ lost: 0, duplicates: 0 })
  expect(found.mails).toBeGreaterThan(20)
})

test.skipIf(!hasDovecot())('a sender who hears yes before the commit is reported as a loss', { timeout: 8 * minutes }, async () => {
  const found = await runCore({ kills: 8, seed: 4, entry: 'test/faults/planted/answer-first.ts', quietMs: 15_000 })
  expect(found.lost).toBeGreaterThan(0)
})
