// A number input inside a sentence that keeps what is typed even while it is not a valid number.
import { useState } from 'react'
import { cx } from '../cx.ts'
import { inputClass } from './TextInput.tsx'

interface NumberProps {
  label: string
  value: number
  min: number
  max?: number
  step?: 'any'
  /** The id of the error message; while set, the typed text is marked as invalid and kept. */
  errorId?: string | undefined
  onChange(value: number): void
  onInvalid?(): void
}

export function NumberInput({ label, value, min, max, step, errorId, onChange, onInvalid }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const onType = (text: string) => {
    setTyped(text)
    const number = Number(text)
    if (text.trim() && number >= min) onChange(number)
    else onInvalid?.()
  }
  return (
    <input
      type="number"
      inputMode={step === 'any' ? 'decimal' : 'numeric'}
      aria-label={label}
      aria-invalid={errorId !== undefined || undefined}
      aria-describedby={errorId}
      min={min}
      max={max}
      step={step}
      className={cx(inputClass, 'w-24! min-h-9! py-1')}
      value={typed ?? value}
      onChange={event => onType(event.target.value)}
      onBlur={() => errorId === undefined && setTyped(null)}
    />
  )
}
