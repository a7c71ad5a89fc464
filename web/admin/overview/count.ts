// Formats counts that stop at a limit, and amounts of money.
import { countLimit } from '../../../core/api/admin/overview.ts'
import { useLanguage, useWords } from '../../words/words.tsx'

/** 1,204; or 50,000+ for more than is counted. */
export function useCount(): (count: number) => string {
  const t = useWords('adminoverview')
  const language = useLanguage()
  return count => (count > countLimit ? t('count.more', { n: countLimit.toLocaleString(language) }) : count.toLocaleString(language))
}

/** `amount` is in minor units of the currency. */
export function useMoney(): (amount: number, currency: string) => string {
  const language = useLanguage()
  return (amount, currency) => {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase() })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  }
}
