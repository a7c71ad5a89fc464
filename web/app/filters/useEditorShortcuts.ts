// Keyboard shortcuts of the editor: save, undo, redo.
import { useEffect } from 'react'
import type { useEditor } from './useEditor.ts'

type Editor = Pick<ReturnType<typeof useEditor>, 'undo' | 'redo' | 'trySave'>

/** While typing, undo belongs to the field. */
export function useEditorShortcuts({ undo, redo, trySave }: Editor): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      const action = event.code === 'KeyS' ? trySave : isTyping(event.target) ? null : findHistoryAction(event, undo, redo)
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [undo, redo, trySave])
}

function findHistoryAction(event: KeyboardEvent, undo: Editor['undo'], redo: Editor['redo']): (() => void) | null {
  if (event.code === 'KeyY') return redo
  if (event.code !== 'KeyZ') return null
  return event.shiftKey ? redo : undo
}

/** An empty field has no typing to undo. */
const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')) && target.value !== ''
