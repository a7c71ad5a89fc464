// Tells whether an element that scrolls sideways has more at its end.
import { type RefObject, useEffect, useState } from 'react'

export function useHasMoreSideways(ref: RefObject<HTMLElement | null>): boolean {
  const [hasMore, setMore] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    // In right-to-left text the position is negative.
    const look = () => setMore(element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft) > 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [ref])
  return hasMore
}
