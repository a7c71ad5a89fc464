// Collects a filter's emails into a digest, and sets when it is sent.
import type { Action } from '../../../../core/filters/action.ts'
import { Weekday } from '../../../../core/filters/tree.ts'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { TimeInput } from '../../../ui/forms/TimeInput.tsx'
import { weekdayName } from '../../../ui/text/TestWords.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { PlainAction } from './PlainAction.tsx'

type DigestAction = Extract<Action, { kind: 'digest' }>
const often = ['hour', 'day', 'week'] as const
const times = ['usual', 'own'] as const

interface DigestProps {
  action: DigestAction
  /** What goes at once is never collected. */
  isUrgent: boolean
  onChange(action: DigestAction): void
  onRemove(): void
}

export function Digest({ action, isUrgent, onChange, onRemove }: DigestProps) {
  const t = useWords('editor')
  const { kind, every, at, on = 'mon' } = action
  const choose = (next: DigestAction['every']) =>
    onChange({ kind, every: next, ...(next !== 'hour' && at && { at }), ...(next === 'week' && { on }) })
  return (
    <PlainAction kind="digest" onRemove={onRemove}>
      <p className="flex flex-wrap items-center gap-2">
        <Pick
          label={t('digest.every')}
          value={every}
          options={often.map(value => ({ value, word: t(`digest.${value}`) }))}
          onChange={choose}
        />
        {every === 'week' && <OnDay on={on} onChange={day => onChange({ ...action, on: day })} />}
        {every !== 'hour' && <AtTime action={action} onChange={onChange} />}
      </p>
      <p className="text-sm text-ink-2">{t(isUrgent ? 'digest.idle' : 'digest.note')}</p>
    </PlainAction>
  )
}

function OnDay({ on, onChange }: { on: Weekday; onChange(on: Weekday): void }) {
  const t = useWords('editor')
  const language = useLanguage()
  const options = Weekday.options.map(value => ({ value, word: t('digest.on.word', { day: weekdayName(value, language) }) }))
  return <Pick label={t('digest.on')} value={on} options={options} onChange={onChange} />
}

function AtTime({ action: { at, ...rest }, onChange }: Omit<DigestProps, 'onRemove' | 'isUrgent'>) {
  const t = useWords('editor')
  return (
    <>
      <Pick
        label={t('digest.at')}
        value={at === undefined ? 'usual' : 'own'}
        options={times.map(value => ({ value, word: t(`digest.at.${value}`) }))}
        onChange={next => onChange(next === 'usual' ? rest : { ...rest, at: '08:00' })}
      />
      {at !== undefined && <TimeInput small label={t('digest.time')} value={at} onChange={time => onChange({ ...rest, at: time })} />}
    </>
  )
}
