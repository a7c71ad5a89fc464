// Messages for values that do not fit a schema, in the language of the request.
import { z } from 'zod/mini'
import type { Language } from '../../../core/words/languages.ts'
import { spokenLanguage } from '../words.ts'

const { en, es, ar } = z.locales
const sentences: Record<Language, z.core.$ZodErrorMap> = { en: en().localeError, es: es().localeError, ar: ar().localeError }

/** For the whole process, and where a shape brings no sentence of its own: zod/mini has none. */
export function openValueMessages(): void {
  z.config({ localeError: issue => sentences[spokenLanguage()](issue) })
}
