// Chooses the days that the message list covers.
import { useState } from 'react'
import { useToday } from '../../../now.ts'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { type DaySpan, dayBefore, daySpans, daysInSpan, findDaySpan, type ListQuery } from '../../queries/list-query.ts'

const options = [...daySpans, 'own'] as const

/** The days of arrival: a named span or a custom range. */
export function DayFilter({ query, onChange }: { query: ListQuery; onChange(query: ListQuery, replace?: boolean): void }) {
  const t = useWords('forwarded')
  const today = useToday()
  const [isCustom, setCustom] = useState(false)
  const selected = isCustom ? 'own' : (findDaySpan(query, today) ?? 'own')
  const choose = (chosen: DaySpan | 'own') => {
    setCustom(chosen === 'own')
    onChange({
      ...query,
      ...(chosen === 'own' ? { from: query.from ?? dayBefore(today, 6), to: query.to ?? today } : daysInSpan(chosen, today)),
    })
  }
  return (
    <>
      <InlineSelect
        label={t('days')}
        options={options.map(value => ({ value, label: t(`days.${value}`) }))}
        value={selected}
        onChange={choose}
      />
      {selected === 'own' && (
        <span className="inline-flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <Day label={t('days.from')} day={query.from} max={query.to ?? today} onChange={from => onChange({ ...query, from }, true)} />
          <span aria-hidden>–</span>
          <Day label={t('days.to')} day={query.to} min={query.from} max={today} onChange={to => onChange({ ...query, to }, true)} />
        </span>
      )}
    </>
  )
}

interface DayProps {
  label: string
  day: string | null
  min?: string | null
  max: string
  onChange(day: string | null): void
}

const Day = ({ label, day, min, max, onChange }: DayProps) => (
  <input
    type="date"
    aria-label={label}
    value={day ?? ''}
    min={min ?? undefined}
    max={max}
    onChange={event => onChange(event.target.value || null)}
    className={`${inputClass} min-h-9! w-auto! py-1! text-sm!`}
  />
)
