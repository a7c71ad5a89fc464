// Chooses the days that the message list covers.
import { useState } from 'react'
import { useToday } from '../../../now.ts'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { type DaySpan, dayBefore, daysOf, type ListQuery, spanOf, spans } from '../../queries/list-query.ts'

const choices = [...spans, 'own'] as const

/** The days that mail arrived on: a span, or days of one's own. */
export function PickDays({ slice, onChange }: { slice: ListQuery; onChange(slice: ListQuery, inPlace?: boolean): void }) {
  const t = useWords('forwarded')
  const today = useToday()
  const [isOwn, setOwn] = useState(false)
  const span = isOwn ? 'own' : (spanOf(slice, today) ?? 'own')
  const choose = (chosen: DaySpan | 'own') => {
    setOwn(chosen === 'own')
    onChange({
      ...slice,
      ...(chosen === 'own' ? { from: slice.from ?? dayBefore(today, 6), to: slice.to ?? today } : daysOf(chosen, today)),
    })
  }
  return (
    <>
      <Pick label={t('days')} options={choices.map(value => ({ value, word: t(`days.${value}`) }))} value={span} onChange={choose} />
      {span === 'own' && (
        <span className="inline-flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <Day label={t('days.from')} day={slice.from} most={slice.to ?? today} onChange={from => onChange({ ...slice, from }, true)} />
          <span aria-hidden>–</span>
          <Day label={t('days.to')} day={slice.to} least={slice.from} most={today} onChange={to => onChange({ ...slice, to }, true)} />
        </span>
      )}
    </>
  )
}

interface DayProps {
  label: string
  day: string | null
  least?: string | null
  most: string
  onChange(day: string | null): void
}

const Day = ({ label, day, least, most, onChange }: DayProps) => (
  <input
    type="date"
    aria-label={label}
    value={day ?? ''}
    min={least ?? undefined}
    max={most}
    onChange={event => onChange(event.target.value || null)}
    className={`${inputClass} min-h-9! w-auto! py-1! text-sm!`}
  />
)
