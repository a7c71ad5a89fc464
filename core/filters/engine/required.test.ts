// Tests finding the texts that must occur wherever a regexp matches.
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { foldForPatterns, requiredTexts } from './required.ts'

test.each<[string, string[] | null]>([
  ['invoice', ['invoice']],
  ['Invoice \\d+', ['invoice ']],
  ['in.*voice', ['voice']],
  ['colou?r', ['colo']],
  ['(foo|ba+r)', ['foo', 'b']],
  ['(foo|ba+r)?', null],
  ['(?:order) no\\. ?(?P<n>\\d{4,})', ['order no.']],
  ['a{0}b{2}', ['b']],
  ['[a-z]+@bank\\.example', ['@bank.example']],
  ['[]x]yz', ['yz']],
  ['[]}[^a]', null],
  ['[^]}[b]', null],
  ['(?i)请求|你好', ['请求', '你好']],
  ['straße', ['stra']],
  ['^$', null],
  ['.*', null],
  ['x|', null],
  ['[[:alpha:]]+ab', null],
  ['\\Qa.b\\E', null],
  ['(unclosed', null],
  ['unopened)', null],
  ['a**', null],
  ['\\x41bc', null],
])('%s requires %j', (pattern, required) => {
  expect(requiredTexts(pattern)).toEqual(required)
})

test('no ASCII letter has a case-insensitive form that is not folded', () => {
  const everything = Array.from({ length: 0x10000 }, (_, i) => String.fromCharCode(i)).filter(letter => letter.isWellFormed())
  for (let code = 0x20; code < 0x7f; code++) {
    const letter = String.fromCharCode(code).toLowerCase()
    const pattern = RE2JS.compile(RE2JS.quote(letter), RE2JS.CASE_INSENSITIVE)
    const forms = everything.filter(other => pattern.test(other))
    expect([...new Set(forms.map(foldForPatterns))]).toEqual([letter])
  }
})

const piece = fc.constantFrom(
  ...[
    'a',
    'K',
    's',
    'ab',
    '請',
    '.',
    '\\.',
    '-',
    '[as]',
    '[^a]',
    '[]k]',
    '[^]k]',
    '\\d',
    '\\b',
    '\\pL',
    '^',
    '$',
    '|',
    '(',
    ')',
    '(?:',
    '(?i)',
    '(?s:',
  ],
  ...['(?P<x>', '*', '+', '?', '{2}', '{0,1}', '{1,}', '{', '}', ']', '\\', '[', 'ß', '\\n', '(?-i:', '{0}', '\\Q', '\\E', '[[:alpha:]]'],
)
const anyPattern = fc.array(piece, { minLength: 1, maxLength: 9 }).map(pieces => pieces.join(''))
const anyText = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'K', 'k', 'K', 's', 'ſ', 'S', '請', '.', '-', ' ', '1', 'ß', '\n', '{', ']'),
  maxLength: 12,
})

test('every match of a regexp contains one of its required texts', () => {
  let held = 0
  fc.assert(
    fc.property(anyPattern, fc.array(anyText, { minLength: 1, maxLength: 8 }), (pattern, texts) => {
      const required = requiredTexts(pattern)
      const compiled = compiledOrNull(pattern)
      if (!required || !compiled) return
      for (const text of texts) {
        if (!compiled.matcher(text).find()) continue
        held += 1
        expect(required.some(part => foldForPatterns(text).includes(part))).toBe(true)
      }
    }),
    { numRuns: 8000 },
  )
  expect(held).toBeGreaterThan(100)
})

test('the longest patterns are parsed at any nesting depth', () => {
  for (const pattern of ['('.repeat(1000), '(a|'.repeat(333), '[a'.repeat(500), '\\'.repeat(999)]) expect(requiredTexts(pattern)).toBeNull()
  expect(requiredTexts('a'.repeat(1000))).toEqual(['a'.repeat(1000)])
})

function compiledOrNull(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch {
    return null
  }
}
