// Tests picking a language from a browser's preferences.
import { expect, test } from 'vitest'
import { directionOf, pickAcceptedLanguage, pickLanguage } from './languages.ts'

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['fr, en;q=0.5, ar;q=0.8', 'ar'],
  ['EN-gb', 'en'],
  ['ar;q=0, es', 'es'],
  ['fr-CH, fr;q=0.9, *;q=0.5', null],
  ['', null],
  [undefined, null],
])('the header %s asks for %s', (header, language) => {
  expect(pickAcceptedLanguage(header)).toBe(language)
})

test('the first language of a list that we speak is taken, whatever its region', () => {
  expect(pickLanguage(['tlh', 'ar-EG', 'es'])).toBe('ar')
  expect(pickLanguage(['tlh'])).toBeNull()
})

test('Arabic is written from the right', () => {
  expect(['en', 'es', 'ar'].map(directionOf)).toEqual(['ltr', 'ltr', 'rtl'])
})
