// Tests that hostile filter expressions are handled within 50 ms of processor time.
import { expect, test } from 'vitest'
import { readFilterFile } from '../core/filters/exchange/read.ts'
import { importGmail } from '../core/filters/gmail/import.ts'
import { patternProblem } from '../core/filters/pattern.ts'
import { parseQuery } from '../core/filters/query/parse.ts'
import { importSieve } from '../core/filters/sieve/import.ts'
import { tookMs } from './took.ts'

const filters = (count: number, condition: (i: number) => unknown): string =>
  JSON.stringify({ mailferry: 1, filters: Array.from({ length: count }, (_, i) => ({ name: `n${i}`, condition: condition(i) })) })
const nested = (depth: number): string => '{"all":['.repeat(depth)
const property = (name: string, value: string) =>
  `<apps:property name='${name}' value='${value.replace(/[&<']/g, letter => `&#${letter.charCodeAt(0)};`)}'/>`
const entries = (count: number, entry: (i: number) => string[][]) =>
  `<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>${Array.from(
    { length: count },
    (_, i) =>
      `<entry>${entry(i)
        .map(([name = '', value = '']) => property(name, value))
        .join('')}</entry>`,
  ).join('')}</feed>`
const feed = (entry: [string, string][]) => entries(1, () => entry)

