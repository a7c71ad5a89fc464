// What is said of a value that a shape does not take, in the language of whose request is being answered.
import { z } from 'zod/mini'
import type { Language } from '../../core/words/languages.ts'
import { spokenLanguage } from '../words.ts'

const { en, es, ar } = z.locales
const sentences: Record<Language, z.core.$ZodErrorMap> = { en: en().localeError, es: es().localeError, ar: ar().localeError }

/** For the whole process, and where a shape brings no sentence of its own: zod/mini has none. */
export function sayWrongValues(): void {
  z.config({ localeError: issue => sentences[spokenLanguage()](issue) })
}
