// Keyboard shortcuts of the builder: Alt with an arrow key moves a condition, Ctrl or Command with Enter adds one.
import type { KeyboardEvent } from 'react'
import type { ConditionPath } from '../../../../core/filters/edit.ts'
import { addBehind, double, type Edit, move, remove, wrap } from './edit.ts'

const arrows: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 }

export function pressOnGrip(event: KeyboardEvent, moveBy: (by: 1 | -1) => void): void {
  const by = arrows[event.key]
  if (!by) return
  event.preventDefault()
  event.stopPropagation()
  moveBy(by)
}

export function pressOnRow(event: KeyboardEvent, edit: Edit, path: ConditionPath): void {
  const action = actionOf(event, edit, path)
  if (!action) return
  event.preventDefault()
  event.stopPropagation()
  action()
}

function actionOf(event: KeyboardEvent, edit: Edit, path: ConditionPath): (() => void) | null {
  const by = arrows[event.key]
  if (event.altKey && by) return () => move(edit, path, by)
  if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') return () => addBehind(edit, path)
  if (!event.altKey || !event.shiftKey) return null
  if (event.code === 'KeyD') return () => double(edit, path)
  if (event.code === 'KeyG') return () => wrap(edit, path)
  return event.code === 'Backspace' || event.code === 'Delete' ? () => remove(edit, path) : null
}
