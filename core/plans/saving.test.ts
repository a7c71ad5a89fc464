// Tests how much a year of a plan saves.
import { expect, test } from 'vitest'
import { yearlySaving } from './saving.ts'

test.each([
  [490, 4900, { amount: 980, percent: 16 }],
  [500, 3000, { amount: 3000, percent: 50 }],
  [500, 5990, null],
  [500, 6000, null],
  [500, 7000, null],
])('of %i a month and %i a year', (month, year, saving) => {
  expect(yearlySaving({ amount: month }, { amount: year })).toEqual(saving)
})

test('nothing is saved without both prices', () => {
  expect([yearlySaving({ amount: 500 }, undefined), yearlySaving(null, { amount: 5000 })]).toEqual([null, null])
})
