// Generates messages and conditions from strings that are hard to compare, few enough that many of them match.
import fc from 'fast-check'
import { type FilterInput, toFilterInput } from '../fields.ts'
import type { Condition, Test } from '../tree.ts'
import { plainArrival, plainView } from './plain-message.fixture.ts'
import { anyCondition, anyTest } from './random-conditions.fixture.ts'

const pieces = [
  ...'a,aa,A,b,ab,S,ß,ſ,K,k,Σ,ς,İ,ı,i\u0307,é,e\u0301,\u0301,\u00ad,\u200d,ﬁ,ﷺ,각,漢,👩,1'.split(','),
  ...' ,\t,\u00a0,\n,\0,@,.,-,*,?,\ud83d,\udc69,\ud83d*,xn--mnchen-3ya,münchen,xn--,a.example'.split(','),
  ...[
    'abababababababababababababababab',
    'the same beginning of every word, and then one',
    'the same beginning of every word, and then two',
  ],
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(list => list.join(''))
const value = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map(list => list.join('').trim())
const values = fc.array(
  value.filter(word => word !== ''),
  { minLength: 1, maxLength: 4 },
)
const pattern = fc
  .array(fc.constantFrom(...pieces.filter(piece => !/[*?\0]/.test(piece)), '|', '(a|b)', '[^a]', '+', '.*', '\\b', '^', '$', '(?-i)'), {
    minLength: 1,
    maxLength: 5,
  })
  .map(list => list.join(''))
const field = fc.constantFrom('subject', 'any', 'body', 'whole_body', 'from', 'sender_domain', 'attachment_name')

const hostileTest: fc.Arbitrary<Test> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ field, operator: fc.constantFrom('contains', 'is', 'starts', 'ends', 'wildcard'), values }) },
  {
    weight: 1,
    arbitrary: fc.record({ field, operator: fc.constant('regexp' as const), values: fc.array(pattern, { minLength: 1, maxLength: 2 }) }),
  },
)

/** Half are ordinary conditions, half are groups of hostile strings. */
export const hostileCondition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>(tie => {
  const parts = fc.array(tie('node'), { minLength: 1, maxLength: 3 })
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      hostileTest,
      anyTest,
      anyCondition,
      fc.record({ all: parts }),
      fc.record({ any: parts }),
      fc.record({ none: parts }),
    ),
  }
}).node

export const hostileReading: fc.Arbitrary<FilterInput> = fc
  .record({
    subject: text,
    body: fc.oneof(
      text,
      fc.array(text, { maxLength: 4 }).map(lines => lines.join('\n> ')),
    ),
    from: fc.array(fc.record({ name: text, address: text }), { maxLength: 2 }),
    attachments: fc.array(fc.record({ name: text, type: fc.constant('text/plain'), sizeBytes: fc.nat(2000) }), { maxLength: 2 }),
  })
  .map(change => toFilterInput(plainView(change), plainArrival(), new Map([['Mine', new Set(['a', '@a.example'])]])))
