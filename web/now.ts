// The current time for components, read from the clock in this one place.
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

/** The reader's day, such as 2026-11-20, as it was when the screen was shown. */
export function useToday(): string {
  const [today] = useState(() => dayOf(new Date()))
  return today
}

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-')
