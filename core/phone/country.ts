// Guesses a phone's language from its country code, until the user chooses one.
import type { Language } from '../words/languages.ts'

// Calling codes (ITU-T E.164 list) of countries whose first official language is Spanish or Arabic.
const spanish = [
  '34',
  '51',
  '52',
  '53',
  '54',
  '56',
  '57',
  '58',
  '240',
  '502',
  '503',
  '504',
  '505',
  '506',
  '507',
  '591',
  '593',
  '595',
  '598',
]
const arabic = ['20', '211', '212', '213', '216', '218', '222', '249', '253', '269']
const arabicAsia = ['961', '962', '963', '964', '965', '966', '967', '968', '970', '971', '973', '974']

/** `waId`: digits with the country code; null if WhatsApp hides them. */
export function guessLanguage(waId: string | null): Language {
  const startsWithAny = (codes: string[]) => waId !== null && codes.some(code => waId.startsWith(code))
  if (startsWithAny(spanish)) return 'es'
  return startsWithAny([...arabic, ...arabicAsia]) ? 'ar' : 'en'
}
