// Texts made to keep a reader of filters busy: each is answered within 50 ms of this thread's time.
import { expect, test } from 'vitest'
import { readFilterFile } from '../core/filters/exchange/read.ts'
import { importGmail } from '../core/filters/gmail/import.ts'
import { parseQuery } from '../core/filters/query/parse.ts'
import { tookMs } from './took.ts'

const nested = (depth: number): string => '{"all":['.repeat(depth)
const property = (name: string, value: string) =>
  `<apps:property name='${name}' value='${value.replace(/[&<']/g, letter => `&#${letter.charCodeAt(0)};`)}'/>`
const feed = (entry: [string, string][]) =>
  `<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'><entry>${entry.map(([name, value]) => property(name, value)).join('')}</entry></feed>`

test.each<[string, string]>([
  [
    'JSON groups',
    `{"mailferry":1,"filters":[{"name":"a","condition":${nested(100_000)}{"field":"reply","operator":"is"}${']}'.repeat(100_000)}}]}`,
  ],
  ['JSON brackets', '['.repeat(1_900_000)],
  ['JSON tests', `{"mailferry":1,"filters":[{"name":"a","condition":{"all":[${'{"field":"x"},'.repeat(100_000)}1]}}]}`],
  ['JSON filters', `{"mailferry":1,"filters":[${'{},'.repeat(400_000)}1]}`],
  ['flow brackets', '['.repeat(20_000)],
  ['flow braces', 'a: {'.repeat(5_000)],
  ['dashes', '- '.repeat(10_000)],
  ['explicit keys', '? '.repeat(10_000)],
  ['explicit keys in a sequence', `- ${'? '.repeat(5_000)}`],
  ['explicit keys behind quotes', `- 'a': ${'? '.repeat(5_000)}`],
  ['explicit keys in a flow', `{${'? a, '.repeat(3_000)}`],
  ['explicit keys in a flow of lines', `{\n${'? '.repeat(5_000)}`],
  ['explicit keys behind a key', `a: b: ${'? '.repeat(5_000)}`],
  ['explicit keys behind two keys', `a:b: c: ${'? '.repeat(5_000)}`],
  ['explicit keys behind quotes that are none', `a' ${'? '.repeat(5_000)}'\n'`],
  ['explicit keys behind a text that is none', `a |\n ${'? '.repeat(5_000)}`],
  ['anchors', '&a '.repeat(6_000)],
  ['growing indents', Array.from({ length: 150 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
])('a file: %s without end take little time', (_, text) => {
  expect(readFilterFile(text).warnings.length).toBeGreaterThan(0)
  expect(tookMs(() => readFilterFile(text))).toBeLessThan(50)
})

test.each<[string, string]>([
  ['elements in each other', `<feed>${'<a>'.repeat(500_000)}`],
  ['elements', `<feed>${'<a/>'.repeat(400_000)}`],
  ['entries', `<feed>${'<entry/>'.repeat(200_000)}</feed>`],
  ['properties', `<feed><entry>${property('x', '"').repeat(40_000)}</entry></feed>`],
  ['entities', `<feed><entry>${property('hasTheWord', '<'.repeat(390_000))}</entry></feed>`],
  ['queries', feed([['hasTheWord', '('.repeat(1_900_000)]])],
  ['brackets', '<'.repeat(1_900_000)],
])('Gmail: %s without end take no time', (_, text) => {
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
