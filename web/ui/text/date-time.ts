// Formats dates with their time.
import { dayFirstLocale, timeToSecond } from './Ago.tsx'

/** "23 Nov, 05:03:49": for lists where each second counts. */
export const formatSecond = (at: string | Date, language: string): string =>
  new Date(at).toLocaleString(dayFirstLocale(language), { day: 'numeric', month: 'short', ...timeToSecond })

/** "23 Nov 2026, 05:03": for times that may be far away or in the future. */
export const formatDateTime = (at: string | Date, language: string): string => {
  const shape = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Date(at).toLocaleString(dayFirstLocale(language), shape)
}
