// Tests parsing ten thousand corrupted Sieve scripts: fast, without throwing, and with every warning inside the script.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { importSieve } from '../../core/filters/sieve/import.ts'
import { tookMs } from '../took.ts'

const whole = `require ["fileinto", "relational", "encoded-character"];
# rule:[Bills & co]
if anyof (header :contains ["subject", "x-a"] ["invoice", "Rechnung \${unicode:40}"], not address :is :localpart "from" "bank")
{ addflag ["\\\\Seen", "x"]; fileinto :copy "Bills/2026"; stop; }
elsif allof (size :over 2M, header :value "gt" :comparator "i;ascii-numeric" "x-spam-score" "5", exists "x-b") /* spam */
{ discard; }
else { if header :matches "subject" "*a?b\\\\*" { redirect "me@example.org"; } }
if false # header :regex "subject" "^(re|fwd): .*"
{ vacation :days 7 text:
I am away.
..
.
; }
if currentdate :value "ge" "date" "2026-11-21" { keep; }
if body :content "text/html" :contains "<a" { stop; }
`
const pieces = [
  '"',
  '\\',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  ';',
  ',',
  ':',
  '#',
  '/*',
  '*/',
  'text:\n',
  '.\n',
  'if',
  'not',
  'anyof(',
  '\0',
  '\ud800',
  'é',
  '999999999999999999G',
  '${hex:',
]
const spoiled = fc
  .array(
    fc.tuple(
      fc.nat(whole.length),
      fc.nat(60),
      fc.oneof(
        fc.constantFrom(...pieces),
        fc.nat(whole.length).map(at => whole.slice(at, at + 30)),
      ),
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map(changes => changes.reduce((script, [at, cut, piece]) => script.slice(0, at) + piece + script.slice(at + cut), whole))

test('a spoiled script is read without a throw, in less than 50 ms, with every warning within it', () => {
  expect(importSieve(whole).filters.length).toBe(5)
  let slowestMs = 0
  fc.assert(
    fc.property(spoiled, script => {
      const { filters, warnings } = importSieve(script)
      slowestMs = Math.max(
        slowestMs,
        tookMs(() => importSieve(script)),
      )
      for (const { at } of warnings) expect(at.start >= 0 && at.start <= at.end && at.end <= script.length, script).toBe(true)
      for (const filter of filters) expect(filter.actions.length).toBeGreaterThan(0)
    }),
    { numRuns: 10_000 },
  )
  console.log(`sieve fuzz: 10,000 spoiled scripts, slowest ${slowestMs.toFixed(1)} ms`)
  expect(slowestMs).toBeLessThan(50)
})
