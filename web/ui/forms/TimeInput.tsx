// A time-of-day input that keeps the last valid time while a new one is being typed.
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'
import { inputClass } from './TextInput.tsx'

interface TimeInputProps {
  /** The accessible name outside of a Field. */
  label?: string
  value: string
  onChange(time: string): void
  /** The id of the error message, if there is one. */
  errorId?: string | null
  /** Low enough to fit into a sentence. */
  small?: boolean
}

export function TimeInput({ label, value, onChange, errorId = null, small = false }: TimeInputProps) {
  return (
    <input
      type="time"
      required
      aria-label={label}
      aria-invalid={errorId !== null || undefined}
      aria-describedby={errorId ?? undefined}
      className={cx(inputClass, 'w-auto! justify-self-start', small && 'min-h-9! py-1')}
      {...useField()}
      value={value}
      onChange={event => event.target.value && onChange(event.target.value.slice(0, 5))}
    />
  )
}
