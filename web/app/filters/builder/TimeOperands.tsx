// Inputs for arrival times in the person's time zone: weekdays, hours, dates.
import type { TimeTest, Weekday } from '../../../../core/filters/tree.ts'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { weekdayName } from '../../../ui/text/ConditionText.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

type TestOf<F extends TimeTest['field']> = Extract<TimeTest, { field: F }>
interface Props<F extends TimeTest['field']> {
  test: TestOf<F>
  isInvalid?: boolean
  onChange(test: TestOf<F>): void
}

const week: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const compactInput = cx(inputClass, 'w-auto! min-h-9! py-1')

export function WeekdayOperand({ test, isInvalid = false, onChange }: Props<'weekday'>) {
  const t = useWords('builder')
  const language = useLanguage()
  const toggle = (day: Weekday) => {
    const selected = test.days.includes(day) ? test.days.filter(other => other !== day) : [...test.days, day]
    onChange({ ...test, days: week.filter(other => selected.includes(other)) })
  }
  return (
    <fieldset className="flex flex-wrap gap-1" aria-invalid={(isInvalid && test.days.length === 0) || undefined}>
      <legend className="sr-only">{t('days')}</legend>
      {week.map(day => (
        <button
          key={day}
          type="button"
          aria-pressed={test.days.includes(day)}
          aria-label={weekdayName(day, language)}
          onClick={() => toggle(day)}
          className="min-h-9 min-w-9 rounded-hull-sm bg-surface px-1.5 text-sm text-ink-2 shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-water aria-pressed:bg-accent aria-pressed:font-strong aria-pressed:text-on-accent aria-pressed:shadow-none"
        >
          {weekdayName(day, language, 'short')}
        </button>
      ))}
    </fieldset>
  )
}

export function HourOperand({ test, onChange }: Props<'hour'>) {
  const t = useWords('builder')
  return (
    <>
      {(['from', 'to'] as const).map(end => (
        <label key={end} className="inline-flex items-center gap-2">
          {t(`hour.${end}`)}
          <input
            type="time"
            required
            className={compactInput}
            value={test[end]}
            onChange={event => event.target.value && onChange({ ...test, [end]: event.target.value.slice(0, 5) })}
          />
        </label>
      ))}
      {test.from > test.to && <span className="text-sm text-ink-2">{t('hour.night')}</span>}
    </>
  )
}

export function DateOperand({ test, isInvalid = false, onChange }: Props<'date'>) {
  const t = useWords('builder')
  return (
    <input
      type="date"
      aria-label={t('day')}
      aria-invalid={(isInvalid && !test.day) || undefined}
      className={compactInput}
      value={test.day}
      onChange={event => onChange({ ...test, day: event.target.value })}
    />
  )
}
