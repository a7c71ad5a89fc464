// Measures how wide an element is, so that a plot fills it.
import { type RefCallback, useCallback, useState } from 'react'

const firstWidthPx = 640

export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(firstWidthPx)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
