// A time-of-day input that keeps the last valid time while a new one is being typed.
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'
import { inputClass } from './TextInput.tsx'

interface TimeInputProps {
  /** Names it where no field does. */
  label?: string
  value: string
  onChange(time: string): void
  /** The id of the text that says what is wrong with it. */
  wrong?: string | null
  /** As low as the words of a sentence. */
  small?: boolean
}

export function TimeInput({ label, value, onChange, wrong = null, small = false }: TimeInputProps) {
  return (
    <input
      type="time"
      required
      aria-label={label}
      aria-invalid={wrong !== null || undefined}
      aria-describedby={wrong ?? undefined}
      className={cx(inputClass, 'w-auto! justify-self-start', small && 'min-h-9! py-1')}
      {...useField()}
      value={value}
      onChange={event => event.target.value && onChange(event.target.value.slice(0, 5))}
    />
  )
}
