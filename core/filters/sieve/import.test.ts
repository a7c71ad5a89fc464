// Tests importing Sieve scripts as filters.
import { expect, test } from 'vitest'
import type { ImportedFilter } from '../exchange/imported.ts'
import type { Condition } from '../tree.ts'
import { always, never } from './constant.ts'
import { importSieve } from './import.ts'

const subject = (...values: string[]): Condition => ({ field: 'subject', operator: 'contains', values })
const asked = (test: string): Condition | undefined => importSieve(`if ${test} { stop; }`).filters[0]?.condition

function read(script: string): { filters: ImportedFilter[]; warned: [string, string][] } {
  const { filters, warnings } = importSieve(script)
  return { filters, warned: warnings.map(({ code, at }) => [code.replace('sieve.', ''), script.slice(at.start, at.end)]) }
}

test('each branch becomes a filter that matches only if earlier branches do not', () => {
  const script = `if header :contains "subject" "a" { fileinto "A"; } elsif header :contains "subject" "b" { keep; stop; } else { fileinto "C"; }`
  expect(read(script)).toMatchObject({
    filters: [
      { condition: subject('a'), actions: [{ kind: 'move', folder: 'A' }], paused: false },
      { condition: { all: [{ none: [subject('a')] }, subject('b')] }, actions: [{ kind: 'forward' }, { kind: 'stop' }] },
      { condition: { none: [subject('a')] }, actions: [{ kind: 'move', folder: 'C' }] },
    ],
    warned: [],
  })
})

test('nested blocks keep the order of their actions', () => {
  const script = 'if header :contains "subject" "a" { addflag "\\\\Seen"; if size :over 1K { fileinto "Big"; } stop; }'
  const condition = { all: [subject('a'), { field: 'size', operator: 'over', bytes: 1024 }] }
  expect(read(script).filters).toMatchObject([
    { condition: subject('a'), actions: [{ kind: 'mark_read' }] },
    { condition, actions: [{ kind: 'move', folder: 'Big' }] },
    { condition: subject('a'), actions: [{ kind: 'stop' }] },
  ])
})

test('supported actions are imported, and the others give warnings', () => {
  const script = `if true {
    setflag ["\\\\Seen \\\\Flagged", "$Work"]; fileinto :copy "A"; fileinto "B"; redirect "me@example.org"; discard; vacation "gone"; }`
  expect(read(script)).toMatchObject({
    filters: [
      {
        condition: always,
        actions: [
          { kind: 'mark_read' },
          { kind: 'flag' },
          { kind: 'move', folder: 'A' },
          { kind: 'forward', destinationIds: [] },
          { kind: 'stop' },
        ],
      },
    ],
    warned: [
      ['flag_unsupported', 'setflag ["\\\\Seen \\\\Flagged", "$Work"]'],
      ['copy_moves', 'fileinto :copy "A"'],
      ['second_folder', 'fileinto "B"'],
      ['redirect_to_choose', 'redirect "me@example.org"'],
      ['discard_stops', 'discard'],
      ['command_unsupported', 'vacation "gone"'],
    ],
  })
})

test('an unconditional keep is not a filter, and commands after a stop give a warning', () => {
  expect(read('keep;')).toEqual({ filters: [], warned: [] })
  expect(read('stop; if true { keep; } discard;').warned).toEqual([['after_stop', 'if true { keep; } discard']])
})

test('branches after an unsupported one are paused too, and a disabled branch changes nothing', () => {
  const unsure = read('if hasflag "x" { discard; } elsif size :over 5 { stop; } else { fileinto "A"; } if size :over 6 { stop; }')
  expect(unsure.filters.map(({ paused }) => paused)).toEqual([true, true, true, false])
  const off = read('if false # size :over 5\n{ stop; } else { fileinto "A"; }').filters
  expect(off).toMatchObject([{ paused: true }, { paused: false, condition: always }])
})

test('emails kept by default need no filter, but flags do', () => {
  expect(read('if size :over 5 { fileinto "A"; } else { keep; }').filters).toHaveLength(1)
  expect(read('if size :over 5 { stop; } else { keep :flags "\\\\Flagged"; }').filters[1]?.actions).toEqual([{ kind: 'flag' }])
})

test('names come from comments in known formats, otherwise from the search words', () => {
  const names = (script: string) => read(script).filters.map(({ name }) => name)
  expect(names('# rule:[Bills & co]\nif true { stop; }')).toEqual(['Bills & co'])
  expect(names('## Filter: Bills\nif true { stop; }')).toEqual(['Bills'])
  expect(names('/* My bills */ if true { stop; }')).toEqual(['My bills'])
  expect(names('if allof(size :over 5, header :is "x-a" ["1", "Bills"]) { stop; }')).toEqual(['Bills'])
  expect(names('if true { stop; }')).toEqual(['Sieve 1'])
  expect(names(`# ${'long '.repeat(40)}\nif true { stop; }`)[0]?.length).toBeLessThanOrEqual(80)
})

