// Tests how long a proof of identity counts.
import { expect, test } from 'vitest'
import { isProofRecent } from './proof.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => ({ timestamp: now.getTime() / 1000 - minutes * 60 })

test.each([
  [[], false],
  [[ago(9)], true],
  [[ago(10)], false],
  [[ago(1), ago(300)], true],
  [[ago(300), ago(1)], true],
])('proofs %j count: %s', (amr, counts) => {
  expect(isProofRecent(amr, now)).toBe(counts)
})
