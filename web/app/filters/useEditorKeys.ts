// The keys of the whole editor: Ctrl or Command with S saves, with Z undoes, with Shift and Z or with Y does again.
import { useEffect } from 'react'
import type { useEditor } from './useEditor.ts'

type Editor = Pick<ReturnType<typeof useEditor>, 'undo' | 'redo' | 'trySave'>

/** While one types, undoing is that of the field. */
export function useEditorKeys({ undo, redo, trySave }: Editor): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      const deed = event.code === 'KeyS' ? trySave : isTyping(event.target) ? null : stepOf(event, undo, redo)
      if (!deed) return
      event.preventDefault()
      deed()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo, redo, trySave])
}

function stepOf(event: KeyboardEvent, undo: Editor['undo'], redo: Editor['redo']): (() => void) | null {
  if (event.code === 'KeyY') return redo
  if (event.code !== 'KeyZ') return null
  return event.shiftKey ? redo : undo
}

/** An empty field has nothing of its own to undo. */
const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')) && target.value !== ''
