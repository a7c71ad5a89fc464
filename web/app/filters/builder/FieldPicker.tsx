// What a condition looks at: a word in the row that opens the list of fields.
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react'
import type { FieldName } from '../../../../core/filters/edit-test.ts'
import { whenTouched } from '../../../ui/later.ts'
import { useWords } from '../../../words.tsx'
import { FieldFace, type PickerProps, pickerClass } from './FieldFace.tsx'

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
