// Collects a filter's emails into a digest, and sets when it is sent.
import type { Action } from '../../../../core/filters/action.ts'
import { Weekday } from '../../../../core/filters/tree.ts'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { TimeInput } from '../../../ui/forms/TimeInput.tsx'
import { weekdayName } from '../../../ui/text/ConditionText.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { ActionBox } from './ActionBox.tsx'

type DigestAction = Extract<Action, { kind: 'digest' }>
const intervals = ['hour', 'day', 'week'] as const
const timeOptions = ['usual', 'own'] as const

interface DigestProps {
  action: DigestAction
  /** Urgent emails are never collected. */
  isUrgent: boolean
  onChange(action: DigestAction): void
  onRemove(): void
}

export function DigestFields({ action, isUrgent, onChange, onRemove }: DigestProps) {
  const t = useWords('editor')
  const { kind, every, at, on = 'mon' } = action
  const choose = (next: DigestAction['every']) =>
    onChange({ kind, every: next, ...(next !== 'hour' && at && { at }), ...(next === 'week' && { on }) })
  return (
    <ActionBox kind="digest" onRemove={onRemove}>
      <p className="flex flex-wrap items-center gap-2">
        <InlineSelect
          label={t('digest.every')}
          value={every}
          options={intervals.map(value => ({ value, label: t(`digest.${value}`) }))}
          onChange={choose}
        />
        {every === 'week' && <DigestDay on={on} onChange={day => onChange({ ...action, on: day })} />}
        {every !== 'hour' && <DigestTime action={action} onChange={onChange} />}
      </p>
      <p className="text-sm text-ink-2">{t(isUrgent ? 'digest.idle' : 'digest.note')}</p>
    </ActionBox>
  )
}

function DigestDay({ on, onChange }: { on: Weekday; onChange(on: Weekday): void }) {
  const t = useWords('editor')
  const language = useLanguage()
  const options = Weekday.options.map(value => ({ value, label: t('digest.on.word', { day: weekdayName(value, language) }) }))
  return <InlineSelect label={t('digest.on')} value={on} options={options} onChange={onChange} />
}

function DigestTime({ action: { at, ...rest }, onChange }: Omit<DigestProps, 'onRemove' | 'isUrgent'>) {
  const t = useWords('editor')
  return (
    <>
      <InlineSelect
        label={t('digest.at')}
        value={at === undefined ? 'usual' : 'own'}
        options={timeOptions.map(value => ({ value, label: t(`digest.at.${value}`) }))}
        onChange={next => onChange(next === 'usual' ? rest : { ...rest, at: '08:00' })}
      />
      {at !== undefined && <TimeInput small label={t('digest.time')} value={at} onChange={time => onChange({ ...rest, at: time })} />}
    </>
  )
}
