// A hundred of the ten thousand shuffles of webhooks, and an ear that loses some of what it hears.
import { expect, test } from 'vitest'
import { testDatabase } from '../../database.ts'
import { runShuffles } from './shuffle.ts'

const { db } = await testDatabase()

test('whatever the order of webhooks and however often each is told, a delivery ends in the same state', async () => {
  const found = await runShuffles(db, { count: 100, seed: 1 })
  expect(found.sentences).toEqual([])
  expect(found).toMatchObject({ shuffles: 100, scenarios: 5 })
})

test('an end that depends on the order is found', async () => {
  const found = await runShuffles(db, { count: 60, seed: 2, distort: told => told.slice(0, Math.ceil(told.length / 2)) })
  expect(found.sentences.length).toBeGreaterThan(0)
})
