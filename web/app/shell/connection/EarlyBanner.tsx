// Fetches the connection banner while there is a connection, because later it can't be fetched.
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { lazyPart } from '../../../words/lazy-part.tsx'
import { useLanguage } from '../../../words/words.tsx'
import { afterFirstRequests } from '../../live/after-first-requests.ts'

const fetchBanner = (language: string) =>
  lazyPart(['connection'], async () => (await import('./ConnectionBanner.tsx')).ConnectionBanner).load(language)

export function EarlyBanner() {
  const language = useLanguage()
  const client = useQueryClient()
  const [loaded, setLoaded] = useState<{ Banner: ComponentType; language: string } | null>(null)
  useEffect(() => {
    let isGone = false
    const load = () =>
      void fetchBanner(language).then(
        Banner => isGone || setLoaded({ Banner, language }),
        () => undefined,
      )
    const stop = afterFirstRequests(client, load)
    // One that could not be fetched is asked for again.
    window.addEventListener('online', load)
    return () => {
      isGone = true
      stop()
      window.removeEventListener('online', load)
    }
  }, [client, language])
  return loaded?.language === language && <loaded.Banner />
}
