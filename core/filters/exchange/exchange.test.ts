// Tests that a filter file reads back as written, and that every mistake in one is located.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureMs } from '../../text/timing.fixture.ts'
import type { Action } from '../action.ts'
import { normalize } from '../normalize.ts'
import { anyCondition } from '../testing/random-conditions.fixture.ts'
import type { ImportedFilter } from './imported.ts'
import { readFilterFile } from './read.ts'
import type { ImportedList } from './read-lists.ts'
import { writeJson, writeYaml } from './write.ts'

const action: fc.Arbitrary<Action> = fc.constantFrom<Action>(
  { kind: 'forward', destinationIds: [] },
  { kind: 'forward', destinationIds: ['018f3a5e-0000-7000-8000-000000000001'], show: 'headers' },
  { kind: 'mark_read' },
  { kind: 'move', folder: 'Bills: "2026"' },
  { kind: 'digest', every: 'day', at: '08:00' },
  { kind: 'stop' },
)
const filters: fc.Arbitrary<ImportedFilter[]> = fc.uniqueArray(
  fc.record({
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(name => name.trim() === name && name.length < 80),
    paused: fc.boolean(),
    condition: anyCondition,
    actions: fc.uniqueArray(action, { minLength: 1, maxLength: 4, selector: one => one.kind }),
  }),
  { maxLength: 4, selector: filter => filter.name },
)
const lists = fc.constantFrom<ImportedList[]>([], [{ name: 'Family', entries: ['a@example.com', 'yes', '1', '- x'] }])

test('filters and lists survive JSON unchanged, and YAML with equivalent conditions', () => {
  fc.assert(
    fc.property(filters, lists, (given, named) => {
      const json = readFilterFile(writeJson({ filters: given, lists: named }))
      expect(json).toEqual({ filters: given, lists: named, warnings: [] })
      const yaml = readFilterFile(writeYaml({ filters: given, lists: named }))
      expect(yaml.warnings).toEqual([])
      expect(yaml.lists).toEqual(named)
      expect(yaml.filters).toEqual(given.map((filter, i) => ({ ...filter, condition: yaml.filters[i]?.condition })))
      expect(yaml.filters.map(filter => normalize(filter.condition))).toEqual(given.map(filter => normalize(filter.condition)))
    }),
    { numRuns: 150 },
  )
})

test('a handwritten file is read', () => {
  const text = `
mailferry: 1
filters:
  - name: Bank   # the first one
    condition: from:bank subject:(invoice OR bill)
  - name: Night
    paused: true
    condition:
      all:
        - hour is nothing here
    actions: [forward]
`
  const { filters: read } = readFilterFile(
    text.replace('- hour is nothing here', '- { field: hour, operator: between, from: "22:00", to: "06:00" }'),
  )
  expect(read).toMatchObject([
    {
      name: 'Bank',
      paused: false,
      condition: { all: [{ field: 'from' }, { field: 'subject' }] },
      actions: [{ kind: 'forward', destinationIds: [] }],
    },
    { name: 'Night', paused: true, condition: { all: [{ field: 'hour' }] } },
  ])
})

const head = 'mailferry: 1\nfilters:\n'
const bank = '- name: Bank\n  condition: from:bank\n'
/** Each mistake as `code: the text it points to`. */
const mistakesIn = (text: string) =>
  readFilterFile(text).warnings.map(({ code, at }) => `${code}: ${text.slice(at.start, at.end).trim().slice(0, 30)}`)

