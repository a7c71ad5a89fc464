// Edits quiet hours: from when until when, and what happens to email meanwhile.
import { useId } from 'react'
import type { QuietHours } from '../../../core/filters/action.ts'
import { Pick } from '../../ui/forms/Pick.tsx'
import { TimeInput } from '../../ui/forms/TimeInput.tsx'
import { useWords } from '../../words/words.tsx'

const ways = ['urgent_only', 'hold', 'digest'] as const

export const usualQuiet: QuietHours = { from: '22:00', to: '07:00', then: 'urgent_only' }

export function QuietHoursFields({ hours, onChange }: { hours: QuietHours; onChange(hours: QuietHours): void }) {
  const t = useWords('hours')
  const wrongId = useId()
  const isWrong = hours.from === hours.to
  return (
    <div className="grid gap-2.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {(['from', 'to'] as const).map(end => (
          <label key={end} className="inline-flex items-center gap-2">
            {t(end)}
            <TimeInput small wrong={isWrong ? wrongId : null} value={hours[end]} onChange={time => onChange({ ...hours, [end]: time })} />
          </label>
        ))}
        {hours.from > hours.to && <span className="text-sm text-ink-2">{t('night')}</span>}
      </p>
      {isWrong && (
        <p id={wrongId} className="text-sm text-danger">
          {t('same')}
        </p>
      )}
      <p>
        <Pick
          label={t('then')}
          value={hours.then}
          options={ways.map(value => ({ value, word: t(`then.${value}`) }))}
          onChange={then => onChange({ ...hours, then })}
        />
      </p>
      <p className="text-sm text-ink-2">
        {t(`text.${hours.then}`)} {t('codes')}
      </p>
    </div>
  )
}
