// A phone that nobody has linked is answered in the language of its country.
import { expect, test } from 'vitest'
import { languageOfNumber } from './country.ts'

test.each([
  ['34600000000', 'es'],
  ['525500000000', 'es'],
  ['201000000000', 'ar'],
  ['971500000000', 'ar'],
  ['15550100123', 'en'],
  ['491512345678', 'en'],
  ['5511900000000', 'en'],
  [null, 'en'],
])('%s is spoken to in %s', (waId, language) => {
  expect(languageOfNumber(waId)).toBe(language)
})
