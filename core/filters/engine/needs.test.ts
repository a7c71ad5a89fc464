// Tests how much of an email must be fetched before its filters can be decided.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action, Filter } from '../action.ts'
import { decide } from '../decide.ts'
import { type FilterInput, toFilterInput } from '../fields.ts'
import { matches } from '../match.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import { anyCondition } from '../testing/random-conditions.fixture.ts'
import { anyReading } from '../testing/random-messages.fixture.ts'
import type { Condition, Test } from '../tree.ts'
import { compile } from './compile.ts'
import { type Depth, requiredDepth } from './needs.ts'
import { filterResult, startRun } from './run.ts'

const filter = (condition: Condition, actions: Action[] = [], paused = false): Filter => ({
  id: 'f',
  name: 'f',
  paused,
  condition,
  actions,
})
const subject: Test = { field: 'subject', operator: 'contains', values: ['invoice'] }
const body: Test = { field: 'body', operator: 'contains', values: ['attached'] }
const files: Test = { field: 'attachment_name', operator: 'ends', values: ['.pdf'] }
const amount: Test = { field: 'amount', operator: 'over', amount: 500 }
const small: Test = { field: 'size', operator: 'under', bytes: 10 }

test.each<[string, Filter[], Depth]>([
  ['no filter', [], 'headers'],
  ['headers', [filter({ all: [subject, small, { field: 'hour', operator: 'between', from: '08:00', to: '20:00' }] })], 'headers'],
  ['parts', [filter(subject), filter({ none: [{ any: [files, subject] }] })], 'structure'],
  ['text', [filter(files), filter({ all: [subject, body] })], 'text'],
  ['amounts', [filter({ none: [amount] })], 'text'],
  ['text of a paused filter', [filter(body, [], true)], 'headers'],
])('filters that look at %s need them', (_, filters, needs) => {
  expect(requiredDepth(filters)).toBe(needs)
})

const stop: Action = { kind: 'stop' }
const decides = (filters: Filter[], have: Depth) =>
  !decide(compile(filters, new Map()), fetchedOnly(plainReading(), have), ['phone']).isIncomplete

test.each<[string, Filter[], Depth, boolean]>([
  ['a subject', [filter(subject)], 'headers', true],
  ['a body', [filter(body)], 'headers', false],
  ['a body that the size decides', [filter({ all: [body, small] })], 'headers', true],
  ['a body that the subject decides', [filter({ any: [body, subject] })], 'headers', true],
  ['a subject or body that the subject decides', [filter({ ...body, field: 'any', values: ['42'] })], 'headers', true],
  ['a subject or body that the subject does not decide', [filter({ ...body, field: 'any' })], 'headers', false],
  ['names of files', [filter(files)], 'headers', false],
  ['names of files, with the structure', [filter(files)], 'structure', true],
  ['an amount', [filter(amount)], 'structure', false],
  ['an amount that the subject decides', [filter({ any: [amount, subject] })], 'headers', true],
  ['a body behind a stop that holds', [filter(subject, [stop]), filter(body)], 'headers', true],
  ['a body before a stop that holds', [filter(body), filter(subject, [stop])], 'headers', false],
  ['a body behind a stop that does not hold', [filter(small, [stop]), filter(body)], 'headers', false],
])('%s, for an email fetched only in part', (_, filters, have, can) => {
  expect(decides(filters, have)).toBe(can)
})

/** The email as far as it is fetched; the missing parts are empty. */
function fetchedOnly({ view, arrival, lists }: FilterInput, have: Depth): FilterInput {
  const withoutText = { ...view, fetched: have, ...(have !== 'text' && { body: '' }) }
  return toFilterInput(have === 'headers' ? { ...withoutText, attachments: [], calendar: null } : withoutText, arrival, lists)
}

test('a result from a partial fetch agrees with the full email', () => {
  let decided = 0
  fc.assert(
    fc.property(
      fc.array(anyCondition, { minLength: 1, maxLength: 12 }),
      anyReading,
      fc.constantFrom<Depth>('headers', 'structure', 'text'),
      (conditions, input, have) => {
        const run = startRun(
          compile(
            conditions.map(condition => filter(condition)),
            input.lists,
          ),
          fetchedOnly(input, have),
        )
        for (const [i, condition] of conditions.entries()) {
          const verdict = filterResult(run, i)
          if (verdict === null) expect(requiredDepth([filter(condition)])).not.toBe('headers')
          else expect(verdict).toBe(matches(condition, input))
          decided += verdict === null ? 0 : 1
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(decided).toBeGreaterThan(500)
})
