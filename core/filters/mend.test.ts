// Tests that a mended condition matches the missed email and everything that it matched before.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainAll } from './explain-all.ts'
import { toFilterInput } from './fields.ts'
import { matches } from './match.ts'
import { mend } from './mend.ts'
import { plainArrival, plainView } from './testing/plain-message.fixture.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import { anyReading } from './testing/random-messages.fixture.ts'
import type { Condition } from './tree.ts'

const message = toFilterInput(
  plainView({ body: 'Total: 12,50 €', attachments: [{ name: 'invoice.docx', type: 'text/plain', sizeBytes: 10 }] }),
  plainArrival(),
  new Map(),
)
const mended = (condition: Condition) => mend(condition, explainAll(condition, message))
const invoice: Condition = { field: 'subject', operator: 'contains', values: ['invoice'] }

test.each<[string, Condition, Condition | null]>([
  [
    'a sender is added',
    { field: 'from', operator: 'contains', values: ['boss@'] },
    { field: 'from', operator: 'contains', values: ['boss@', 'anna@example.com'] },
  ],
  [
    'the ending of a file is added, the rest stays',
    { all: [invoice, { field: 'attachment_name', operator: 'ends', values: ['.pdf'] }] },
    { all: [invoice, { field: 'attachment_name', operator: 'ends', values: ['.pdf', '.docx'] }] },
  ],
  ['a size is moved', { field: 'size', operator: 'over', bytes: 5000 }, { field: 'size', operator: 'over', bytes: 1199 }],
  [
    'an amount is moved',
    { any: [{ field: 'amount', operator: 'over', amount: 5000, currency: 'EUR' }] },
    { any: [{ field: 'amount', operator: 'at_least', amount: 12.5, currency: 'EUR' }] },
  ],
  ['an amount in another currency goes', { field: 'amount', operator: 'over', amount: 5, currency: 'USD' }, null],
  [
    'a range of amounts is widened',
    { field: 'amount', operator: 'between', from: 20, to: 30 },
    { field: 'amount', operator: 'between', from: 12.5, to: 30 },
  ],
  ['an exception that matched is removed', { all: [invoice, { none: [{ field: 'attachment', operator: 'exists' }] }] }, { all: [invoice] }],
  ['what cannot be loosened goes', { all: [invoice, { field: 'newsletter', operator: 'is' }] }, { all: [invoice] }],
  ['nothing is left', { field: 'newsletter', operator: 'is' }, null],
  ['what holds stays as it is', invoice, invoice],
])('%s', (_, condition, wanted) => {
  expect(mended(condition)).toEqual(wanted)
})

test('a mended condition always matches the email', () => {
  let count = 0
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, input) => {
      // An explanation shows control characters as spaces; then it contains no word to search for.
      fc.pre(
        ![input.view.subject, ...input.view.headers.map(header => header.value)].some(text => /[\s\p{Cc}]/u.test(text.replaceAll(' ', ''))),
      )
      const changed = mend(condition, explainAll(condition, input))
      if (!changed) return
      count++
      expect(matches(changed, input)).toBe(true)
    }),
    { numRuns: 2000 },
  )
  expect(count).toBeGreaterThan(500)
})
