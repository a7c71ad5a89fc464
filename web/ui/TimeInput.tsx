// An hour of the day. While one is half typed, the one before holds.
import { cx } from './cx.ts'
import { useField } from './Field.tsx'
import { inputClass } from './TextInput.tsx'

interface TimeInputProps {
  /** Names it where no field does. */
  label?: string
  value: string
  onChange(time: string): void
  wrong?: boolean
  /** As low as the words of a sentence. */
  small?: boolean
}

export function TimeInput({ label, value, onChange, wrong = false, small = false }: TimeInputProps) {
  return (
    <input
      type="time"
      required
      aria-label={label}
      aria-invalid={wrong || undefined}
      className={cx(inputClass, 'w-auto!', small && 'min-h-9! py-1')}
      {...useField()}
      value={value}
      onChange={event => event.target.value && onChange(event.target.value.slice(0, 5))}
    />
  )
}
