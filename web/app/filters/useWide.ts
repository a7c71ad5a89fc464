// Whether the window matches a media query.
import { useSyncExternalStore } from 'react'

export function useWide(minPx: number): boolean {
  const query = `(min-width: ${minPx}px)`
  return useSyncExternalStore(
    wake => {
      const list = matchMedia(query)
      list.addEventListener('change', wake)
      return () => list.removeEventListener('change', wake)
    },
    () => matchMedia(query).matches,
  )
}
