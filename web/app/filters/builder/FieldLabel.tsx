// The label and style of the button that chooses a condition's field.
import { ChevronDown } from 'lucide-react'
import type { FieldName } from '../../../../core/filters/edit-test.ts'
import { useWords } from '../../../words/words.tsx'

export interface FieldPickerProps {
  value: FieldName
  onChange(field: FieldName): void
}

export const pickerClass =
  'inline-flex min-h-8 max-w-full items-center gap-1 rounded-hull-sm bg-accent-soft ps-2.5 pe-2 text-start text-[0.9375rem]/5 font-strong text-ink hover:bg-water'

export function FieldLabel({ value }: { value: FieldName }) {
  const t = useWords('builder')
  return (
    <>
      {t(`field.${value}`)}
      <ChevronDown size={16} aria-hidden />
    </>
  )
}
