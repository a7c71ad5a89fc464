// Relative times such as "40 s ago", with the exact time on hover.
import { useLanguage, useWords } from '../../words/words.tsx'

const sameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()
const dayBefore = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1)

/** Describes the time between a moment and `now`: `ago('2026-11-20T…', now)`. A moment after `now` is "now". */
export function useAgo(): (at: string | Date, now: Date) => string {
  const t = useWords('ui')
  const language = useLanguage()
  return (at, now) => {
    const date = new Date(at)
    const seconds = Math.floor((now.getTime() - date.getTime()) / 1000)
    const minutes = Math.floor(seconds / 60)
    const hours = Math.floor(minutes / 60)
    if (seconds < 2) return t('ago.now')
    if (seconds < 60) return t('ago.seconds', { n: seconds })
    if (minutes < 60) return t('ago.minutes', { n: minutes })
    if (hours < 6) return t('ago.hours', { n: hours, minutes: minutes % 60 })
    const time = date.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    if (sameDay(date, now)) return time
    if (sameDay(date, dayBefore(now))) return t('ago.yesterday', { time })
    return formatDay(date, now, language)
  }
}

/** "Fri 4 December"; with the year if it is not the current one. Other languages use their own order and punctuation. */
export function formatDay(date: Date, now: Date, language: string): string {
  const isThisYear = date.getFullYear() === now.getFullYear()
  const options = { weekday: 'short', day: 'numeric', month: 'long' } as const
  if (language !== 'en') return new Intl.DateTimeFormat(language, isThisYear ? options : { ...options, year: 'numeric' }).format(date)
  const parts = new Intl.DateTimeFormat(language, { ...options, year: 'numeric' }).formatToParts(date)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(candidate => candidate.type === type)?.value ?? ''
  const day = `${part('weekday')} ${part('day')} ${part('month')}`
  return isThisYear ? day : `${day} ${part('year')}`
}

/** "18:30", with the day if it is not today. */
export function formatHour(at: Date, now: Date, language: string): string {
  const time = at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return at.toDateString() === now.toDateString() ? time : `${formatDay(at, now, language)}, ${time}`
}

/** "Monday, 23 November 2026 at 05:03:49 CET". */
export const formatExactTime = (at: string | Date, language: string): string =>
  new Date(at).toLocaleString(dayFirstLocale(language), { ...fullDate, ...timeToSecond, timeZoneName: 'short' })

/** "23 Nov". */
export const formatShortDay = (at: string | Date, language: string): string =>
  new Date(at).toLocaleDateString(dayFirstLocale(language), { day: 'numeric', month: 'short' })

/** Plain "en" would put the month first. */
export const dayFirstLocale = (language: string): string => (language === 'en' ? 'en-GB' : language)

const fullDate = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
export const timeToSecond = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

export function Ago({ at, now, className }: { at: string; now: Date; className?: string }) {
  const ago = useAgo()
  const language = useLanguage()
  return (
    <time dateTime={at} title={formatExactTime(at, language)} className={className}>
      {ago(at, now)}
    </time>
  )
}

/** The time of day to the second, exact date on hover. */
export function TimeOfDay({ at, className }: { at: string; className?: string }) {
  const language = useLanguage()
  return (
    <time dateTime={at} title={formatExactTime(at, language)} className={className}>
      {new Date(at).toLocaleTimeString(language, timeToSecond)}
    </time>
  )
}
