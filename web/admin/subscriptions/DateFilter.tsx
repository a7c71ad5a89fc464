// A day to filter by, with its label above.
import { useId } from 'react'

export function DateFilter({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) {
  const id = useId()
  return (
    <span className="grid gap-1 text-sm">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        className="min-h-(--control) rounded-hull-sm border border-edge bg-surface px-3 text-md"
        onChange={event => onChange(event.target.value)}
      />
    </span>
  )
}
