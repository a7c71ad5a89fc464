// Tests that no cut splits a character.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAt } from './markup.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const pieces = [
  'a',
  'Z',
  '7',
  ' ',
  '\t',
  '\r',
  '\n',
  'é',
  '©',
  '\u00ad',
  '\u0301',
  '\u200d',
  '\ufe0f',
  '👩',
  '🚀',
  '🇩',
  '🇪',
  '한',
  'ᄀ',
  'ก',
  'ำ',
  '\u0600',
]

test('a cut is the longest whole number of characters that fits, whatever they are made of', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 }).map(found => found.join(''))
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, length) => {
      let whole = ''
      for (const { segment } of graphemes.segment(text)) {
        if (whole.length + segment.length > length) break
        whole += segment
      }
      const cut = cutAt(text, length)
      if (text.length <= length) expect(cut).toBe(text)
      // Between words where one ends in the last fifth.
      else expect([whole, whole.slice(0, Math.max(0, whole.search(/\s\S*$/)))].map(one => one.trimEnd())).toContain(cut)
    }),
    { numRuns: 2000 },
  )
})
