// Loaders for all text catalogs in every language.
import type { Catalog } from '../../core/words/words.ts'

export const catalogs = import.meta.glob<Catalog>('../../core/words/*/*.json', { import: 'default' })
