// Which limits grow or shrink with a plan, and what happens to what is over them.
import { ArrowRight, TrendingDown, TrendingUp } from 'lucide-react'
import type { UsageView } from '../../../../core/api/billing.ts'
import { type Plan, type PlanLimits, planName } from '../../../../core/plans/plans.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useLimitText } from '../plans/useLimitText.ts'
import { useBillingText } from '../useBillingText.ts'
import { findLimitChanges, findOverLimits } from './limit-changes.ts'

interface LimitChangesProps {
  from: PlanLimits
  to: PlanLimits
  /** The new plan. */
  plan: Plan
  usage: UsageView
}

export function LimitChanges({ from, to, plan, usage }: LimitChangesProps) {
  const t = useWords('subscription')
  const { count } = useBillingText()
  const limitText = useLimitText()
  const name = planName(plan, useLanguage())
  const changes = findLimitChanges(from, to)
  const over = findOverLimits(to, usage)
  return (
    <Card>
      <h2>{t('changes')}</h2>
      {changes.length === 0 && <p className="text-ink-2">{t('changes.none')}</p>}
      {changes.length > 0 && (
        <ul className="grid gap-2">
          {changes.map(change => {
            const Icon = change.isMore ? TrendingUp : TrendingDown
            return (
              <li key={change.name} className="flex flex-wrap items-baseline gap-x-2">
                <Icon size={18} aria-hidden className={change.isMore ? 'self-center text-success-fill' : 'self-center text-warn-fill'} />
                <span>{t('changes.of', { name: limitText.name(change.name) })} </span>
                <span className="inline-flex items-baseline gap-2 tabular-nums">
                  <span className="text-ink-2">{limitText.value(from, change.name)}</span>
                  <ArrowRight size={16} aria-hidden className="flex-none self-center text-ink-3 rtl:rotate-180" />
                  <span className="sr-only"> {t('changes.to')} </span>
                  <b>{limitText.value(to, change.name)}</b>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {over.length > 0 && (
        <Note kind="warn">
          <ul className="grid gap-1">
            {over.map(item => (
              <li key={item.name}>{t(`over.${item.name}`, { plan: name, used: count(item.used), limit: count(item.limit) })}</li>
            ))}
          </ul>
        </Note>
      )}
    </Card>
  )
}
