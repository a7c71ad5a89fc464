// Moves the focus to an element after the next render.
import { type RefObject, useCallback, useEffect, useState } from 'react'

/** `focus(…)` takes selectors, the best first; the first that is found within `box` gets the focus after the next drawing. */
export function useFocusAfter(box: RefObject<HTMLElement | null>): (...selectors: string[]) => void {
  const [wanted, setWanted] = useState<string[]>([])
  useEffect(() => {
    wanted
      .map(selector => box.current?.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus()
  }, [wanted, box])
  return useCallback((...selectors) => setWanted(selectors), [])
}
