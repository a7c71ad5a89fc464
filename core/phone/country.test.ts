// Tests guessing the language of an unlinked phone from its country.
import { expect, test } from 'vitest'
import { guessLanguage } from './country.ts'

test.each([
  ['34600000000', 'es'],
  ['525500000000', 'es'],
  ['201000000000', 'ar'],
  ['971500000000', 'ar'],
  ['15550100123', 'en'],
  ['491512345678', 'en'],
  ['5511900000000', 'en'],
  [null, 'en'],
])('the language for %s is %s', (waId, language) => {
  expect(guessLanguage(waId)).toBe(language)
})
