// Loaders for the texts of the admin console, kept apart so that other screens need not list them.
import type { Catalog } from '../../core/words/words.ts'

export const adminCatalogs = import.meta.glob<Catalog>('../../core/words/en/admin*.json', { import: 'default' })
