// Kills the server at random while email arrives; a planted bug proves that a loss would be noticed.
import { expect, test } from 'vitest'
import { hasDovecot } from '../dovecot.ts'
import { runCore } from './core.ts'

const minutes = 60_000

// A seed with deaths before the server is ready, mails of both ways, and mails that come while it is dead.
test.skipIf(!hasDovecot())('six kills lose nothing and send nothing twice', { timeout: 12 * minutes }, async () => {
  const found = await runCore({ kills: 6, seed: 380 })
  expect(found.sentences).toEqual([])
  expect(found).toMatchObject({ lost: 0, duplicates: 0 })
  expect(found.mails).toBeGreaterThan(20)
})

test.skipIf(!hasDovecot())('acknowledging an email before the commit is reported as a loss', { timeout: 12 * minutes }, async () => {
  const found = await runCore({ kills: 2, seed: 4, entry: 'test/faults/planted/answer-first.ts', quietMs: 10_000, onYes: true })
  expect(found.lost).toBeGreaterThan(0)
})
