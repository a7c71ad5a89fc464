// Sizes with their unit, and counts: what is typed stays as it is typed, and the last number counts.
import { useState } from 'react'
import type { CountTest, SizeTest } from '../../../../core/filters/tree.ts'
import { cx } from '../../../ui/cx.ts'
import { Pick } from '../../../ui/Pick.tsx'
import { inputClass } from '../../../ui/TextInput.tsx'
import { useWords } from '../../../words.tsx'

const units = { kB: 1000, MB: 1_000_000 } as const
type Unit = keyof typeof units

const unitOf = (bytes: number): Unit => (bytes >= units.MB && bytes % 100_000 === 0 ? 'MB' : 'kB')

export function SizeOperand({ test, onChange }: { test: SizeTest; onChange(test: SizeTest): void }) {
  const t = useWords('builder')
  const [unit, setUnit] = useState<Unit>(() => unitOf(test.bytes))
  const amount = test.bytes / units[unit]
  const take = (count: number, by: Unit) => onChange({ ...test, bytes: Math.max(1, Math.round(count * units[by])) })
  const choose = (next: Unit) => {
    setUnit(next)
    take(amount, next)
  }
  return (
    <>
      <NumberInput label={t('size.value')} value={amount} min={0.001} step="any" onChange={count => take(count, unit)} />
      <Pick
        label={t('size.unit')}
        value={unit}
        options={(['kB', 'MB'] as const).map(value => ({ value, word: t(`size.${value}`) }))}
        onChange={choose}
      />
    </>
  )
}

export function CountOperand({ test, onChange }: { test: CountTest; onChange(test: CountTest): void }) {
  const t = useWords('builder')
  return (
    <NumberInput
      label={t('count.value')}
      value={test.count}
      min={0}
      max={1000}
      onChange={count => onChange({ ...test, count: Math.min(1000, Math.round(count)) })}
    />
  )
}

interface NumberProps {
  label: string
  value: number
  min: number
  max?: number
  step?: 'any'
  onChange(value: number): void
}

function NumberInput({ label, value, min, max, step, onChange }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string) => {
    setTyped(text)
    const number = Number(text)
    if (text.trim() && number >= min) onChange(number)
  }
  return (
    <input
      type="number"
      inputMode="decimal"
      aria-label={label}
      min={min}
      max={max}
      step={step}
      className={cx(inputClass, 'w-24! min-h-9! py-1')}
      value={typed ?? value}
      onChange={event => take(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}
