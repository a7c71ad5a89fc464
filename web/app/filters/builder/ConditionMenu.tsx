// The menu of a condition or group: moves, duplicates and wraps it without dragging.
import { ArrowDown, ArrowUp, CopyPlus, Ellipsis, Group } from 'lucide-react'
import type { ConditionPath } from '../../../../core/filters/edit.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useWords } from '../../../words/words.tsx'
import { type BuilderEdit, duplicateCondition, maxNesting, moveCondition, wrapInGroup } from './edit.ts'

export function ConditionMenu({
  edit,
  path,
  label,
  isGroup = false,
}: {
  edit: BuilderEdit
  path: ConditionPath
  label: string
  isGroup?: boolean
}) {
  const t = useWords('builder')
  const items = [
    { label: t('more.up'), icon: ArrowUp, onSelect: () => moveCondition(edit, path, -1) },
    { label: t('more.down'), icon: ArrowDown, onSelect: () => moveCondition(edit, path, 1) },
    { label: t('more.double'), icon: CopyPlus, onSelect: () => duplicateCondition(edit, path) },
    ...(!isGroup && path.length < maxNesting ? [{ label: t('more.wrap'), icon: Group, onSelect: () => wrapInGroup(edit, path) }] : []),
  ]
  return <Menu label={label} trigger={<IconButton icon={Ellipsis} label={label} className="size-9!" />} items={items} />
}
