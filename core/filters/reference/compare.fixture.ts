// Compares values with a text in the reference implementation, with plain loops.
import { allReadings } from './fold.fixture.ts'

export type Compare = 'contains' | 'is' | 'starts' | 'ends' | 'wildcard' | 'regexp'

/** Whether any of the texts, in any reading, matches any of the values. */
export function anyFits(texts: string[], compare: Compare, values: string[]): boolean {
  for (const text of texts)
    for (const value of values) if (compare === 'regexp' ? patternFits(value, text) : anyReadingFits(text, compare, value)) return true
  return false
}

function anyReadingFits(text: string, compare: Exclude<Compare, 'regexp'>, value: string): boolean {
  for (const reading of allReadings(text)) for (const wanted of allReadings(value)) if (fits(reading, compare, wanted)) return true
  return false
}

function fits(text: string, compare: Exclude<Compare, 'regexp'>, wanted: string): boolean {
  if (wanted === '') return false
  if (compare === 'is') return text === wanted
  if (compare === 'starts') return text.slice(0, wanted.length) === wanted
  if (compare === 'ends') return text.length >= wanted.length && text.slice(text.length - wanted.length) === wanted
  if (compare === 'wildcard') return wildcardFits(Array.from(wanted), Array.from(text))
  for (let at = 0; at + wanted.length <= text.length; at++) if (text.slice(at, at + wanted.length) === wanted) return true
  return false
}

/** `reach[i]`: the first i characters of the text match the pattern so far. */
function wildcardFits(pattern: string[], text: string[]): boolean {
  let reach = text.map(() => false)
  reach = [true, ...reach]
  for (const character of pattern) {
    const next = reach.map(() => false)
    for (let i = 0; i <= text.length; i++) {
      if (character === '*') next[i] = reach.slice(0, i + 1).includes(true)
      else if (i > 0) next[i] = reach[i - 1] === true && (character === '?' || character === text[i - 1])
    }
    reach = next
  }
  return reach[text.length] === true
}

/** Only for simple patterns on which RE2 and JavaScript agree, apart from the dot and a leading flag. */
function patternFits(pattern: string, text: string): boolean {
  const isExact = pattern.startsWith('(?-i)')
  const source = (isExact ? pattern.slice(5) : pattern).replaceAll('.', '[^\\n]')
  try {
    return new RegExp(source, isExact ? 'u' : 'iu').test(text)
  } catch {
    return false
  }
}

/** Whether the word occurs in the text without an adjacent word character. */
export function standsAsWord(text: string, word: string): boolean {
  for (let at = 0; word !== '' && at + word.length <= text.length; at++) {
    if (text.slice(at, at + word.length) !== word) continue
    const before = Array.from(text.slice(0, at)).at(-1) ?? ''
    const after = Array.from(text.slice(at + word.length))[0] ?? ''
    if (!isGlued(before, Array.from(word)[0] ?? '') && !isGlued(Array.from(word).at(-1) ?? '', after)) return true
  }
  return false
}

const isGlued = (a: string, b: string): boolean => isWordCharacter(a) && isWordCharacter(b)
const isWordCharacter = (character: string): boolean =>
  /^[\p{L}\p{N}\p{M}_]$/u.test(character) &&
  !/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u.test(
    character,
  )
