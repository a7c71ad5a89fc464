// Loaders for translated public pages, which only readers of those languages download.
import type { Catalog } from '../../core/words/words.ts'

export const translated = import.meta.glob<Catalog>('../../core/words/{es,ar}/{ui,pages,reader,site,sitepricing,siteplans,plans}.json', {
  import: 'default',
})
