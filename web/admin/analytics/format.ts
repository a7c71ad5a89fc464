// Formats the times, durations, shares and numbers of the plots.
import type { AnalyticsPeriod } from '../../../core/api/admin/analytics.ts'
import type { useWords } from '../../words/words.tsx'

type Words = ReturnType<typeof useWords<'adminanalytics'>>

/** Plain "en" would put the month first. */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

export const formatMoment = (at: string, language: string, timeZone: string): string =>
  new Date(at).toLocaleString(localeOf(language), {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ...zoneOption(timeZone),
  })

/** A zone of the URL that this browser does not know is UTC. */
const zoneOption = (timeZone: string): { timeZone: string } => {
  try {
    Intl.DateTimeFormat('en', { timeZone })
    return { timeZone }
  } catch {
    return { timeZone: 'UTC' }
  }
}

/** `short` is for an axis. */
export function formatPart(
  at: string,
  { step, zone }: Pick<AnalyticsPeriod, 'step' | 'zone'>,
  language: string,
  t: Words,
  short = false,
): string {
  const locale = localeOf(language)
  const date = new Date(at)
  if (step === 'hour')
    return short
      ? date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zoneOption(zone) })
      : formatMoment(at, language, zone)
  const day = date.toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    ...(!short && step === 'day' && { weekday: 'short' }),
    ...zoneOption(zone),
  })
  return step === 'week' && !short ? t('weekOf', { day }) : day
}

export function formatDuration(seconds: number | null, language: string, t: Words): string {
  if (seconds === null) return t('none')
  const amount = (value: number) => value.toLocaleString(language, { maximumSignificantDigits: 2 })
  if (seconds < 60) return t('seconds', { n: amount(seconds) })
  if (seconds < 3600) return t('minutes', { n: amount(seconds / 60) })
  return seconds < 2 * 86_400 ? t('hours', { n: amount(seconds / 3600) }) : t('days', { n: amount(seconds / 86_400) })
}

export const formatCount = (count: number, language: string): string => count.toLocaleString(language)

export const formatShare = (share: number, language: string): string =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0 })

/** Prices of messages are parts of a cent. */
export const formatAmount = (amount: number, currency: string, language: string): string =>
  amount.toLocaleString(language, {
    ...{ style: 'currency', currency: currency.toUpperCase() },
    ...(amount !== 0 && Math.abs(amount) < 0.1 && { maximumFractionDigits: 4 }),
  })
