// Tests custom regexps: what is rejected and where, and what is found and where.
import { expect, test } from 'vitest'
import { findPattern, patternProblem } from './pattern.ts'

test.each<[string, string, string]>([
  ['a(?=b)', 'pattern_look_around', '(?='],
  ['a(?!b)', 'pattern_look_around', '(?!'],
  ['x(?<=a)b', 'pattern_look_around', '(?<=a)b'],
  ['(?<!a)b', 'pattern_look_around', '(?<!a)b'],
  ['(a)\\1', 'pattern_back_reference', '\\1'],
  ['(?<n>a)\\k<n>', 'pattern_back_reference', '\\k'],
  ['ab[a', 'pattern_unclosed', '['],
  ['x(a(b)', 'pattern_unclosed', '('],
  ['[(](', 'pattern_unclosed', '('],
  ['a)b', 'pattern_unclosed', ')'],
  ['*a', 'pattern_repeat', '*'],
  ['a**', 'pattern_repeat', '**'],
  ['a{2,1}', 'pattern_repeat', '{2,1}'],
  ['a{1001}', 'pattern_repeat', '{1001}'],
  ['ab\\', 'pattern_escape', '\\'],
  ['a\\y', 'pattern_escape', '\\y'],
  ['[z-a]', 'pattern_class', 'z-a'],
  ['\\p{Foo}', 'pattern_class', '\\p{Foo}'],
  ['(?>a)', 'pattern_group', '(?>'],
  ['(?:a{0,1000}){0,1000}', 'pattern_too_large', '(?:a{0,1000}){0,1000}'],
  ['(a?){500}a{500}b', 'pattern_too_large', '(a?){500}a{500}b'],
  ['x'.repeat(1002), 'pattern_too_long', 'xx'],
])('%s is rejected as %s at %s', (pattern, code, position) => {
  const problem = patternProblem(pattern)
  expect(problem).toMatchObject({ code })
  expect(problem && pattern.slice(problem.at.start, problem.at.end)).toBe(position)
  expect(findPattern(pattern, pattern)).toEqual([])
})

test.each<[string, string, string | null]>([
  ['inv.*e', 'An Invoice', 'Invoice'],
  ['(?-i)inv', 'An Invoice', null],
  ['É', 'café', 'é'],
  ['a$', '👩a', 'a'],
  ['^b', 'a\nb', null],
  ['(?m)^b', 'a\nb', 'b'],
  ['a.b', 'a\nb', null],
  ['(?s)a.b', 'a\nb', 'a\nb'],
  ['\\p{Han}+', 'a 漢字 b', '漢字'],
  ['\\d{3,}', 'no 12 but 345', '345'],
  ['x'.repeat(1000), 'x'.repeat(1000), 'x'.repeat(1000)],
])('%s in %j finds %j', (pattern, text, found) => {
  expect(patternProblem(pattern)).toBeNull()
  expect(findPattern(pattern, text).map(hit => text.slice(hit.start, hit.end))).toEqual(found === null ? [] : [found])
})

test('a pattern reads 64 KB of a field, and less if it has many instructions', () => {
  expect(findPattern('b', `${'a'.repeat(65_535)}b`)).toHaveLength(1)
  expect(findPattern('b', `${'a'.repeat(65_536)}b`)).toHaveLength(0)
  expect(findPattern('.{999}b', `${'a'.repeat(7000)}b`)).toHaveLength(1)
  expect(findPattern('.{999}b', `${'a'.repeat(65_000)}b`)).toHaveLength(0)
})
