// Limits how many emails a filter forwards individually per hour.
import { useId } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { NumberInput } from '../../../ui/forms/NumberInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { ActionBox } from './ActionBox.tsx'

type LimitAction = Extract<Action, { kind: 'at_most' }>

interface LimitProps {
  action: LimitAction
  /** Nothing is sent, so there is nothing to limit. */
  isNotForwarding: boolean
  onChange(action: LimitAction): void
  onRemove(): void
}

export function HourlyLimit({ action, isNotForwarding, onChange, onRemove }: LimitProps) {
  const t = useWords('editor')
  const errorId = useId()
  // Invalid input is kept as 0, so that saving asks for a number.
  const setLimit = (perHour: number) => onChange({ kind: 'at_most', perHour })
  const isInvalid = !isValidLimit(action.perHour)
  return (
    <ActionBox kind="at_most" onRemove={onRemove}>
      <p className="flex flex-wrap items-center gap-2">
        {t('limit.before')}
        <NumberInput
          label={t('limit.label')}
          value={action.perHour}
          min={1}
          max={1000}
          errorId={isInvalid ? errorId : undefined}
          onChange={perHour => setLimit(isValidLimit(perHour) ? perHour : 0)}
          onInvalid={() => setLimit(0)}
        />
        {t('limit.after')}
      </p>
      {isInvalid && (
        <p id={errorId} className="text-sm text-danger">
          {t('limit.missing')}
        </p>
      )}
      <p className="text-sm text-ink-2">{t(isNotForwarding ? 'limit.idle' : 'limit.note')}</p>
    </ActionBox>
  )
}

const isValidLimit = (n: number): boolean => Number.isInteger(n) && n >= 1 && n <= 1000
