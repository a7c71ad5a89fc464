// The keys of the builder: Alt with an arrow moves what has the focus, Ctrl or Command with Enter adds one behind it.
import type { KeyboardEvent } from 'react'
import type { Path } from '../../../../core/filters/edit.ts'
import { addBehind, double, type Edit, move, remove, wrap } from './edit.ts'

const arrows: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 }

export function pressOnGrip(event: KeyboardEvent, moveBy: (by: 1 | -1) => void): void {
  const by = arrows[event.key]
  if (!by) return
  event.preventDefault()
  event.stopPropagation()
  moveBy(by)
}

export function pressOnRow(event: KeyboardEvent, edit: Edit, path: Path): void {
  const deed = deedOf(event, edit, path)
  if (!deed) return
  event.preventDefault()
  event.stopPropagation()
  deed()
}

function deedOf(event: KeyboardEvent, edit: Edit, path: Path): (() => void) | null {
  const by = arrows[event.key]
  if (event.altKey && by) return () => move(edit, path, by)
  if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') return () => addBehind(edit, path)
  if (!event.altKey || !event.shiftKey) return null
  if (event.code === 'KeyD') return () => double(edit, path)
  if (event.code === 'KeyG') return () => wrap(edit, path)
  return event.code === 'Backspace' || event.code === 'Delete' ? () => remove(edit, path) : null
}
