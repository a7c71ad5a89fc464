// Keyboard shortcuts of the builder: Alt with an arrow key moves a condition, Ctrl or Command with Enter adds one.
import type { KeyboardEvent } from 'react'
import type { ConditionPath } from '../../../../core/filters/edit.ts'
import { type BuilderEdit, duplicateCondition, insertConditionAfter, moveCondition, removeCondition, wrapInGroup } from './edit.ts'

const arrows: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 }

export function handleDragKey(event: KeyboardEvent, onMove: (step: 1 | -1) => void): void {
  const step = arrows[event.key]
  if (!step) return
  event.preventDefault()
  event.stopPropagation()
  onMove(step)
}

export function handleRowKey(event: KeyboardEvent, edit: BuilderEdit, path: ConditionPath): void {
  const action = findShortcut(event, edit, path)
  if (!action) return
  event.preventDefault()
  event.stopPropagation()
  action()
}

function findShortcut(event: KeyboardEvent, edit: BuilderEdit, path: ConditionPath): (() => void) | null {
  const step = arrows[event.key]
  if (event.altKey && step) return () => moveCondition(edit, path, step)
  if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') return () => insertConditionAfter(edit, path)
  if (!event.altKey || !event.shiftKey) return null
  if (event.code === 'KeyD') return () => duplicateCondition(edit, path)
  if (event.code === 'KeyG') return () => wrapInGroup(edit, path)
  return event.code === 'Backspace' || event.code === 'Delete' ? () => removeCondition(edit, path) : null
}
