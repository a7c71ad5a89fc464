// The texts in the browser: one language at a time, with catalogs added as screens need them.
import { createContext, type ReactNode, useContext } from 'react'
import type { CatalogName } from '../../core/words/catalogs.ts'
import { type Catalog, openWords, type Translate, type Words } from '../../core/words/words.ts'

/** The English catalogs of the public pages; the list of all others is loaded when one of them is needed. */
const englishCatalogs = import.meta.glob<Catalog>(
  '../../core/words/en/{ui,pages,reader,site,site*,help,guide*,community,changelog,plans}.json',
  {
    import: 'default',
  },
)
const openedLanguages = new Map<string, Words>()

export function wordsFor(language: string): Words {
  const words = openedLanguages.get(language) ?? openWords(language, {})
  openedLanguages.set(language, words)
  return words
}

/** Resolves when the texts of these catalogs can be used. */
export async function loadCatalogs(language: string, catalogs: readonly CatalogName[]): Promise<void> {
  const words = wordsFor(language)
  await Promise.all(
    catalogs
      .filter(catalog => !words.has(catalog))
      .map(async catalog => {
        const load = (await findLoader(language, catalog)) ?? (await findLoader('en', catalog))
        if (!load) throw new Error(`There is no catalog "${catalog}".`)
        words.add(catalog, await load())
      }),
  )
}

/** The build fills gaps in a translated catalog from English; a missing catalog falls back to English entirely. */
async function findLoader(language: string, catalog: CatalogName): Promise<(() => Promise<Catalog>) | undefined> {
  const file = `../../core/words/${language}/${catalog}.json`
  const loader = language === 'en' ? englishCatalogs[file] : (await import('./translated.ts')).translated[file]
  return loader ?? (await import('./catalogs.ts')).findCatalog(file)
}

const WordsContext = createContext<Words>(wordsFor('en'))

export function WordsProvider({ language, children }: { language: string; children: ReactNode }) {
  return <WordsContext value={wordsFor(language)}>{children}</WordsContext>
}

/** The texts of a catalog: `const t = useWords('filters')`, then `t('save')`. The screen must name it in screens.tsx; English while it loads. */
export function useWords<R extends CatalogName>(catalog: R): Translate<R> {
  const words = useContext(WordsContext)
  return (words.has(catalog) ? words : wordsFor('en')).of(catalog)
}

/** The texts of codes that name their catalog, such as `query.empty`; the screen must name it in screens.tsx. */
export const useWordsOfCodes = (): Words['byId'] => useContext(WordsContext).byId

/** The reader's language, for numbers and dates. */
export const useLanguage = (): string => useContext(WordsContext).language
