// Loads and indexes all guides when the first search starts.
import { fetchGuide } from '../fetch-guide.ts'
import { type GuideName, guidePages } from '../guides.ts'
import { createSearch, guideEntries, type Search } from './guide-search.ts'

/** `nameOf` returns the name of a guide; `trouble` is the title of the troubleshooting section. */
export async function openSearch(nameOf: (guide: GuideName) => string, trouble: string): Promise<Search> {
  const guides = await Promise.all(guidePages.map(async ({ name }) => ({ name, guide: await fetchGuide(name) })))
  return createSearch(guides.flatMap(({ name, guide }) => guideEntries(name, nameOf(name), guide, trouble)))
}
