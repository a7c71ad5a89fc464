// The current time for components, read from the clock in this one place.
import { useEffect, useState } from 'react'

/** The current time, updated every `everyMs`. */
export function useNow(everyMs = 1000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** The reader's local date when the screen was shown, such as 2026-11-20. */
export function useToday(): string {
  const [today] = useState(() => formatIsoDay(new Date()))
  return today
}

const formatIsoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-')
