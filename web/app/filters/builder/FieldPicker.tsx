// Chooses the field of a condition from a list that opens on the field's name.
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react'
import type { FieldName } from '../../../../core/filters/edit-test.ts'
import { onFirstInteraction } from '../../../ui/overlays/on-first-interaction.ts'
import { useWords } from '../../../words/words.tsx'
import { FieldFace, type PickerProps, pickerClass } from './FieldFace.tsx'

const load = () => import('./FieldBox.tsx')
const FieldBox = lazy(async () => ({ default: (await load()).FieldBox }))

export function FieldPicker(props: PickerProps) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => onFirstInteraction(load), [])
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
