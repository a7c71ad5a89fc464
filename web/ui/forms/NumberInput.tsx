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
  /** Where `onWrong` says that something is missing: what is typed is marked and stays, by the id of the sentence that says so. */
  wrongId?: string | undefined
  onChange(value: number): void
  onWrong?(): void
}

export function NumberInput({ label, value, min, max, step, wrongId, onChange, onWrong }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string) => {
    setTyped(text)
    const number = Number(text)
    if (text.trim() && number >= min) onChange(number)
    else onWrong?.()
  }
  return (
    <input
      type="number"
      inputMode={step === 'any' ? 'decimal' : 'numeric'}
      aria-label={label}
      aria-invalid={wrongId !== undefined || undefined}
      aria-describedby={wrongId}
      min={min}
      max={max}
      step={step}
      className={cx(inputClass, 'w-24! min-h-9! py-1')}
      value={typed ?? value}
      onChange={event => take(event.target.value)}
      onBlur={() => wrongId === undefined && setTyped(null)}
    />
  )
}
