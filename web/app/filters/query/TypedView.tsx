// The typed view of the editor.
import type { Group } from '../../../../core/filters/edit.ts'
import { QueryView } from './QueryView.tsx'
import { TypedWaiting } from './TypedWaiting.tsx'
import { type Typing, useTyped } from './useTyped.ts'

interface TypedProps {
  root: Group
  /** Stays while another view is looked at. */
  typing: Typing | null
  onTyping(typing: Typing): void
  onChange(root: Group, from: Group): void
}

export function TypedView({ root, typing, onTyping, onChange }: TypedProps) {
  const { isWaiting, ...typed } = useTyped(root, [typing, onTyping], onChange)
  return isWaiting ? <TypedWaiting isPart={typed.isPart} /> : <QueryView typed={typed} />
}
