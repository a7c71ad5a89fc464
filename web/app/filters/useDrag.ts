// Reorders rows by mouse or touch: a handle drags a row, Escape puts it back.
import { type PointerEvent as Press, type RefObject, useState } from 'react'

export type Side = 'before' | 'after'

export interface Drag {
  /** The row being dragged. */
  draggedId: string | null
  /** The row it would be dropped next to. */
  target: { id: string; side: Side } | null
  /** The props for a drag handle; its row needs `data-drop={id}`. */
  handleProps(id: string): { onPointerDown(event: Press): void }
}

const edgePx = 60
const scrollPx = 12

/** `box` contains all draggable rows. `onDrop(from, to, side)` is called once, at the end; a row cannot be dropped into itself. */
export function useDrag(box: RefObject<HTMLElement | null>, onDrop: (from: string, to: string, side: Side) => void): Drag {
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const [target, setTarget] = useState<Drag['target']>(null)
  const startDrag = (id: string, event: Press) => {
    if (event.button !== 0) return
    event.preventDefault()
    const listeners = new AbortController()
    const options = { signal: listeners.signal }
    let latest: Drag['target'] = null
    const end = () => {
      listeners.abort()
      setDraggedId(null)
      setTarget(null)
    }
    const onMove = (move: PointerEvent) => {
      scrollNearEdge(move.clientY)
      latest = findDropTarget(box.current, id, move)
      setTarget(latest)
    }
    const drop = () => {
      end()
      if (latest) onDrop(id, latest.id, latest.side)
    }
    setDraggedId(id)
    addEventListener('pointermove', onMove, options)
    addEventListener('pointerup', drop, options)
    addEventListener('pointercancel', end, options)
    addEventListener('keydown', pressed => pressed.key === 'Escape' && end(), options)
  }
  return { draggedId, target, handleProps: id => ({ onPointerDown: event => startDrag(id, event) }) }
}

function findDropTarget(box: HTMLElement | null, draggedId: string, { clientX, clientY }: PointerEvent): Drag['target'] {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-drop]')
  const id = row?.dataset['drop']
  if (!row || id === undefined || !box?.contains(row) || row.closest(`[data-drop="${CSS.escape(draggedId)}"]`)) return null
  const { top, height } = row.getBoundingClientRect()
  return { id, side: clientY < top + height / 2 ? 'before' : 'after' }
}

/** Scrolls the page while dragging near the edges of the window. */
function scrollNearEdge(y: number): void {
  if (y < edgePx) scrollBy(0, -scrollPx)
  else if (y > innerHeight - edgePx) scrollBy(0, scrollPx)
}

/** The line that shows where a row would go. */
export const dropLine = (target: Drag['target'], id: string): string | false =>
  target?.id === id && (target.side === 'before' ? 'shadow-[0_-4px_0_-1px_var(--accent)]' : 'shadow-[0_4px_0_-1px_var(--accent)]')
