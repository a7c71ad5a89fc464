// The time on screen: one place that looks at the clock, so that everything else is given `now`.
import { useEffect, useState } from 'react'

/** The present moment, renewed every `everyMs`. */
export function useNow(everyMs = 1000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
