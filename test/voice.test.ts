// Holds the voice of docs/voice.md in the English catalogs: words, length of sentences, reading grade, one name per action.
import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'
import { expect, test } from 'vitest'
import { fixed, otherNames, stillLong, stillThere, unwanted } from './voice/glossary.ts'
import { catalogNames, sentencesIn, textsOf, wordsIn } from './voice/sentences.ts'

const mostWords = 25
const mostGrade = 8
const isPublicPage = (name: string) => /^(?:site|guide|community)/.test(name)

test.each(catalogNames)('%s says it in the words of the glossary', name => {
  const found = unwantedIn(name)
  expect(found.length <= (stillThere[name] ?? 0) ? [] : found).toEqual([])
})

test.each(catalogNames)('%s has no long sentence', name => {
  const long = sentencesIn(textsOf(name)).filter(({ key, text }) => !isFixed(name, key) && wordsIn(text).length > mostWords)
  expect(long.length <= (stillLong[name] ?? 0) ? [] : long).toEqual([])
})

test.each(catalogNames.filter(name => !isPublicPage(name)))('%s reads at grade 8 or lower', name => {
  expect(gradeOf(sentencesIn(textsOf(name)).flatMap(({ key, text }) => (isFixed(name, key) ? [] : text)))).toBeLessThanOrEqual(mostGrade)
})

test.each([
  ['a word', 'This mail could not be read by us any more.', 3],
  ['another name', 'Log in, or make an account.', 2],
  ['none', 'We can’t load this email. Sign in, or create an account to continue.', 0],
])('%s that is planted is found', (_, text, most) => {
  expect(unwantedWords(text)).toHaveLength(most)
})

test('a grade tells a hard sentence from an easy one', () => {
  expect(gradeOf(['We can’t read this account.'])).toBeLessThan(5)
  expect(gradeOf(['Configuration synchronization necessitates administrative authorization notwithstanding.'])).toBeGreaterThan(20)
})

const isFixed = (name: string, key: string) => fixed[name]?.test(key) ?? false

/** Each once for a text, however many wordings it has. */
const unwantedIn = (name: string): string[] => [
  ...new Set(textsOf(name).flatMap(({ key, text }) => (isFixed(name, key) ? [] : unwantedWords(text).map(word => `${key}: ${word}`)))),
]

const unwantedWords = (text: string): string[] =>
  [...unwanted, ...otherNames].flatMap(([pattern, instead]) => (text.match(pattern) ?? []).map(word => `“${word}”, say: ${instead}`))

function gradeOf(sentences: string[]): number {
  const words = sentences.flatMap(wordsIn)
  if (words.length === 0) return 0
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0)
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables })
}
