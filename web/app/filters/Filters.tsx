// The page with a person's filters, in the order in which they are applied.
import { Plus } from 'lucide-react'
import { useLocation } from 'react-router'
import { z } from 'zod/mini'
import { LinkButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { useFilters } from '../queries/filters.ts'
import { FiltersLoadError } from './FiltersLoadError.tsx'
import { FilterRows } from './list/FilterRows.tsx'
import { ListMenu } from './list/ListMenu.tsx'
import { NoFilters } from './list/NoFilters.tsx'
import { PastMailOffer } from './past-mail/PastMailOffer.tsx'

/** What the editor reports after saving: the filter, and how many stored emails it matched in the trial. */
const Saved = z.object({ saved: z.uuid(), matched: z.nullable(z.number()) })

export function Filters() {
  const t = useWords('filterlist')
  const filters = useFilters()
  const items = filters.data?.items
  const { state } = useLocation()
  const savedState = Saved.safeParse(state).data
  const saved = savedState && items?.find(filter => filter.id === savedState.saved)
  return (
    <div>
      <PageHeader title={t('title')} action={items && <ListToolbar isEmpty={items.length === 0} />}>
        {items?.length ? t('lead.some', { on: items.filter(filter => !filter.paused).length }) : t('lead.none')}
      </PageHeader>
      <div className="grid grid-cols-1 gap-(--gap)">
        {filters.error && !items && <FiltersLoadError error={filters.error} onRetry={() => void filters.refetch()} />}
        {filters.isPending && (
          <Card flush>
            <SkeletonRows rows={3} tall="min-h-56 md:min-h-35" />
          </Card>
        )}
        {saved && <PastMailOffer key={saved.id} filter={saved} matched={savedState.matched} />}
        {items && (items.length === 0 ? <NoFilters /> : <FilterRows filters={items} />)}
      </div>
    </div>
  )
}

function ListToolbar({ isEmpty }: { isEmpty: boolean }) {
  const t = useWords('filterlist')
  return (
    // On a phone, a single menu sits beside the title.
    <span className={cx('flex flex-wrap items-center gap-2', isEmpty && 'max-md:absolute max-md:end-0 max-md:top-0')}>
      {!isEmpty && (
        <LinkButton to="/filters/new">
          <Plus size={18} aria-hidden /> {t('new')}
        </LinkButton>
      )}
      <ListMenu canExport={!isEmpty} />
    </span>
  )
}
