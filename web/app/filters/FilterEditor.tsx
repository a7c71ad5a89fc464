// One filter, new or saved: which one it is, and what a link brought along for it.
import { useLocation, useParams } from 'react-router'
import { LinkButton } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SkeletonCard } from '../../ui/Skeleton.tsx'
import { useWords } from '../../words.tsx'
import { Editor } from './Editor.tsx'
import { FiltersRefused } from './FiltersRefused.tsx'
import { Brought } from './filter-draft.ts'
import { useFilters } from './filters.ts'

export function FilterEditor() {
  const t = useWords('filterlist')
  const { id = null } = useParams()
  const { state, key } = useLocation()
  const brought = Brought.safeParse(state ?? {}).data ?? {}
  const filters = useFilters()
  if (!id) return <Editor key={`new ${key}`} saved={null} brought={brought} />
  const saved = filters.data?.items.find(filter => filter.id === id)
  if (saved) return <Editor key={`${id} ${key}`} saved={saved} brought={brought} />
  if (filters.isPending) return <SkeletonCard />
  if (filters.error) return <FiltersRefused error={filters.error} onRetry={() => void filters.refetch()} />
  return <Empty title={t('gone')} action={<LinkButton to="/filters">{t('title')}</LinkButton>} />
}
