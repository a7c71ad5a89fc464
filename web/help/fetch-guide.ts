// Loads the text of a guide.
import type { GuideText } from './guide.ts'
import { type GuideName, slugOf } from './guides.ts'

const files = import.meta.glob<GuideText>('../../core/words/en/guides/*.json', { import: 'default' })

export async function fetchGuide(name: GuideName): Promise<GuideText> {
  const load = files[`../../core/words/en/guides/${slugOf(name)}.json`]
  if (!load) throw new Error(`There is no guide "${name}".`)
  return load()
}
