// Tells whether the window has at least a given width.
import { useSyncExternalStore } from 'react'

export function useIsWide(minPx: number): boolean {
  const query = `(min-width: ${minPx}px)`
  return useSyncExternalStore(
    onChange => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
