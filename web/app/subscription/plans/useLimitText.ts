// Writes what a plan allows: as a sentence for a list, and as a value beside its name.
import type { PlanLimits } from '../../../../core/plans/plans.ts'
import { useLanguage, useWords, useWordsOfCodes } from '../../../words/words.tsx'

export type PlanLimitName = keyof PlanLimits

/** In the order in which people ask. */
export const limitNames = [
  'deliveriesPerMonth',
  'mailboxes',
  'filters',
  'instant',
  'attachments',
  'retentionDays',
  'apiKeys',
] as const satisfies readonly PlanLimitName[]

export function useLimitText() {
  const t = useWords('subscription')
  const textOf = useWordsOfCodes()
  const language = useLanguage()
  /** "5 email accounts", "API keys". */
  const sentence = (limits: PlanLimits, name: PlanLimitName): string => {
    const value = limits[name]
    if (typeof value === 'boolean') return textOf(`subscription.limit.${name}.${value ? 'yes' : 'no'}`)
    if (value === null) return textOf(`subscription.limit.${name}.unlimited`)
    return textOf(`subscription.limit.${name}`, { n: value })
  }
  /** "5", "included". */
  const value = (limits: PlanLimits, name: PlanLimitName): string => {
    const allowed = limits[name]
    if (typeof allowed === 'boolean') return t(allowed ? 'value.yes' : 'value.no')
    if (allowed === null) return t('value.unlimited')
    return name === 'retentionDays' ? t('value.days', { n: allowed }) : allowed.toLocaleString(language)
  }
  return { sentence, value, name: (name: PlanLimitName): string => t(`name.${name}`) }
}