test.each<[string, string]>([
  [
    'JSON groups',
    `{"mailferry":1,"filters":[{"name":"a","condition":${nested(100_000)}{"field":"reply","operator":"is"}${']}'.repeat(100_000)}}]}`,
  ],
  ['JSON brackets', '['.repeat(1_900_000)],
  ['JSON tests', `{"mailferry":1,"filters":[{"name":"a","condition":{"all":[${'{"field":"x"},'.repeat(100_000)}1]}}]}`],
  ['JSON filters', `{"mailferry":1,"filters":[${'{},'.repeat(400_000)}1]}`],
  ['flow brackets', '['.repeat(16_000)],
  ['flow braces', 'a: {'.repeat(4_000)],
  ['dashes', '- '.repeat(8_000)],
  ['explicit keys', '? '.repeat(8_000)],
  ['explicit keys in a sequence', `- ${'? '.repeat(5_000)}`],
  ['explicit keys behind quotes', `- 'a': ${'? '.repeat(5_000)}`],
  ['explicit keys in a flow', `{${'? a, '.repeat(3_000)}`],
  ['explicit keys in a flow of lines', `{\n${'? '.repeat(5_000)}`],
  ['explicit keys behind a key', `a: b: ${'? '.repeat(5_000)}`],
  ['explicit keys behind two keys', `a:b: c: ${'? '.repeat(5_000)}`],
  ['explicit keys behind quotes that are none', `a' ${'? '.repeat(5_000)}'\n'`],
  ['explicit keys behind a text that is none', `a |\n ${'? '.repeat(5_000)}`],
  ['anchors', '&a '.repeat(5_000)],
  ['lines that are none', `a: >\n ${'a\na\t}\n'.repeat(2_600)}|\n`],
  ['zeros in a flow', `mailferry: 1\nlists:\n  a: [${'\0\n  '.repeat(3_900)}""`],
  ['keys that are none', `#${'a\naa: }\n'.repeat(1_900)}`],
  ['quotes', `mailferry: 1\nfilters:\n- name: a\n  condition: ${'"'.repeat(15_900)}`],
  ['commas', `mailferry: 1\nfilters:\n- name: a\n  condition: ${', \n  '.repeat(3_100)}`],
  ['groups without commas', `mailferry: 1\nlists:\n  a: [${'[]{} ""'.repeat(2_200)}`],
  ['keys', `mailferry: 1\n${Array.from({ length: 1_700 }, (_, i) => `k${i}: 1\n`).join('')}`],
  ['JSON names', `{"mailferry":1,${Array.from({ length: 150_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ['JSON queries', filters(500, () => 'a '.repeat(1_900))],
  ['JSON queries of many words', filters(350, i => Array.from({ length: 450 }, (_, k) => `w${i}_${k}`).join(' OR '))],
  [
    'JSON queries of patterns',
    filters(500, i => Array.from({ length: 150 }, (_, k) => `subject:/x{9${(i * 150 + k) % 100}}${k}/`).join(' ')),
  ],
  ['JSON queries with a mistake at the end', filters(500, i => (i < 480 ? `"${'a'.repeat(900)}" `.repeat(4) : 'fron:a '.repeat(500)))],
  ['JSON queries of quotes', filters(500, () => '\\"'.repeat(900))],
  ['JSON trees of facts', filters(500, () => ({ all: Array.from({ length: 85 }, () => ({ field: 'reply', operator: 'is' })) }))],
  [
    'JSON entries',
    `{"mailferry":1,"filters":[],"lists":{${Array.from({ length: 20 }, (_, k) => `"l${k}":[${'" ",'.repeat(9_000)}" "]`).join()}}}`,
  ],
  ['collections', `#${'\n- a:\n  '.repeat(1_900)}a: `],
  ['blocks and groups', `#${'{}|\na\n{}: '.repeat(1_400)}{`],
  ['growing indents', Array.from({ length: 150 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
])('a file: %s without end take little time', (_, text) => {
  const { warnings } = readFilterFile(text)
  expect(warnings.length).toBeGreaterThan(0)
  expect(warnings[0]?.code, 'is read at all').not.toMatch(/(?:too|yaml)_long$/)
  expect(tookMs(() => readFilterFile(text))).toBeLessThan(50)
})

test.each<[string, string]>([
  ['elements in each other', `<feed>${'<a>'.repeat(490_000)}`],
  ['elements', `<feed>${'<a/>'.repeat(370_000)}`],
  ['entries', `<feed>${'<entry/>'.repeat(185_000)}</feed>`],
  ['properties', `<feed><entry>${property('x', '"').repeat(40_000)}</entry></feed>`],
  ['entities', `<feed><entry>${property('hasTheWord', '<'.repeat(285_000))}</entry></feed>`],
  ['queries', feed([['hasTheWord', '('.repeat(1_450_000)]])],
  ['brackets', '<'.repeat(1_450_000)],
  ['queries in every entry', entries(500, () => [['hasTheWord', 'a '.repeat(1_420)]])],
  ['mistakes in every entry', entries(500, () => [['hasTheWord', 'fron:a '.repeat(400)]])],
  ['properties in every entry', entries(500, i => Array.from({ length: 30 }, (_, k) => ['hasTheWord', `a b ${i} ${k}`]))],
  ['attributes', `<feed>${`<entry ${Array.from({ length: 8_000 }, (_, i) => `a${i}='1'`).join(' ')}/>`.repeat(16)}</feed>`],
])('Gmail: %s without end take no time', (_, text) => {
  expect(importGmail(text).warnings[0]?.code, 'is read at all').not.toBe('gmail.too_long')
  expect(importGmail(text).warnings.length).toBeGreaterThan(0)
  expect(tookMs(() => importGmail(text))).toBeLessThan(50)
})

test.each<[string, string]>([
  ['brackets', '('.repeat(200_000)],
  ['braces and signs', '-{'.repeat(200_000)],
  ['minuses', '-'.repeat(400_000)],
  ['quotes', '"'.repeat(400_001)],
  ['curly quotes', '“'.repeat(400_001)],
  ['open slashes', 'subject:/ '.repeat(40_000)],
  ['slashes with backslashes', 'subject:/\\/ '.repeat(40_000)],
  ['fields without values', 'from: '.repeat(80_000)],
  ['words', 'a '.repeat(200_000)],
  ['joins', 'a OR '.repeat(100_000)],
  ['one long word', `from:${'a:'.repeat(200_000)}`],
  ['open data', 'exact:{'.repeat(60_000)],
  ['stars', `${'*a'.repeat(200_000)}`],
  ['patterns', 'subject:/(a{1000}){1000}(x+x+)+y/ '.repeat(10_000)],
  ['unclosed escapes', `"${'\\'.repeat(400_001)}`],
])('a query: %s without end take no time', (_, text) => {
  expect(parseQuery(text).problems.length).toBeGreaterThan(0)
  expect(tookMs(() => parseQuery(text))).toBeLessThan(50)
})

/** As long as a script may be. */
const script = (head: string, piece: (i: number) => string, tail: string): string => {
  let text = head
  for (let i = 0; text.length < 130_700; i++) text += piece(i)
  return text + tail
}

test.each<[string, string]>([
  ['patterns in one test', script('if header :regex "a" ["q"', i => `,"x{999}${i}"`, '] {keep;}')],
  ['patterns', script('', i => `if header :regex "a" "x{999}${i}" {keep;}\n`, '')],
  ['patterns of many letters', script('', i => `if header :regex "a" "${'\\\\pL'.repeat(200)}${i}" {keep;}\n`, '')],
  ['patterns that are denied', script('if allof(', () => 'not header :regex "a" "b",', ' true) {keep;}')],
  ['tests in one', script('if allof(', i => `header :contains "a${i}" "b${i}",`, 'true) {keep;}')],
  ['branches', script('if header "a" "b" {keep;}\n', i => `elsif header :contains "Subject" "b${i}" {fileinto "x";}\n`, '')],
  ['filters', script('', i => `if header "a" "b" {keep;} elsif header "b" "c" { if header "x" "y${i}" {keep;} else {stop;} }\n`, '')],
  ['commands that are none', script('', i => `vacation "x${i}"; set "a" "b"; `, '')],
  ['blocks', script('', () => 'if true {', '')],
  ['comments', script('', () => '#c\n', '}')],
])('a script: %s without end take no time', (_, text) => {
  expect(importSieve(text).warnings.length).toBeGreaterThan(0)
  expect(tookMs(() => importSieve(text))).toBeLessThan(50)
})

test.each<[string, string]>([
  ['wide ranges', '[a-\u{10ffff}]'.repeat(140)],
  ['wide ranges by number', '[\\x{100}-\\x{1e943}]'.repeat(40)],
  ['counts', `\\+{1000}`.repeat(110)],
  ['counts of counts', '(?:(?:a{30}){30}){30}'],
])('a regexp: %s are refused without being compiled', (_, pattern) => {
  expect(patternProblem(pattern)?.code).toMatch(/^pattern_(too_large|repeat)$/)
  expect(tookMs(() => patternProblem(pattern), 5)).toBeLessThan(5)
})

test('a regexp: classes of letters are compiled in time, and what people write is not too large', () => {
  const classes = Array.from({ length: 12 }, (_, i) => `${'\\pL'.repeat(332)}${String.fromCharCode(97 + i)}`)
  expect(tookMs(() => patternProblem(classes.pop() ?? ''))).toBeLessThan(50)
  for (const pattern of ['[\\s\\S]*', '[\\x{0}-\\x{10ffff}]', '[一-鿿]{2,8}', '[^\\x00-\\x7f]+', 'a{1000}', '\\{5000}'])
    expect(patternProblem(pattern), pattern).toBeNull()
})

/** Pieces that mean something to a reader, put together at random and repeated to the end. */
function made(pieces: string[], letters: number, seed: number): string {
  let state = seed
  const dice = (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  const unit = () => Array.from({ length: 1 + dice(5) }, () => pieces[dice(pieces.length)] ?? '').join('')
  const units = Array.from({ length: 1 + dice(3) }, unit)
  const head = pieces[dice(pieces.length)] ?? ''
  return (head + units.map(one => one.repeat(Math.ceil(letters / units.length / one.length))).join('')).slice(0, letters)
}
const tried = Array.from({ length: 60 }, (_, i) => i * 7919 + 1)

test('random YAML is parsed in time', () => {
  const pieces = 'a|b: |- |\n|\n  |\n- |: |, |[|]|{|}|"|\'|#|\t|>\n|---\n|"\\u0041"|<<: |\0|é|👩|\ud83d|a:\n  |1|~|_|.'.split('|')
  const slow = tried.map(seed => made([...pieces, '|\n', 'mailferry: 1\nlists:\n  a: ['], 15_990, seed))
  expect(slow.filter(text => tookMs(() => readFilterFile(text)) >= 50)).toEqual([])
})

test('random Sieve is parsed in time', () => {
  const pieces = [
    ...[
      'if ',
      'elsif ',
      'else ',
      'true ',
      'false ',
      'not ',
      'anyof(',
      'allof(',
      '(',
      ')',
      ',',
      ';',
      '{',
      '}',
      '[',
      ']',
      '#c\n',
      '\n',
      '"a" ',
    ],
    ...['"a*?\\\\b" ', '["a","b"] ', 'header ', 'address ', ':contains ', ':regex ', ':value "gt" ', 'keep; ', 'stop; ', 'fileinto "a"; '],
    ...[
      'if true {keep;} ',
      'if header :contains "Subject" "a" {fileinto "x";} ',
      'elsif header "a" "b" {stop;} ',
      'if false # true\n{keep;} ',
    ],
    ...['header :regex "a" "b",', 'header :contains "a" "b",', 'if true {', 'text:\na\n.\n', 'require ["fileinto"];\n', 'vacation "x"; '],
  ]
  const slow = tried.map(seed => made(pieces, 131_000, seed))
  expect(slow.filter(text => tookMs(() => importSieve(text)) >= 50).map(text => text.slice(0, 200))).toEqual([])
})
