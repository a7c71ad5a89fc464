// The language that a phone of a country is spoken to in, before anybody has told us theirs.
import type { Language } from '../words/languages.ts'

// Calling codes (ITU-T E.164 list) of the countries where Spanish or Arabic is the first language of the state.
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
const arabicOfAsia = ['961', '962', '963', '964', '965', '966', '967', '968', '970', '971', '973', '974']

/** `waId`: digits with the country's code; null where WhatsApp hides them. */
export function languageOfNumber(waId: string | null): Language {
  const begins = (codes: string[]) => waId !== null && codes.some(code => waId.startsWith(code))
  if (begins(spanish)) return 'es'
  return begins([...arabic, ...arabicOfAsia]) ? 'ar' : 'en'
}
