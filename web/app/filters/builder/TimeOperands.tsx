// Inputs for arrival times in the person's time zone: weekdays, hours, dates.
import type { TimeTest, Weekday } from '../../../../core/filters/tree.ts'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { weekdayName } from '../../../ui/text/TestWords.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

type Of<F extends TimeTest['field']> = Extract<TimeTest, { field: F }>
interface Props<F extends TimeTest['field']> {
  test: Of<F>
  wrong?: boolean
  onChange(test: Of<F>): void
}

const week: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const small = cx(inputClass, 'w-auto! min-h-9! py-1')

export function WeekdayOperand({ test, wrong = false, onChange }: Props<'weekday'>) {
  const t = useWords('builder')
  const language = useLanguage()
  const turn = (day: Weekday) => {
    const on = test.days.includes(day) ? test.days.filter(other => other !== day) : [...test.days, day]
    onChange({ ...test, days: week.filter(other => on.includes(other)) })
  }
  return (
    <fieldset className="flex flex-wrap gap-1" aria-invalid={(wrong && test.days.length === 0) || undefined}>
      <legend className="sr-only">{t('days')}</legend>
      {week.map(day => (
        <button
          key={day}
          type="button"
          aria-pressed={test.days.includes(day)}
          aria-label={weekdayName(day, language)}
          onClick={() => turn(day)}
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
            className={small}
            value={test[end]}
            onChange={event => event.target.value && onChange({ ...test, [end]: event.target.value.slice(0, 5) })}
          />
        </label>
      ))}
      {test.from > test.to && <span className="text-sm text-ink-2">{t('hour.night')}</span>}
    </>
  )
}

export function DateOperand({ test, wrong = false, onChange }: Props<'date'>) {
  const t = useWords('builder')
  return (
    <input
      type="date"
      aria-label={t('day')}
      aria-invalid={(wrong && !test.day) || undefined}
      className={small}
      value={test.day}
      onChange={event => onChange({ ...test, day: event.target.value })}
    />
  )
}
