// How many mails of a filter come in an hour, each on its own.
import { useId, useState } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/TextInput.tsx'
import { useWords } from '../../../words.tsx'
import { PlainAction } from './PlainAction.tsx'

type Limit = Extract<Action, { kind: 'at_most' }>

interface LimitProps {
  action: Limit
  /** Nothing is sent that could be limited. */
  isIdle: boolean
  onChange(action: Limit): void
  onRemove(): void
}

export function AtMost({ action, isIdle, onChange, onRemove }: LimitProps) {
  const t = useWords('editor')
  const [typed, setTyped] = useState(String(action.perHour))
  const isShown = Number(typed) === action.perHour
  const type = (text: string) => {
    setTyped(text)
    // What is no number is kept as 0, so that saving asks for one.
    onChange({ kind: 'at_most', perHour: isPossible(Number(text)) ? Number(text) : 0 })
  }
  const wrongId = useId()
  const isWrong = !isPossible(action.perHour)
  return (
    <PlainAction kind="at_most" onRemove={onRemove}>
      <p className="flex flex-wrap items-center gap-2">
        {t('limit.before')}
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={1000}
          aria-label={t('limit.label')}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? wrongId : undefined}
          className={cx(inputClass, 'min-h-9! w-24! py-1')}
          value={isWrong || isShown ? typed : action.perHour}
          onChange={event => type(event.target.value)}
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
