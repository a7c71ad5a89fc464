// Has what reads queries fetched in time.
import { useEffect, useState } from 'react'
import { whenTouched } from '../../../ui/later.ts'
import { useLanguage } from '../../../words.tsx'
import { fetchReading, type Reading, readingNow } from './reading.ts'

/** `isNeeded`: at once, and again where it did not come and `again` has changed. */
export function useReading(isNeeded: boolean, again?: unknown): { reading: Reading | null; hasFailed: boolean } {
  const language = useLanguage()
  const [reading, setReading] = useState(readingNow)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (reading) return
    const load = async () => setReading(await fetchReading(language))
    if (isNeeded) load().catch(() => setFailed(true))
    else whenTouched(load)
  }, [reading, isNeeded, again, language])
  return { reading, hasFailed }
}
