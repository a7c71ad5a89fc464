// Random messages and conditions for property tests.
import fc from 'fast-check'
import type { MailView } from '../message/view.ts'
import type { Condition, Test } from './tree.ts'

const word = fc.constantFrom('invoice', 'Rechnung', 'STRASSE', 'Straße', 'paid', '42', 'É', 'a', 'b')
const words = fc.array(word, { maxLength: 4 }).map(list => list.join(' '))
const anyText = fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) })
const address = fc.constantFrom('boss@example.com', 'shop@xn--mnchen-3ya.example', 'news@list.example', 'a@b.example')
const people = fc.array(fc.record({ name: words, address }), { maxLength: 3 })

export const anyView: fc.Arbitrary<MailView> = fc.record({
  from: people,
  to: people,
  cc: people,
  replyTo: people,
  subject: anyText,
  date: fc.constant(null),
  messageId: fc.constant(null),
  headers: fc.array(fc.record({ name: fc.constantFrom('List-Id', 'X-Spam', 'list-id'), value: anyText }), { maxLength: 3 }),
  body: fc.oneof(
    anyText,
    anyText.map(text => text.repeat(40)),
  ),
  attachments: fc.array(fc.record({ name: words, type: fc.constant('text/plain'), sizeBytes: fc.nat(1000) }), { maxLength: 2 }),
  sizeBytes: fc.nat(2000),
  truncated: fc.constant(false),
  unparsed: fc.constant(null),
})

const value = fc.oneof(
  word,
  address,
  fc.constantFrom('*', 'inv*', '?', '* 42', 'münchen', '@', '\u00ad'),
  fc.string({ minLength: 1, maxLength: 6 }).filter(text => text.trim() === text),
)
const operator = fc.constantFrom('contains', 'is', 'starts', 'ends', 'wildcard')
const values = fc.array(value, { minLength: 1, maxLength: 3 })

export const anyTest: fc.Arbitrary<Test> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ field: fc.constantFrom('from', 'to', 'cc', 'subject', 'body'), operator, values }) },
  {
    weight: 2,
    arbitrary: fc.record({ field: fc.constant('header'), name: fc.constantFrom('List-ID', 'X-Spam', 'Date'), operator, values }),
  },
  { weight: 1, arbitrary: fc.record({ field: fc.constant('attachment'), operator: fc.constantFrom('exists', 'missing') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constant('size'),
      operator: fc.constantFrom('over', 'under'),
      bytes: fc.integer({ min: 1, max: 2000 }),
    }),
  },
)

const parts = (condition: fc.Arbitrary<Condition>) => fc.array(condition, { minLength: 1, maxLength: 4 })

export const anyCondition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyTest,
    fc.record({ all: parts(tie('node')) }),
    fc.record({ any: parts(tie('node')) }),
    fc.record({ none: parts(tie('node')) }),
  ),
})).node

/** A plain mail to change for a table of cases. */
export const plainView = (change: Partial<MailView> = {}): MailView => ({
  from: [{ name: 'Anna Boss', address: 'anna@example.com' }],
  to: [{ name: '', address: 'me@example.net' }],
  cc: [],
  replyTo: [],
  subject: 'Invoice 42',
  date: null,
  messageId: null,
  headers: [],
  body: 'Please find attached\r\nyour invoice.\r\n',
  attachments: [],
  sizeBytes: 1200,
  truncated: false,
  unparsed: null,
  ...change,
})