test.each<[string, string]>([
  ['', 'exchange.not_ours: '],
  ['[]', 'exchange.not_ours: []'],
  ['filters: []', 'exchange.not_ours: filters: []'],
  ['{"mailferry": 2, "filters": []}', 'exchange.version: 2'],
  ['mailferry: 1\nfilter: []', 'exchange.key_unknown: []'],
  ['{"mailferry": 1, "filters": {}}', 'exchange.filters_wrong: {}'],
  [`${head}- 1\n`, 'exchange.filter_wrong: 1'],
  [`${head}- condition: from:bank\n`, 'exchange.name_missing: condition: from:bank'],
  [`${head}${bank}${bank}`, 'exchange.name_twice: Bank'],
  [`${head}- name: Bank\n`, 'exchange.condition_missing: name: Bank'],
  [`${head}- name: Bank\n  condition: form:bank\n`, 'query.field_near: form'],
  [`${head}- name: Bank\n  condition: "form:bank"\n`, 'query.field_near: form'],
  [`${head}- name: Bank\n  condition: >\n    from:a\n    form:bank\n`, 'query.field_near: >\n    from:a\n    form:bank'],
  ['{"mailferry":1,"filters":[{"name":"a","condition":"x (y"}]}', 'query.group_open: ('],
  [`${head}- name: Bank\n  condition: {field: subjct, operator: is, values: [a]}\n`, 'exchange.field_unknown: subjct'],
  [`${head}- name: Bank\n  condition: {field: size, operator: is, bytes: 1}\n`, 'exchange.operator_unknown: is'],
  [`${head}- name: Bank\n  condition: {field: size, operator: over, bytes: big}\n`, 'exchange.value_wrong: big'],
  [`${head}- name: Bank\n  condition: {any: []}\n`, 'exchange.group_wrong: {any: []}'],
  [`${head}${bank}  actions: [forwards]\n`, 'exchange.action_wrong: forwards'],
  [`${head}${bank}  actions: [stop, stop]\n`, 'exchange.action_twice: stop'],
  [`${head}${bank}  actions: [{kind: move, folder: 1}]\n`, 'exchange.action_wrong: 1'],
  [`${head}${bank}  pause: true\n`, 'exchange.key_unknown: true'],
  [`${head}${bank}  paused: maybe\n`, 'exchange.paused_wrong: maybe'],
  ['{"mailferry":1,"lists":{"a":[1]}}', 'exchange.entry_wrong: 1'],
  ['mailferry: 1\nlists: {a: b}\n', 'exchange.list_wrong: b'],
  [`${head}- name: "Bank\n`, 'exchange.unreadable: '],
  ['{"mailferry": 1,, "filters": []}', 'exchange.unreadable: ,'],
  [`${head}- &a name: Bank\n`, 'exchange.yaml_feature: &'],
  [`${head}- name: *a\n`, 'exchange.yaml_feature: *'],
  [`${head}- name: !!str x\n`, 'exchange.yaml_feature: !'],
  [`? ${'? '.repeat(500)}`, 'exchange.yaml_feature: ?'],
])('%.60s', (text, mistake) => {
  expect(mistakesIn(text)[0]).toBe(mistake)
  expect(readFilterFile(text).filters).toEqual([])
})

test('several mistakes are reported at once, and nothing is imported', () => {
  const text = `${head}- name: A\n  condition: is:unread\n- name: B\n  condition: {field: subjct}\n  actions: [x]\n`
  expect(mistakesIn(text)).toEqual(['query.is_dealt_with: unread', 'exchange.action_wrong: x', 'exchange.field_unknown: subjct'])
})

test('any text is read quickly without throwing, and every mistake is located in the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'mailferry: 1\n',
      'filters:\n',
      '- name: a\n',
      '  condition: from:b\n',
      '? ',
      '- ',
      '{',
      '[',
      '"',
      "'",
      ': ',
      '|\n',
      '#',
      '&a',
      '*a',
      '\t',
      '\r\n',
      ',',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, isOurs) => {
      const text = (isOurs ? head : '') + pieces.join('')
      const { warnings } = readFilterFile(text)
      expect(measureMs(Date.now, () => readFilterFile(text), 2_000)).toBeLessThan(2_000)
      for (const { at } of warnings) expect(0 <= at.start && at.start <= at.end && at.end <= text.length).toBe(true)
    }),
    { numRuns: 500 },
  )
})
