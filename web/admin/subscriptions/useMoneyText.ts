// Formats amounts and dates for the pages on subscriptions, and says whether this role may see amounts.
import type { Money } from '../../../core/plans/money.ts'
import type { Interval } from '../../../core/plans/plans.ts'
import { formatMoney } from '../../../core/text/money.ts'
import { useAuth } from '../../session/session.tsx'
import { formatDateTime } from '../../ui/text/date-time.ts'
import { useLanguage, useWords } from '../../words/words.tsx'

export function useMoneyText() {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const date = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'short', year: 'numeric' })
  return {
    money: (money: Money) => formatMoney(money, language),
    price: (money: Money, interval: Interval) => t('plans.price', { price: formatMoney(money, language), interval }),
    /** "24 Dec 2026"; empty without a date. */
    day: (at: string | null) => (at === null ? '' : date.format(new Date(at))),
    /** "24 Dec 2026, 14:05" */
    moment: (at: string) => formatDateTime(at, language),
    count: (n: number) => n.toLocaleString(language),
    percent: (share: number | null) =>
      share === null ? '–' : share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 }),
  }
}

/** Support sees only states and plans. */
export function useSeesMoney(): boolean {
  const { roles } = useAuth()
  return roles.includes('admin') || roles.includes('billing')
}
