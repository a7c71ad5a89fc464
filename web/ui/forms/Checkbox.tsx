// A checkbox whose value counts when the form is saved; for immediate effect use a Switch.
import type { ReactNode } from 'react'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange(checked: boolean): void
  /** The accessible name, if the label is more than text. */
  name?: string
  invalid?: boolean
  disabled?: boolean
}

export function Checkbox({ label, checked, onChange, name, invalid = false, disabled = false }: CheckboxProps) {
  return (
    <label className="flex min-h-8 w-fit max-w-full items-center gap-2.5">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-label={name}
        aria-invalid={invalid || undefined}
        className="size-5 flex-none"
        onChange={event => onChange(event.target.checked)}
      />
      <span className="min-w-0">{label}</span>
    </label>
  )
}
