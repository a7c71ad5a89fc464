// Limits how many emails a filter forwards individually per hour.
import { useId } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { NumberInput } from '../../../ui/forms/NumberInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { PlainAction } from './PlainAction.tsx'

type Limit = Extract<Action, { kind: 'at_most' }>

interface LimitProps {
  action: Limit
  /** Nothing is sent, so there is nothing to limit. */
  isIdle: boolean
  onChange(action: Limit): void
  onRemove(): void
}

export function AtMost({ action, isIdle, onChange, onRemove }: LimitProps) {
  const t = useWords('editor')
  const wrongId = useId()
  // Invalid input is kept as 0, so that saving asks for a number.
  const take = (perHour: number) => onChange({ kind: 'at_most', perHour })
  const isWrong = !isPossible(action.perHour)
  return (
    <PlainAction kind="at_most" onRemove={onRemove}>
      <p className="flex flex-wrap items-center gap-2">
        {t('limit.before')}
        <NumberInput
          label={t('limit.label')}
          value={action.perHour}
          min={1}
          max={1000}
          wrongId={isWrong ? wrongId : undefined}
          onChange={perHour => take(isPossible(perHour) ? perHour : 0)}
          onWrong={() => take(0)}
        />
        {t('limit.after')}
      </p>
      {isWrong && (
        <p id={wrongId} className="text-sm text-danger">
          {t('limit.missing')}
        </p>
      )}
      <p className="text-sm text-ink-2">{t(isIdle ? 'limit.idle' : 'limit.note')}</p>
    </PlainAction>
  )
}

const isPossible = (n: number): boolean => Number.isInteger(n) && n >= 1 && n <= 1000
