// Writes prices, days and months in the reader's language.

import type { Money } from '../../../core/plans/money.ts'
import type { Interval } from '../../../core/plans/plans.ts'
import { formatMoney } from '../../../core/text/money.ts'
import { useToday } from '../../now.ts'
import { useLanguage, useWords } from '../../words/words.tsx'

interface BillingText {
  /** "$12.40". */
  money(money: Money): string
  /** "$5 a month". */
  price(money: Money, interval: Interval): string
  /** "December 20", with the year if it is not the current one. */
  day(at: string | Date): string
  /** The same for what happens when a month begins, which it does in UTC. */
  utcDay(at: string | Date): string
  /** "December" of `2026-12`. */
  month(month: string): string
  count(n: number): string
}

export function useBillingText(): BillingText {
  const t = useWords('usage')
  const language = useLanguage()
  const year = useToday().slice(0, 4)
  const day = (at: string | Date, timeZone?: string) => {
    const date = new Date(at)
    const isThisYear = String(date.getFullYear()) === year
    const zone = timeZone === undefined ? {} : { timeZone }
    return date.toLocaleDateString(language, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }), ...zone })
  }
  return {
    money: money => formatMoney(money, language),
    price: (money, interval) => t(`price.${interval}`, { amount: formatMoney(money, language, true) }),
    day: at => day(at),
    utcDay: at => day(at, 'UTC'),
    month: month => new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language, { month: 'long', timeZone: 'UTC' }),
    count: n => n.toLocaleString(language),
  }
}
