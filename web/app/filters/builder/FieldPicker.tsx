// Chooses the field of a condition from a list that opens on the field's name.
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react'
import type { FieldName } from '../../../../core/filters/edit-test.ts'
import { onFirstInteraction } from '../../../ui/overlays/on-first-interaction.ts'
import { useWords } from '../../../words/words.tsx'
import { FieldLabel, type FieldPickerProps, pickerClass } from './FieldLabel.tsx'

const load = () => import('./FieldCombobox.tsx')
const FieldCombobox = lazy(async () => ({ default: (await load()).FieldCombobox }))

export function FieldPicker(props: FieldPickerProps) {
  const [isOpened, setOpened] = useState(false)
  useEffect(() => onFirstInteraction(load), [])
  const closedPicker = <ClosedPicker value={props.value} onOpen={() => setOpened(true)} />
  return isOpened ? (
    <Suspense fallback={closedPicker}>
      <FieldCombobox {...props} />
    </Suspense>
  ) : (
    closedPicker
  )
}

/** The same accessibility attributes as the list's own button while it is closed. */
const comboboxProps = { role: 'combobox', 'aria-haspopup': 'dialog', 'aria-expanded': false } as const

function ClosedPicker({ value, onOpen }: { value: FieldName; onOpen(): void }) {
  const t = useWords('builder')
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'ArrowDown' && onOpen()
  return (
    <button
      type="button"
      {...comboboxProps}
      data-first
      aria-label={t('field')}
      data-value={value}
      className={pickerClass}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <FieldLabel value={value} />
    </button>
  )
}
