// One word for three checks, and no pass that a stranger's domain could give.
import { expect, test } from 'vitest'
import { senderCheck } from './sender-check.ts'

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
  expect(senderCheck({ spf, dkim, dmarc })).toBe(word)
})
