// The drag handle of a condition, which also works with the arrow keys.
import { GripVertical } from 'lucide-react'
import type { ConditionPath } from '../../../../core/filters/edit.ts'
import type { Drag } from '../useDrag.ts'
import { handleDragKey } from './builder-keys.ts'
import { type BuilderEdit, moveCondition, pathKey } from './edit.ts'

export function DragHandle({ drag, edit, path, label }: { drag: Drag; edit: BuilderEdit; path: ConditionPath; label: string }) {
  return (
    <button
      type="button"
      data-grip
      aria-label={label}
      title={label}
      className="grid h-9 w-6 flex-none cursor-grab! touch-none place-items-center rounded-hull-sm text-ink-3 hover:bg-water hover:text-ink max-md:hidden"
      onKeyDown={event => handleDragKey(event, by => moveCondition(edit, path, by, true))}
      {...drag.handleProps(pathKey(path))}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  )
}
