// The menu of one filter in the list: duplicate or delete it.
import { Copy, MoreHorizontal, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { FilterLine } from '../../../../core/api/filters.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useWords } from '../../../words/words.tsx'
import { useRemoveFilter } from '../../queries/filters.ts'
import type { Prefilled } from '../filter-draft.ts'

const longestName = 80

export function FilterRowMenu({ filter }: { filter: FilterLine }) {
  const t = useWords('filterlist')
  const navigate = useNavigate()
  const remove = useRemoveFilter()
  const { name, condition, actions } = filter
  const duplicate = () => {
    const copy: Prefilled = { name: t('duplicate.name', { name }).slice(0, longestName), condition, actions }
    void navigate('/filters/new', { state: copy })
  }
  return (
    <Menu
      label={t('rowMore', { name })}
      trigger={<IconButton icon={MoreHorizontal} label={t('rowMore', { name })} />}
      items={[
        { label: t('duplicate'), icon: Copy, onSelect: duplicate },
        { label: t('delete'), icon: Trash2, danger: true, onSelect: () => remove.mutate(filter) },
      ]}
    />
  )
}
