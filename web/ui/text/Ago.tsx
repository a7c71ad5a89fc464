// Relative times such as "40 s ago", with the exact time on hover.
import { useLanguage, useWords } from '../../words/words.tsx'

const sameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()
const dayBefore = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1)

/** Words for the distance of a moment to `now`: `ago('2026-11-20T…', now)`. A moment ahead of `now` is "now". */
export function useAgo(): (at: string | Date, now: Date) => string {
  const t = useWords('ui')
  const language = useLanguage()
  return (at, now) => {
    const then = new Date(at)
    const seconds = Math.floor((now.getTime() - then.getTime()) / 1000)
    const minutes = Math.floor(seconds / 60)
    const hours = Math.floor(minutes / 60)
    if (seconds < 2) return t('ago.now')
    if (seconds < 60) return t('ago.seconds', { n: seconds })
    if (minutes < 60) return t('ago.minutes', { n: minutes })
    if (hours < 6) return t('ago.hours', { n: hours, minutes: minutes % 60 })
    const clock = then.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    if (sameDay(then, now)) return clock
    if (sameDay(then, dayBefore(now))) return t('ago.yesterday', { time: clock })
    return dayText(then, now, language)
  }
}

/** "Fri 4 December"; with the year when it is another one. Other languages have their own order, and marks between. */
export function dayText(then: Date, now: Date, language: string): string {
  const isThisYear = then.getFullYear() === now.getFullYear()
  const named = { weekday: 'short', day: 'numeric', month: 'long' } as const
  if (language !== 'en') return new Intl.DateTimeFormat(language, isThisYear ? named : { ...named, year: 'numeric' }).format(then)
  const parts = new Intl.DateTimeFormat(language, { ...named, year: 'numeric' }).formatToParts(then)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(found => found.type === type)?.value ?? ''
  const day = `${part('weekday')} ${part('day')} ${part('month')}`
  return isThisYear ? day : `${day} ${part('year')}`
}

/** "18:30", with its day where it is another one. */
export function hourText(at: Date, now: Date, language: string): string {
  const clock = at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return at.toDateString() === now.toDateString() ? clock : `${dayText(at, now, language)}, ${clock}`
}

/** "Monday, 23 November 2026 at 05:03:49 CET". */
export const exactText = (at: string | Date, language: string): string =>
  new Date(at).toLocaleString(withDayFirst(language), { ...wholeDay, ...toTheSecond, timeZoneName: 'short' })

/** "23 Nov". */
export const shortDay = (at: string | Date, language: string): string =>
  new Date(at).toLocaleDateString(withDayFirst(language), { day: 'numeric', month: 'short' })

/** Plain "en" would put the month first. */
const withDayFirst = (language: string): string => (language === 'en' ? 'en-GB' : language)

const wholeDay = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const toTheSecond = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

export function Ago({ at, now, className }: { at: string; now: Date; className?: string }) {
  const ago = useAgo()
  const language = useLanguage()
  return (
    <time dateTime={at} title={exactText(at, language)} className={className}>
      {ago(at, now)}
    </time>
  )
}

/** The time of day to the second, exact date on hover. */
export function Clock({ at, className }: { at: string; className?: string }) {
  const language = useLanguage()
  return (
    <time dateTime={at} title={exactText(at, language)} className={className}>
      {new Date(at).toLocaleTimeString(language, toTheSecond)}
    </time>
  )
}
