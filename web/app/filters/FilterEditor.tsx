// One filter, new or saved: which one it is, and what a link brought along for it.
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { LinkButton } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SkeletonScreen } from '../../ui/Skeleton.tsx'
import { useWords } from '../../words.tsx'
import { Editor } from './Editor.tsx'
import { FiltersRefused } from './FiltersRefused.tsx'
import { Brought } from './filter-draft.ts'
import { useFilters } from './filters.ts'
import { useReading } from './query/useReading.ts'
import { useWide } from './useWide.ts'

export function FilterEditor() {
  const t = useWords('filterlist')
  const { id = null } = useParams()
  const { state, key } = useLocation()
  const brought = Brought.safeParse(state ?? {}).data ?? {}
  const filters = useFilters()
  // Where the typed view stands beside the builder at first, what writes a saved filter comes before both are drawn.
  const [isBeside] = useState(useWide(721))
  const isTyped = isBeside && id !== null
  const { reading, hasFailed } = useReading(isTyped)
  if (!id) return <Editor key={`new ${key}`} saved={null} brought={brought} />
  const saved = filters.data?.items.find(filter => filter.id === id)
  if (saved && (!isTyped || reading || hasFailed)) return <Editor key={`${id} ${key}`} saved={saved} brought={brought} />
  if (filters.isPending || saved) return <SkeletonScreen />
  if (filters.error) return <FiltersRefused error={filters.error} onRetry={() => void filters.refetch()} />
  return <Empty title={t('gone')} action={<LinkButton to="/filters">{t('title')}</LinkButton>} />
}
