// What a plan allows, as a list.
import { Check, Minus } from 'lucide-react'
import type { PlanLimits } from '../../../core/plans/plans.ts'
import { cx } from '../../ui/cx.ts'
import { useWords } from '../../words/words.tsx'
import { limitNames, useLimitText } from './plans/useLimitText.ts'

export function PlanFeatures({ limits, className }: { limits: PlanLimits; className?: string }) {
  const t = useWords('subscription')
  const limitText = useLimitText()
  return (
    <ul aria-label={t('features')} className={cx('grid content-start gap-2', className)}>
      {limitNames.map(name => {
        const isIncluded = limits[name] !== false && limits[name] !== 0
        const Icon = isIncluded ? Check : Minus
        return (
          <li key={name} className={cx('flex items-start gap-2', !isIncluded && 'text-ink-2')}>
            <Icon size={18} aria-hidden className={cx('mt-[3px] flex-none', isIncluded ? 'text-success-fill' : 'text-ink-3')} />
            <span>{limitText.sentence(limits, name)}</span>
          </li>
        )
      })}
    </ul>
  )
}
