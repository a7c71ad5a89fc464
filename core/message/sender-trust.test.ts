// Tests summing up three authentication checks in one word; passes for an unrelated domain don't count.
import { expect, test } from 'vitest'
import { assessSenderTrust } from './sender-trust.ts'

test.each([
  ['pass', 'pass', 'pass', 'checked'],
  ['fail', 'pass', 'pass', 'checked'],
  ['pass', 'pass', 'fail', 'doubtful'],
  ['none', 'none', 'fail', 'doubtful'],
  ['pass', 'pass', 'none', 'unproven'],
  ['fail', 'none', 'none', 'unproven'],
  ['fail', 'fail', 'none', 'doubtful'],
  ['none', 'none', 'none', 'unproven'],
] as const)('spf %s, dkim %s, dmarc %s is %s', (spf, dkim, dmarc, word) => {
  expect(assessSenderTrust({ spf, dkim, dmarc })).toBe(word)
})
