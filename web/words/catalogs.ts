// Loaders for the text catalogs in every language, without those of the console, and those that only the server reads.
import type { Catalog } from '../../core/words/words.ts'

const catalogs = import.meta.glob<Catalog>(
  ['../../core/words/*/*.json', '!../../core/words/*/{admin*,billing,doctor,http,limits,notices,sandbox,siteserver}.json'],
  { import: 'default' },
)

type Loader = () => Promise<Catalog>

export const findCatalog = async (file: string): Promise<Loader | undefined> =>
  catalogs[file] ?? (await import('./admin-catalogs.ts')).adminCatalogs[file]
