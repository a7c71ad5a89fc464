// A date filter for lists, and the query for the dates or times in the URL.
import { useId } from 'react'
import { inputClass } from '../../ui/forms/TextInput.tsx'

export function DateFilter({ label, value, onChange }: { label: string; value: string | undefined; onChange(value: string): void }) {
  const id = useId()
  return (
    <span className="grid gap-1 text-sm">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <input id={id} type="date" className={inputClass} value={dayOf(value)} onChange={event => onChange(event.target.value)} />
    </span>
  )
}

const dayMs = 86_400_000

/** The URL holds days, of which the last one counts until its end in the reader's time zone, or moments: a figure of the overview leads here. */
export function toUserFilters(values: Partial<Record<string, string>>): Record<string, string> {
  const { from, to, ...others } = values
  const days = { from: startOf(from, 0), to: startOf(to, 1) }
  const entries = Object.entries({ ...others, ...days })
  return Object.fromEntries(entries.flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

function startOf(day: string | undefined, daysLater: number): string | undefined {
  if (!day) return undefined
  if (isMoment(day)) return new Date(day).toISOString()
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const noon = new Date(`${day}T12:00:00`)
  if (Number.isNaN(noon.getTime())) return undefined
  const start = new Date(noon.getTime() + daysLater * dayMs)
  start.setHours(0, 0, 0, 0)
  return start.toISOString()
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

/** As the field takes it. */
function dayOf(text: string | undefined): string {
  if (!text || !isMoment(text)) return text ?? ''
  const at = new Date(text)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
