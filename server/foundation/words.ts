// Opens message catalogs on the server, compiled on first use, and tracks the language of the current request.
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { z } from 'zod/mini'
import type { CatalogName } from '../../core/words/catalogs.ts'
import type { Language } from '../../core/words/languages.ts'
import { type Catalog, openWords, type Words } from '../../core/words/words.ts'

const folder = new URL('../../core/words/', import.meta.url)
const Texts = z.record(z.string(), z.string())
const opened = new Map<string, Words>()

/** The texts of a language; English for an unknown language and for texts without a translation. */
export function loadWords(language = 'en'): Words {
  const existing = opened.get(language)
  if (existing) return existing
  const words = isLanguage(language) ? openWords(language, withEnglish(readCatalogs(language)), compileMessage) : loadWords('en')
  opened.set(language, words)
  return words
}

const sources = new Map<string, Record<string, Catalog>>()

/** The ICU message itself, before its values are filled in; English where there is no translation. */
export function messageSource(language: Language, catalog: CatalogName, key: string): string {
  const catalogs = sources.get(language) ?? withEnglish(readCatalogs(language))
  sources.set(language, catalogs)
  const source = catalogs[catalog]?.[key]
  if (typeof source !== 'string') throw new Error(`There is no text "${catalog}.${key}".`)
  return source
}

const requestLanguages = new AsyncLocalStorage<Language>()

/** Runs `work` in a language: every text that is looked up meanwhile is in it. */
export const withLanguage = <T>(language: Language, work: () => T): T => requestLanguages.run(language, work)

/** The language of the current request; English outside a request. */
export const requestLanguage = (): Language => requestLanguages.getStore() ?? 'en'

/**
 * Texts in the language of the current request. Can be opened once per module: the language is read at each lookup.
 * Only for responses: work that continues after a request concerns other users too, and opens the texts of each.
 */
export const requestWords = (): Words => ({
  ...loadWords('en'),
  of: room => (key, values) => loadWords(requestLanguage()).of(room)(key, values),
  byId: (id, values) => loadWords(requestLanguage()).byId(id, values),
})

const isLanguage = (name: string): boolean => /^[a-z]{2,3}(-[A-Za-z]+)?$/.test(name) && existsSync(new URL(`${name}/`, folder))

function withEnglish(own: Record<string, Catalog>): Record<string, Catalog> {
  const english = Object.entries(readCatalogs('en'))
  return Object.fromEntries(english.map(([room, texts]) => [room, { ...texts, ...own[room] }]))
}

function readCatalogs(language: string): Record<string, Catalog> {
  const files = readdirSync(new URL(`${language}/`, folder)).filter(name => name.endsWith('.json'))
  return Object.fromEntries(
    files.map(name => [
      name.slice(0, -'.json'.length),
      Texts.parse(JSON.parse(readFileSync(new URL(`${language}/${name}`, folder), 'utf8'))),
    ]),
  )
}
