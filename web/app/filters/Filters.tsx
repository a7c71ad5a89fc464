// The filters of a person in the order in which a mail meets them.
import { Plus } from 'lucide-react'
import { useLocation } from 'react-router'
import { z } from 'zod/mini'
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useWords } from '../../words.tsx'
import { FiltersRefused } from './FiltersRefused.tsx'
import { useFilters } from './filters.ts'
import { FilterRows } from './list/FilterRows.tsx'
import { ListMenu } from './list/ListMenu.tsx'
import { NoFilters } from './list/NoFilters.tsx'
import { PastMailOffer } from './past-mail/PastMailOffer.tsx'

/** What the editor says when it has saved: which filter, and how many kept mails it matched in the trial. */
const Saved = z.object({ saved: z.uuid(), matched: z.nullable(z.number()) })

export function Filters() {
  const t = useWords('filterlist')
  const filters = useFilters()
  const list = filters.data?.items
  const { state } = useLocation()
  const just = Saved.safeParse(state).data
  const saved = just && list?.find(filter => filter.id === just.saved)
  return (
    <div>
      <PageHeader title={t('title')} action={list && <Deeds isEmpty={list.length === 0} />}>
        {list?.length ? t('lead.some', { on: list.filter(filter => !filter.paused).length }) : t('lead.none')}
      </PageHeader>
      <div className="grid grid-cols-1 gap-(--gap)">
        {filters.error && !list && <FiltersRefused error={filters.error} onRetry={() => void filters.refetch()} />}
        {filters.isPending && (
          <Card flush>
            <SkeletonRows rows={3} tall="min-h-56 md:min-h-35" />
          </Card>
        )}
        {saved && <PastMailOffer key={saved.id} filter={saved} matched={just.matched} />}
        {list && (list.length === 0 ? <NoFilters /> : <FilterRows filters={list} />)}
      </div>
    </div>
  )
}

function Deeds({ isEmpty }: { isEmpty: boolean }) {
  const t = useWords('filterlist')
  return (
    // Alone on a phone the menu stands beside the title.
    <span className={cx('flex flex-wrap items-center gap-2', isEmpty && 'max-md:absolute max-md:end-0 max-md:top-0')}>
      {!isEmpty && (
        <LinkButton to="/filters/new">
          <Plus size={18} aria-hidden /> {t('new')}
        </LinkButton>
      )}
      <ListMenu mayExport={!isEmpty} />
    </span>
  )
}