test('a filter disabled by Roundcube keeps its condition', () => {
  const script = '# rule:[Off]\nif false # header :contains "subject" "a"\n{ stop; }\nif false { stop; }'
  expect(read(script).filters).toMatchObject([
    { name: 'Off', paused: true, condition: subject('a') },
    { paused: true, condition: never },
  ])
})

test('an unsupported test pauses its filter and is located, wherever it is nested', () => {
  const script =
    'require "variables"; if allof(true, not hasflag "x") { stop; }\nif false # environment "a" "b"\n{ stop; } if header "a" "${b}" { stop; }'
  const { filters, warned } = read(script)
  expect(filters.map(({ paused }) => paused)).toEqual([true, true, true])
  expect(warned).toEqual([
    ['test_unsupported', 'hasflag "x"'],
    ['test_unsupported', 'environment "a" "b"'],
    ['test_unsupported', 'header "a" "${b}"'],
  ])
})

test('a script with a syntax error gives that error and no filter', () => {
  expect(read('if true { stop; } if true { stop }')).toEqual({ filters: [], warned: [['expected_sign', '}']] })
})

test.each<[string, Condition]>([
  [
    'header :contains ["subject", "x-a"] "b"',
    { any: [subject('b'), { field: 'header', name: 'x-a', operator: 'contains', values: ['b'] }] },
  ],
  ['header :contains "From" "bank"', { field: 'from', operator: 'contains', values: ['bank'] }],
  ['header :matches "subject" "a*"', { field: 'subject', operator: 'starts', values: ['a'] }],
  ['header :matches "subject" ["*\\\\*", "*b"]', { field: 'subject', operator: 'ends', values: ['*', 'b'] }],
  ['header :matches "subject" "a*b?"', { field: 'subject', operator: 'wildcard', values: ['a*b?'] }],
  ['address "to" "me@example.com"', { field: 'to', operator: 'is', values: ['me@example.com'] }],
  ['address :all :matches "from" "*@example.com"', { field: 'from', operator: 'ends', values: ['@example.com'] }],
  ['not exists ["x-a"]', { field: 'header', name: 'x-a', operator: 'missing' }],
  [
    'not anyof(exists "x-a", size :under 5)',
    {
      none: [
        { field: 'header', name: 'x-a', operator: 'exists' },
        { field: 'size', operator: 'under', bytes: 5 },
      ],
    },
  ],
  ['body :contains "hello"', { field: 'whole_body', operator: 'contains', values: ['hello'] }],
  ['currentdate "weekday" ["0", "6"]', { field: 'weekday', operator: 'in', days: ['sat', 'sun'] }],
  ['currentdate :value "gt" "date" "2026-12-31"', { field: 'date', operator: 'on_or_after', day: '2027-01-01' }],
  ['currentdate :value "ge" :comparator "i;ascii-numeric" "hour" "09"', { field: 'hour', operator: 'between', from: '09:00', to: '00:00' }],
  ['allof(true, size :over 0)', always],
  ['anyof(false, size :under 0)', never],
])('%s is imported as one of our own tests', (test, condition) => {
  expect(asked(test)).toEqual(condition)
})

test.each([
  'header :is :comparator "i;octet" "subject" "a"',
  'header :contains "subject" ""',
  'header :matches "subject" "a\\\\*b"',
  'header :index 1 "received" "a"',
  'address :domain "from" "example.com"',
  'address :contains "from" "anna"',
  'envelope "to" "me@example.com"',
  'body :text :contains "hello"',
  'date :zone "+0100" "date" "hour" "09"',
  'currentdate :zone "+0100" "hour" "09"',
  'header :value "gt" :comparator "i;ascii-numeric" "x-spam-score" "5"',
  'header :count "gt" "received" "3"',
])('%s is imported as an exact test', test => {
  expect(asked(test)).toMatchObject({ field: 'exact' })
})

test('encoded characters are decoded only if the script requires the extension', () => {
  expect(
    read('require "encoded-character"; if header :contains "subject" "a${unicode: 40 20AC}${hex: c3 bc}" { stop; }').filters,
  ).toMatchObject([{ condition: subject('a@€ü') }])
  expect(asked('header :contains "subject" "${unicode:40}"')).toEqual(subject('${unicode:40}'))
})

test('too many filters, branches or warnings are cut off with a position', () => {
  const many = read('if size :over 5 { stop; } '.repeat(1100))
  expect([many.filters.length, many.warned.map(([code]) => code)]).toEqual([1000, ['too_many']])
  const branches = read(`if size :over 5 { keep; } ${'elsif size :over 6 { keep; } '.repeat(800)} if true { stop; }`)
  expect(branches.filters.at(-1)?.condition).toEqual(always)
  expect(branches.warned.map(([code]) => code)).toContain('too_many')
  const warned = read('vacation "a"; '.repeat(600)).warned.map(([code]) => code)
  expect([warned.length, warned.at(-1)]).toEqual([501, 'too_strange'])
})
