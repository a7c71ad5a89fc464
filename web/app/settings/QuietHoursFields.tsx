// Edits quiet hours: when they begin and end, and what happens to email that arrives during them.
import { useId } from 'react'
import type { QuietHours } from '../../../core/filters/action.ts'
import { InlineSelect } from '../../ui/forms/InlineSelect.tsx'
import { TimeInput } from '../../ui/forms/TimeInput.tsx'
import { useWords } from '../../words/words.tsx'

const quietModes = ['urgent_only', 'hold', 'digest'] as const

export const defaultQuietHours: QuietHours = { from: '22:00', to: '07:00', then: 'urgent_only' }

export function QuietHoursFields({ hours, onChange }: { hours: QuietHours; onChange(hours: QuietHours): void }) {
  const t = useWords('hours')
  const errorId = useId()
  const isInvalid = hours.from === hours.to
  return (
    <div className="grid gap-2.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {(['from', 'to'] as const).map(end => (
          <label key={end} className="inline-flex items-center gap-2">
            {t(end)}
            <TimeInput
              small
              errorId={isInvalid ? errorId : null}
              value={hours[end]}
              onChange={time => onChange({ ...hours, [end]: time })}
            />
          </label>
        ))}
        {hours.from > hours.to && <span className="text-sm text-ink-2">{t('night')}</span>}
      </p>
      {isInvalid && (
        <p id={errorId} className="text-sm text-danger">
          {t('same')}
        </p>
      )}
      <p>
        <InlineSelect
          label={t('then')}
          value={hours.then}
          options={quietModes.map(value => ({ value, label: t(`then.${value}`) }))}
          onChange={then => onChange({ ...hours, then })}
        />
      </p>
      <p className="text-sm text-ink-2">
        {t(`text.${hours.then}`)} {t('codes')}
      </p>
    </div>
  )
}
