// Where the words of every room and language are.
import type { Catalogue } from '../core/words/words.ts'

export const catalogues = import.meta.glob<Catalogue>('../core/words/*/*.json', { import: 'default' })
