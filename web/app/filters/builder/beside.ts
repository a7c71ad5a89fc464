// Where a dragged condition goes: before or behind the one it was dropped on.
import type { Group, Path } from '../../../../core/filters/edit.ts'
import { type Moved, moveTo } from '../../../../core/filters/edit-move.ts'
import type { Side } from '../useDrag.ts'
import { kept } from './edit.ts'

export function moveBeside(root: Group, from: Path, to: Path, side: Side): Moved {
  const target = side === 'before' ? to : [...to.slice(0, -1), (to.at(-1) ?? 0) + 1]
  return moveTo(root, from, target, kept)
}
