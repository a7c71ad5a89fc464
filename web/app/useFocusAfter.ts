// Moves the focus to an element after the next render.
import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Returns a function that takes selectors, the best first; the first match within `box` gets the focus after the next render. */
export function useFocusAfter(box: RefObject<HTMLElement | null>): (...selectors: string[]) => void {
  const [selectors, setSelectors] = useState<string[]>([])
  useEffect(() => {
    selectors
      .map(selector => box.current?.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus()
  }, [selectors, box])
  return useCallback((...next) => setSelectors(next), [])
}
