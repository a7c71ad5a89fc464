// Message catalogs on the server, compiled when first used, and the language of the current request.
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { z } from 'zod/mini'
import type { Language } from '../../core/words/languages.ts'
import { type Catalog, openWords, type Words } from '../../core/words/words.ts'

const folder = new URL('../../core/words/', import.meta.url)
const Texts = z.record(z.string(), z.string())
const open = new Map<string, Words>()

/** The words of a language; English where there is no such language, or none of its words for a text. */
export function wordsOf(language = 'en'): Words {
  const known = open.get(language)
  if (known) return known
  const words = isLanguage(language) ? openWords(language, withEnglish(catalogsOf(language)), compileMessage) : wordsOf('en')
  open.set(language, words)
  return words
}

const speaking = new AsyncLocalStorage<Language>()

/** Does something for who reads this language: what is said meanwhile is said in it. */
export const withLanguage = <T>(language: Language, work: () => T): T => speaking.run(language, work)

/** The language of whose request is being answered; English where nobody asked. */
export const spokenLanguage = (): Language => speaking.getStore() ?? 'en'

/**
 * The words in the language of whose request is being answered. Opened once: each text is looked up when it is said.
 * Only for answers: work that goes on after a request belongs to others too, and opens the words of each.
 */
export const spokenWords = (): Words => ({
  ...wordsOf('en'),
  of: room => (key, values) => wordsOf(spokenLanguage()).of(room)(key, values),
  byId: (id, values) => wordsOf(spokenLanguage()).byId(id, values),
})

const isLanguage = (name: string): boolean => /^[a-z]{2,3}(-[A-Za-z]+)?$/.test(name) && existsSync(new URL(`${name}/`, folder))

function withEnglish(own: Record<string, Catalog>): Record<string, Catalog> {
  const english = Object.entries(catalogsOf('en'))
  return Object.fromEntries(english.map(([room, texts]) => [room, { ...texts, ...own[room] }]))
}

function catalogsOf(language: string): Record<string, Catalog> {
  const files = readdirSync(new URL(`${language}/`, folder)).filter(name => name.endsWith('.json'))
  return Object.fromEntries(
    files.map(name => [
      name.slice(0, -'.json'.length),
      Texts.parse(JSON.parse(readFileSync(new URL(`${language}/${name}`, folder), 'utf8'))),
    ]),
  )
}
