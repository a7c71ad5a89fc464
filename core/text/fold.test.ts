// Tests that texts a reader considers the same compare equal.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldTexts, foldVariants, toOriginalSpan } from './fold.ts'
import { measureMs } from './timing.fixture.ts'

const folds = (a: string) => fold(a).text

test.each([
  ['INVOICE', 'invoice'],
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['İSTANBUL', 'istanbul'],
  ['SIFIR', 'sıfır'],
  ['TITLE', 'title'],
  ['Ｉｎｖｏｉｃｅ　４２', 'invoice 42'],
  ['ｶﾞｲﾄﾞ', 'ガイド'],
  ['re\u0301sume\u0301', 'RÉSUMÉ'],
  ['ﬁnal', 'FINAL'],
  ['in\u00advoi\u200bce', 'invoice'],
  ['  your \r\n\t invoice\u00a0', 'Your Invoice'],
  ['한국어', '한국어'.normalize('NFD')],
  ['❤\ufe0f', '❤'],
])('%j and %j are equal', (a, b) => {
  expect(folds(a)).toBe(folds(b))
})

test.each([
  ['resume', 'résumé'],
  ['a b', 'ab'],
  ['о', 'o'],
  ['ß', 's'],
])('%j and %j differ', (a, b) => {
  expect(folds(a)).not.toBe(folds(b))
})

test('every letter folds like its capital and its small form', () => {
  const apart: string[] = []
  for (let point = 0; point <= 0x10fff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const letter = String.fromCodePoint(point)
    if (folds(letter) !== folds(letter.toUpperCase()) || folds(letter) !== folds(letter.toLowerCase())) apart.push(letter)
  }
  expect(apart).toEqual([])
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('a', 'İ', 'ß', 'ﬃ', ' ', '\n', '\u0301', '\u200d', '👩', '각', '\u1161', 'Σ', 'ｶ', 'ﾞ'),
    maxLength: 30,
  }),
)

test('composed and decomposed text fold alike', () => {
  fc.assert(fc.property(text, s => folds(s.normalize('NFC')) === folds(s.normalize('NFD'))))
})

test('each folded character maps to a piece of the original whose folding contains it', () => {
  fc.assert(
    fc.property(text, s => {
      const folded = fold(s)
      expect(folded.starts).toHaveLength(folded.text.length)
      expect(folded.ends).toHaveLength(folded.text.length)
      for (let i = 0; i < folded.text.length; i++) {
        const { start, end } = toOriginalSpan(folded, i, i + 1)
        expect(start).toBeGreaterThanOrEqual(i === 0 ? 0 : (folded.starts[i - 1] ?? 0))
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(s.length)
        if (folded.text[i] !== ' ') expect(folds(s.slice(start, end))).toContain(folded.text[i])
      }
    }),
  )
})

test('a match maps back to the original', () => {
  const folded = fold('Große  STRASSE, in\u00advoice')
  const at = folded.text.indexOf('strasse')
  expect(folded.original.slice(...ends(toOriginalSpan(folded, at, at + 7)))).toBe('STRASSE')
  const hidden = folded.text.indexOf('invoice')
  expect(folded.original.slice(...ends(toOriginalSpan(folded, hidden, hidden + 7)))).toBe('in\u00advoice')
})

const ends = (r: { start: number; end: number }): [number, number] => [r.start, r.end]

test('an encoded domain is folded in both forms and maps to the full label', () => {
  const [plain, decoded] = foldVariants('boss@XN--mnchen-3ya.example')
  expect(plain?.text).toBe('boss@xn--mnchen-3ya.example')
  expect(decoded?.text).toBe('boss@münchen.example')
  expect(decoded && decoded.original.slice(...ends(toOriginalSpan(decoded, 5, 6)))).toBe('XN--mnchen-3ya')
  expect(foldVariants('boss@example.com')).toHaveLength(1)
})

test('folding with and without positions gives the same text', () => {
  const piece = fc.constantFrom(
    'a',
    'A',
    'İ',
    'I\u0307',
    'ß',
    'Σ',
    ' ',
    '\t\n',
    '\u00a0',
    '\u00ad',
    '¨',
    '\u0301',
    'ｶﾞ',
    '각',
    'xn--mnchen-3ya',
    '\ud83d',
    '👩\u200d👩',
    'ﷺ',
  )
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string(),
    fc.array(piece).map(pieces => pieces.join('')),
  )
  fc.assert(
    fc.property(anyText, text => {
      expect(foldTexts(text)).toEqual(foldVariants(text).map(folded => folded.text))
    }),
    { numRuns: 3000 },
  )
})

test('64 KB of any script fold well within a tenth of a second', () => {
  for (const letter of ['a ', 'Я', '漢', 'a\u0301', '\u0301', '👩\u200d']) {
    const body = letter.repeat(65_536 / letter.length)
    expect(measureMs(Date.now, () => fold(body), 500)).toBeLessThan(500)
  }
})
