// Tests that an explanation reproduces the result and names the words that matched.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explain } from './explain.ts'
import { Explanation } from './explanation.ts'
import { matches } from './match.ts'
import { resultOf } from './testing/explanation-result.fixture.ts'
import { plainReading } from './testing/plain-message.fixture.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import { anyReading } from './testing/random-messages.fixture.ts'

const leaves = (explanation: Explanation): (boolean | null)[] =>
  'test' in explanation ? [explanation.held] : explanation.parts.flatMap(leaves)
const nodes = (explanation: Explanation): Explanation[] =>
  'test' in explanation ? [explanation] : [explanation, ...explanation.parts.flatMap(nodes)]

test('the tests in an explanation reproduce its result for every condition and message', () => {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, view) => {
      const explanation = explain(condition, view)
      const result = matches(condition, view)
      expect(explanation.held).toBe(result)
      expect(resultOf(explanation)).toBe(result)
      for (const node of nodes(explanation)) if (node.held !== null) expect(resultOf(node)).toBe(node.held)
    }),
    { numRuns: 500 },
  )
})

test('an explanation survives serialization', () => {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, view) => {
      const explanation = explain(condition, view)
      const stored = JSON.parse(JSON.stringify(explanation)) as unknown
      expect(Explanation.parse(stored)).toEqual(stored)
    }),
  )
})

test('tests run in order, and none after the deciding one', () => {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, view) => {
      for (const node of nodes(explain(condition, view))) {
        if ('test' in node || node.held === null) continue
        const decider = node.parts.findIndex(part => part.held === (node.group !== 'all'))
        for (const [i, part] of node.parts.entries()) expect(part.held === null).toBe(decider !== -1 && i > decider)
        if (node.group === 'any') expect(node.held).toBe(decider !== -1)
        else expect(node.held).toBe(decider === -1)
      }
    }),
    { numRuns: 500 },
  )
})

test('a part that was not reached is empty', () => {
  const subject = { field: 'subject' as const, operator: 'contains' as const }
  const explanation = explain({ any: [{ ...subject, values: ['invoice'] }, { all: [{ ...subject, values: ['42'] }] }] }, plainReading())
  expect(leaves(explanation)).toEqual([true, null])
  expect(nodes(explanation)[2]).toMatchObject({ group: 'all', held: null })
  expect(nodes(explanation)[3]).toMatchObject({ seen: '', hits: [] })
})

test('the text is shown with each value that was found', () => {
  const test = { field: 'subject' as const, operator: 'contains' as const, values: ['42', 'INVOICE', 'bill'] }
  expect(explain(test, plainReading())).toEqual({
    test,
    held: true,
    seen: 'Invoice 42',
    hits: [
      { start: 0, end: 7 },
      { start: 8, end: 10 },
    ],
  })
})

test('if nothing was found, all people in the field are shown', () => {
  const to = [
    { name: 'Anna', address: 'anna@example.com' },
    { name: '', address: 'bob@example.com' },
  ]
  const explained = explain({ field: 'to', operator: 'is', values: ['eve@example.com'] }, plainReading({ to }))
  expect(explained).toMatchObject({ held: false, seen: 'Anna <anna@example.com>, bob@example.com', hits: [] })
})

test('size and attachment tests show what was counted', () => {
  const files = ['a.pdf', 'b.png'].map(name => ({ name, type: 'application/octet-stream', sizeBytes: 1 }))
  expect(explain({ field: 'size', operator: 'over', bytes: 1000 }, plainReading())).toMatchObject({ held: true, seen: '1200' })
  expect(explain({ field: 'attachment', operator: 'exists' }, plainReading({ attachments: files }))).toMatchObject({
    held: true,
    seen: 'a.pdf, b.png',
  })
})
