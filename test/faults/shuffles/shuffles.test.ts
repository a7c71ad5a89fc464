// Tests a hundred of the ten thousand webhook orders, and that a handler which loses reports is detected.
import { expect, test } from 'vitest'
import { testDatabase } from '../../database.ts'
import { runShuffles } from './shuffle.ts'

const { db } = await testDatabase()

test('a delivery ends in the same state whatever the order and number of webhooks', async () => {
  const found = await runShuffles(db, { count: 100, seed: 1 })
  expect(found.sentences).toEqual([])
  expect(found).toMatchObject({ shuffles: 100, scenarios: 5 })
})

test('a final state that depends on the order is detected', async () => {
  const found = await runShuffles(db, { count: 60, seed: 2, distort: events => events.slice(0, Math.ceil(events.length / 2)) })
  expect(found.sentences.length).toBeGreaterThan(0)
})
