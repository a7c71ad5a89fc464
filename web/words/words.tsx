// The texts in the browser: one language at a time, with catalogs added as screens need them.
import { createContext, type ReactNode, useContext } from 'react'
import type { CatalogName } from '../../core/words/catalogs.ts'
import { type Catalog, openWords, type Translate, type Words } from '../../core/words/words.ts'

/** The English ones of the public pages; where others are is fetched when another is asked for. */
const near = import.meta.glob<Catalog>('../../core/words/en/{ui,pages,reader,site,site*,help,guide*,community,changelog,plans}.json', {
  import: 'default',
})
const open = new Map<string, Words>()

export function wordsOf(language: string): Words {
  const words = open.get(language) ?? openWords(language, {})
  open.set(language, words)
  return words
}

/** Loads these catalogs; resolves when their texts can be used. */
export async function loadCatalogs(language: string, catalogs: readonly CatalogName[]): Promise<void> {
  const words = wordsOf(language)
  await Promise.all(
    catalogs
      .filter(catalog => !words.has(catalog))
      .map(async catalog => {
        const load = (await find(language, catalog)) ?? (await find('en', catalog))
        if (!load) throw new Error(`There are no words for "${catalog}".`)
        words.add(catalog, await load())
      }),
  )
}

/** The build fills gaps in a translated catalog from English; a missing catalog falls back to English entirely. */
async function find(language: string, catalog: CatalogName): Promise<(() => Promise<Catalog>) | undefined> {
  const file = `../../core/words/${language}/${catalog}.json`
  const known = language === 'en' ? near[file] : (await import('./translated.ts')).translated[file]
  return known ?? (await import('./catalogs.ts')).catalogs[file]
}

const WordsContext = createContext<Words>(wordsOf('en'))

export function WordsProvider({ language, children }: { language: string; children: ReactNode }) {
  return <WordsContext value={wordsOf(language)}>{children}</WordsContext>
}

/** The texts of a catalog: `const t = useWords('filters')`, then `t('save')`. The screen must name it in screens.tsx; English while it loads. */
export function useWords<R extends CatalogName>(catalog: R): Translate<R> {
  const words = useContext(WordsContext)
  return (words.has(catalog) ? words : wordsOf('en')).of(catalog)
}

/** The texts of codes that name their catalog, such as `query.empty`; the screen must name it in screens.tsx. */
export const useWordsOfCodes = (): Words['byId'] => useContext(WordsContext).byId

/** The reader's language, for numbers and dates. */
export const useLanguage = (): string => useContext(WordsContext).language
