// Tests at which usage an owner is warned.
import { expect, test } from 'vitest'
import { usageWarning } from './usage.ts'

test.each<[number, number, number | null, number]>([
  [0, 79, 100, 0],
  [0, 80, 100, 80],
  [1, 79, 100, 80],
  [20, 79, 100, 80],
  [0, 99, 100, 80],
  [1, 99, 100, 100],
  [0, 100, 100, 100],
  [0, 140, 100, 100],
  [0, 2, 3, 0],
  [0, 3, 3, 100],
  [0, 1, 1, 100],
  [0, 0, 0, 0],
  [0, 5, 0, 0],
  [1_000_000, 1_000_000, null, 0],
])('%i on their way and %i delivered of %s call for a warning of %i percent', (reserved, delivered, limit, warning) => {
  expect(usageWarning({ reserved, delivered }, limit)).toBe(warning)
})
