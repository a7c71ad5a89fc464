// Loads the query parser and completion before they are needed.
import { useEffect, useState } from 'react'
import { onFirstInteraction } from '../../../ui/overlays/on-first-interaction.ts'
import { useLanguage } from '../../../words/words.tsx'
import { loadedQueryTools, loadQueryTools, type QueryTools } from './query-tools.ts'

/** Loads at once if `isNeeded`, and again after a failure when `retryKey` changes. */
export function useQueryTools(isNeeded: boolean, retryKey?: unknown): { tools: QueryTools | null; hasFailed: boolean } {
  const language = useLanguage()
  const [tools, setTools] = useState(loadedQueryTools)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (tools) return
    const load = async () => setTools(await loadQueryTools(language))
    if (isNeeded) load().catch(() => setFailed(true))
    else onFirstInteraction(load)
  }, [tools, isNeeded, retryKey, language])
  return { tools, hasFailed }
}
