// Loads the query tools ahead of use.
import { useEffect, useState } from 'react'
import { onFirstInteraction } from '../../../ui/overlays/on-first-interaction.ts'
import { useLanguage } from '../../../words/words.tsx'
import { fetchReading, type QueryTools, queryToolsNow } from './query-tools.ts'

/** `isNeeded`: at once, and again where it did not come and `again` has changed. */
export function useQueryTools(isNeeded: boolean, again?: unknown): { reading: QueryTools | null; hasFailed: boolean } {
  const language = useLanguage()
  const [reading, setReading] = useState(queryToolsNow)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (reading) return
    const load = async () => setReading(await fetchReading(language))
    if (isNeeded) load().catch(() => setFailed(true))
    else onFirstInteraction(load)
  }, [reading, isNeeded, again, language])
  return { reading, hasFailed }
}
