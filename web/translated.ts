// Where the words of the public pages are in other languages than English: only who reads one of those fetches this list.
import type { Catalogue } from '../core/words/words.ts'

export const translated = import.meta.glob<Catalogue>('../core/words/{es,ar}/{ui,pages,reader,site,sitepricing,plans}.json', {
  import: 'default',
})
