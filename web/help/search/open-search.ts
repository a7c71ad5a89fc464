// Loads all guides and indexes them with the first search.
import { fetchGuide } from '../fetch-guide.ts'
import { type GuideName, guidePages } from '../guides.ts'
import { entriesOf, type Search, searchIn } from './search-in.ts'

/** `nameOf` is what a guide is called. */
export async function openSearch(nameOf: (guide: GuideName) => string, trouble: string): Promise<Search> {
  const guides = await Promise.all(guidePages.map(async ({ name }) => ({ name, guide: await fetchGuide(name) })))
  return searchIn(guides.flatMap(({ name, guide }) => entriesOf(name, nameOf(name), guide, trouble)))
}
