// Tests the billing suite on few customers, and that it finds planted bugs.
import { expect, test } from 'vitest'
import { testDatabase } from '../../database.ts'
import { differenceOf } from './judge.ts'
import { runBillingOn } from './suite.ts'

const [real, planted] = [await testDatabase(), await testDatabase()]
const timeout = 480_000

test('events that are shuffled, repeated and lost, and a killed server, lead to what the bank says, to the cent', { timeout }, async () => {
  const found = await runBillingOn(real, { kills: 2, seed: 7, streams: 16 })
  expect(found.sentences).toEqual([])
  expect(found.report[0]).toMatch(/^streams=16 events=\d{3,} differing=0 ledger_difference=0\.00$/)
})

test('a server that does not read a customer back at each event is found out', { timeout }, async () => {
  const found = await runBillingOn(planted, { kills: 0, seed: 8, streams: 8, entry: 'test/faults/planted/old-readings.ts' })
  expect(found.lost).toBeGreaterThan(0)
  expect(found.sentences[0]).toContain('the bank says')
})

test.each([
  [{ subscriptions: ['sub_1 personal month active'], invoices: [] }, /“sub_1 personal month active”, and we say “nothing”/],
  [{ subscriptions: [], invoices: ['in_1 paid 900 900 0 false', 'in_1 paid 900 900 0 false'] }, /has 2 invoices, and we have 1/],
])('the judge says what differs: %j', (truth, sentence) => {
  expect(differenceOf(truth, { subscriptions: [], invoices: truth.invoices.slice(0, 1) })).toMatch(sentence)
  expect(differenceOf(truth, truth)).toBeNull()
})
