// Says in words what a plan allows.
import type { Plan } from '../../../../core/plans/plans.ts'
import type { Translate } from '../../../../core/words/words.ts'

/** `isIncluded` is false for what a plan leaves out. */
export interface PlanPoint {
  text: string
  isIncluded: boolean
}

export function describeLimits({ limits }: Pick<Plan, 'limits'>, t: Translate<'siteplans'>): PlanPoint[] {
  const counted = (key: 'deliveries' | 'mailboxes' | 'filters', n: number | null) => ({
    text: n === null ? t(`${key}.any`) : t(key, { n }),
    isIncluded: n !== 0,
  })
  const either = (key: 'instant' | 'attachments' | 'keys', isIncluded: boolean) => ({
    text: isIncluded ? t(key) : t(`${key}.no`),
    isIncluded,
  })
  return [
    counted('deliveries', limits.deliveriesPerMonth),
    counted('mailboxes', limits.mailboxes),
    counted('filters', limits.filters),
    either('instant', limits.instant),
    either('attachments', limits.attachments),
    { text: t('retention', { n: limits.retentionDays }), isIncluded: limits.retentionDays > 0 },
    either('keys', limits.apiKeys),
  ]
}
