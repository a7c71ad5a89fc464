// What a condition looks at: a word in the row that opens the list of fields.
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react'
import type { FieldName } from '../../../../core/filters/edit-test.ts'
import { whenTouched } from '../../../ui/later.ts'
import { useWords } from '../../../words.tsx'

export interface PickerProps {
  value: FieldName
  onChange(field: FieldName): void
}

const load = () => import('./FieldBox.tsx')
const FieldBox = lazy(async () => ({ default: (await load()).FieldBox }))

export function FieldPicker(props: PickerProps) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenTouched(load), [])
  const closed = <Closed value={props.value} onOpen={() => setWanted(true)} />
  return isWanted ? (
    <Suspense fallback={closed}>
      <FieldBox {...props} />
    </Suspense>
  ) : (
    closed
  )
}

/** What the list's own button says of itself while it is closed. */
const role = { role: 'combobox', 'aria-haspopup': 'dialog', 'aria-expanded': false } as const

function Closed({ value, onOpen }: { value: FieldName; onOpen(): void }) {
  const t = useWords('builder')
  const press = ({ key }: KeyboardEvent) => key === 'ArrowDown' && onOpen()
  return (
    <button
      type="button"
      {...role}
      data-first
      aria-label={t('field')}
      data-value={value}
      className={pickerClass}
      onClick={onOpen}
      onKeyDown={press}
    >
      <FieldFace value={value} />
    </button>
  )
}

export const pickerClass =
  'inline-flex min-h-8 max-w-full items-center gap-1 rounded-hull-sm bg-accent-soft ps-2.5 pe-2 text-start text-[0.9375rem]/5 font-strong text-ink hover:bg-water'

export function FieldFace({ value }: { value: FieldName }) {
  const t = useWords('builder')
  return (
    <>
      {t(`field.${value}`)}
      <ChevronDown size={16} aria-hidden />
    </>
  )
}
