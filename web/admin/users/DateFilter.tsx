// A day as a filter of a list, and the list's query for the days in the URL.
import { useId } from 'react'
import { inputClass } from '../../ui/forms/TextInput.tsx'

export function DateFilter({ label, value, onChange }: { label: string; value: string | undefined; onChange(value: string): void }) {
  const id = useId()
  return (
    <span className="grid gap-1 text-sm">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <input id={id} type="date" className={inputClass} value={value ?? ''} onChange={event => onChange(event.target.value)} />
    </span>
  )
}

const dayMs = 86_400_000

/** The URL holds days; the last one counts until its end, in the reader's time zone. */
export function toUserFilters(values: Partial<Record<string, string>>): Record<string, string> {
  const { from, to, ...others } = values
  const days = { from: startOf(from, 0), to: startOf(to, 1) }
  const entries = Object.entries({ ...others, ...days })
  return Object.fromEntries(entries.flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

function startOf(day: string | undefined, daysLater: number): string | undefined {
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const noon = new Date(`${day}T12:00:00`)
  if (Number.isNaN(noon.getTime())) return undefined
  const start = new Date(noon.getTime() + daysLater * dayMs)
  start.setHours(0, 0, 0, 0)
  return start.toISOString()
}
