// The menu of a condition or group, for people who do not drag.
import { ArrowDown, ArrowUp, CopyPlus, Ellipsis, Group } from 'lucide-react'
import type { ConditionPath } from '../../../../core/filters/edit.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useWords } from '../../../words/words.tsx'
import { deepest, double, type Edit, move, wrap } from './edit.ts'

export function MoreMenu({ edit, path, label, isGroup = false }: { edit: Edit; path: ConditionPath; label: string; isGroup?: boolean }) {
  const t = useWords('builder')
  const items = [
    { word: t('more.up'), icon: ArrowUp, onPick: () => move(edit, path, -1) },
    { word: t('more.down'), icon: ArrowDown, onPick: () => move(edit, path, 1) },
    { word: t('more.double'), icon: CopyPlus, onPick: () => double(edit, path) },
    ...(!isGroup && path.length < deepest ? [{ word: t('more.wrap'), icon: Group, onPick: () => wrap(edit, path) }] : []),
  ]
  return <Menu label={label} trigger={<IconButton icon={Ellipsis} label={label} className="size-9!" />} items={items} />
}
