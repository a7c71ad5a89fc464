// Tests exporting to Gmail: what Gmail supports survives a round trip; everything else gives a warning.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from '../action.ts'
import { conditionsIn, isTest } from '../edit.ts'
import type { ImportedFilter } from '../exchange/imported.ts'
import { normalize } from '../normalize.ts'
import { anyCondition, conditionsOf } from '../testing/random-conditions.fixture.ts'
import type { Condition, Test } from '../tree.ts'
import { exportGmail } from './export.ts'
import { importGmail } from './import.ts'

const filter = (condition: Condition, actions: Action[] = [{ kind: 'flag' }], paused = false): ImportedFilter => ({
  name: 'Mine',
  paused,
  condition,
  actions,
})
const subject: Condition = { field: 'subject', operator: 'contains', values: ['a', 'b "c"'] }

const text = fc.oneof(
  fc.constantFrom('OR', 'me', 'a b', '-a', 'a:b', '(x)', '{', '<a&b>', "it's", 'München', '$5', '^a', '/a/', 'is:x', 'a@b.example'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
)
const value = text.filter(one => one.trim() !== '' && !/["“”„\\*\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u.test(one))
const sayable: fc.Arbitrary<Test> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      field: fc.constantFrom(
        'from' as const,
        'recipient' as const,
        'cc' as const,
        'subject' as const,
        'any' as const,
        'list' as const,
        'reply_to' as const,
        'attachment_name' as const,
      ),
      operator: fc.constant('contains' as const),
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
    }),
  },
  fc.record({ field: fc.constant('attachment' as const), operator: fc.constantFrom('exists' as const, 'missing' as const) }),
  fc.record({
    field: fc.constant('size' as const),
    operator: fc.constantFrom('over' as const, 'under' as const),
    bytes: fc.integer({ min: 1, max: 5_000_000 }),
  }),
  fc.record({
    field: fc.constant('date' as const),
    operator: fc.constantFrom('before' as const, 'on_or_after' as const),
    day: fc.constant('2026-11-20'),
  }),
  fc.constant<Test>({ field: 'header', name: 'message-id', operator: 'is', values: ['<1@a.example>'] }),
)
const sayableCondition = conditionsOf(sayable, 3)

test('a condition that Gmail supports survives export and import', () => {
  fc.assert(
    fc.property(sayableCondition, condition => {
      const { text: xml, warnings } = exportGmail([filter(condition)])
      expect(warnings).toEqual([])
      const back = importGmail(xml)
      expect(back.warnings).toEqual([])
      expect(back.filters.map(one => normalize(one.condition))).toEqual([normalize(condition)])
    }),
    { numRuns: 400 },
  )
})

test('a filter with a condition that Gmail does not support is left out, and each such test gives a warning', () => {
  fc.assert(
    fc.property(anyCondition, condition => {
      const { text: xml, warnings } = exportGmail([filter(condition)])
      const isLeftOut = warnings.some(({ code }) => code === 'gmail.export_condition')
      expect(importGmail(xml).filters.length).toBe(isLeftOut ? 0 : 1)
      if (testsOf(normalize(condition)).some(one => 'values' in one && one.operator === 'regexp')) expect(isLeftOut).toBe(true)
      for (const { at } of warnings) expect(at.end).toBeLessThanOrEqual(xml.length)
    }),
    { numRuns: 200 },
  )
})

test('supported actions are written, others give a warning', () => {
  const all = exportGmail([filter(subject, [{ kind: 'mark_read' }, { kind: 'flag' }, { kind: 'move', folder: 'A & "B"' }])])
  expect(all.warnings).toMatchObject([{ code: 'gmail.export_condition' }])
  const simple: Condition = { field: 'to', operator: 'contains', values: ['a'] }
  const { text: xml, warnings } = exportGmail([filter(simple, [{ kind: 'move', folder: 'A & "B"' }, { kind: 'stop' }])])
  expect(warnings.map(({ code, values }) => [code, values['action'] ?? values['query']])).toEqual([
    ['gmail.export_to', 'to:a'],
    ['gmail.export_action', 'stop'],
  ])
  expect(importGmail(xml).filters[0]).toMatchObject({ name: 'A & "B"', actions: [{ kind: 'move', folder: 'A & "B"' }] })
})

test('a filter without supported actions gets a label with its name, and a paused one is left out', () => {
  const simple: Condition = { field: 'from', operator: 'contains', values: ['a'] }
  const { text: xml, warnings } = exportGmail([filter(simple, [{ kind: 'forward', destinationIds: [] }]), filter(simple, [], true)])
  expect(warnings.map(({ code }) => code)).toEqual(['gmail.export_action', 'gmail.export_label', 'gmail.export_paused'])
  expect(xml).toContain('name="label" value="Mine"')
  expect(warnings.map(({ at }) => xml.slice(at.start, at.end).trim().slice(0, 7))).toEqual(['<entry>', '<entry>', ''])
})

const testsOf = (condition: Condition): Test[] => (isTest(condition) ? [condition] : conditionsIn(condition).flatMap(testsOf))
