// The page for one filter, new or saved, with values from a link filled in.
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonScreen } from '../../ui/feedback/Skeleton.tsx'
import { useWords } from '../../words/words.tsx'
import { useFilters } from '../queries/filters.ts'
import { Editor } from './Editor.tsx'
import { FiltersLoadError } from './FiltersLoadError.tsx'
import { Prefilled } from './filter-draft.ts'
import { useQueryTools } from './query/useQueryTools.ts'
import { useIsWide } from './useIsWide.ts'

export function FilterEditor() {
  const t = useWords('filterlist')
  const { id = null } = useParams()
  const { state, key } = useLocation()
  const prefilled = Prefilled.safeParse(state ?? {}).data ?? {}
  const filters = useFilters()
  // If the typed view is shown from the start, the query printer must be loaded before either view is rendered.
  const [hasTypedView] = useState(useIsWide(721))
  const isTypedFirst = hasTypedView && id !== null
  const { tools, hasFailed } = useQueryTools(isTypedFirst)
  if (!id) return <Editor key={`new ${key}`} saved={null} prefilled={prefilled} />
  const saved = filters.data?.items.find(filter => filter.id === id)
  if (saved && (!isTypedFirst || tools || hasFailed)) return <Editor key={`${id} ${key}`} saved={saved} prefilled={prefilled} />
  if (filters.isPending || saved) return <SkeletonScreen />
  if (filters.error) return <FiltersLoadError error={filters.error} onRetry={() => void filters.refetch()} />
  return <EmptyState title={t('gone')} action={<LinkButton to="/filters">{t('title')}</LinkButton>} />
}
