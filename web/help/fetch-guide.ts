// Fetches the text of a guide.
import type { Guide } from './guide.ts'
import { type GuideName, slugOf } from './guides.ts'

const files = import.meta.glob<Guide>('../../core/words/en/guides/*.json', { import: 'default' })

export async function fetchGuide(name: GuideName): Promise<Guide> {
  const load = files[`../../core/words/en/guides/${slugOf(name)}.json`]
  if (!load) throw new Error(`There is no guide "${name}".`)
  return load()
}
