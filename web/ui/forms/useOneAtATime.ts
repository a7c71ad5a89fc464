// Lets an action run once at a time: a second press counts for nothing, also before the first one has been drawn.
import { useRef } from 'react'

/** Returns a function that runs `work` unless an earlier one has not ended, and says whether it did. */
export function useOneAtATime(): (work: (end: () => void) => void) => boolean {
  const isRunning = useRef(false)
  return work => {
    if (isRunning.current) return false
    isRunning.current = true
    work(() => {
      isRunning.current = false
    })
    return true
  }
}
