// Reorders rows by mouse or touch: a grip lifts a row, Escape puts it back.
import { type PointerEvent as Press, type RefObject, useState } from 'react'

export type Side = 'before' | 'behind'

export interface Drag {
  /** The row that is lifted. */
  lifted: string | null
  /** The row that it would go beside. */
  over: { id: string; side: Side } | null
  /** What a grip must carry; its row is marked `data-drop={id}`. */
  grip(id: string): { onPointerDown(event: Press): void }
}

const edgePx = 60
const scrollPx = 12

/** `box` contains all draggable rows. `onDrop(from, to, side)` is called once, at the end; a row cannot be dropped into itself. */
export function useDrag(box: RefObject<HTMLElement | null>, onDrop: (from: string, to: string, side: Side) => void): Drag {
  const [lifted, setLifted] = useState<string | null>(null)
  const [over, setOver] = useState<Drag['over']>(null)
  const lift = (id: string, event: Press) => {
    if (event.button !== 0) return
    event.preventDefault()
    const listening = new AbortController()
    const options = { signal: listening.signal }
    let target: Drag['over'] = null
    const end = () => {
      listening.abort()
      setLifted(null)
      setOver(null)
    }
    const goOn = (move: PointerEvent) => {
      nudge(move.clientY)
      target = placeBelow(box.current, id, move)
      setOver(target)
    }
    const drop = () => {
      end()
      if (target) onDrop(id, target.id, target.side)
    }
    setLifted(id)
    addEventListener('pointermove', goOn, options)
    addEventListener('pointerup', drop, options)
    addEventListener('pointercancel', end, options)
    addEventListener('keydown', pressed => pressed.key === 'Escape' && end(), options)
  }
  return { lifted, over, grip: id => ({ onPointerDown: event => lift(id, event) }) }
}

function placeBelow(box: HTMLElement | null, lifted: string, { clientX, clientY }: PointerEvent): Drag['over'] {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-drop]')
  const id = row?.dataset['drop']
  if (!row || id === undefined || !box?.contains(row) || row.closest(`[data-drop="${CSS.escape(lifted)}"]`)) return null
  const { top, height } = row.getBoundingClientRect()
  return { id, side: clientY < top + height / 2 ? 'before' : 'behind' }
}

/** Near the edges of the window the page goes along. */
function nudge(y: number): void {
  if (y < edgePx) scrollBy(0, -scrollPx)
  else if (y > innerHeight - edgePx) scrollBy(0, scrollPx)
}

/** The line that shows where a row would go. */
export const dropLine = (over: Drag['over'], id: string): string | false =>
  over?.id === id && (over.side === 'before' ? 'shadow-[0_-4px_0_-1px_var(--accent)]' : 'shadow-[0_4px_0_-1px_var(--accent)]')
