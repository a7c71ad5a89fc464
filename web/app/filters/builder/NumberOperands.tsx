// Inputs for sizes and counts that keep what is typed and use the last valid number.
import { useState } from 'react'
import type { CountTest, SizeTest } from '../../../../core/filters/tree.ts'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { NumberInput } from '../../../ui/forms/NumberInput.tsx'
import { useWords } from '../../../words/words.tsx'

const units = { kB: 1000, MB: 1_000_000 } as const
type Unit = keyof typeof units

const chooseUnit = (bytes: number): Unit => (bytes >= units.MB && bytes % 100_000 === 0 ? 'MB' : 'kB')

export function SizeOperand({ test, onChange }: { test: SizeTest; onChange(test: SizeTest): void }) {
  const t = useWords('builder')
  const [unit, setUnit] = useState<Unit>(() => chooseUnit(test.bytes))
  const amount = test.bytes / units[unit]
  const update = (count: number, inUnit: Unit) => onChange({ ...test, bytes: Math.max(1, Math.round(count * units[inUnit])) })
  const choose = (next: Unit) => {
    setUnit(next)
    update(amount, next)
  }
  return (
    <>
      <NumberInput label={t('size.value')} value={amount} min={0.001} step="any" onChange={count => update(count, unit)} />
      <InlineSelect
        label={t('size.unit')}
        value={unit}
        options={(['kB', 'MB'] as const).map(value => ({ value, label: t(`size.${value}`) }))}
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
