// The filters of a person in the order in which a mail meets them.
import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Destination } from '../../../core/api/delivery.ts'
import type { SavedFilter } from '../../../core/api/filters.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FilterSentence } from '../../ui/FilterSentence.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Rich } from '../../ui/Rich.tsx'
import { SkeletonCard } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useLanguage, useWords } from '../../words.tsx'
import { useDestinations } from '../destinations.ts'
import { FiltersRefused } from './FiltersRefused.tsx'
import { useChangeFilter, useFilters, useOrderFilters } from './filters.ts'

export function Filters() {
  const t = useWords('filters')
  const filters = useFilters()
  const list = filters.data?.items
  const lead = list?.length ? t('lead.some', { on: list.filter(f => !f.paused).length }) : t('lead.none')
  const add = (
    <LinkButton to="/filters/new">
      <Plus size={18} aria-hidden /> {t('new')}
    </LinkButton>
  )
  return (
    <div>
      <PageHeader title={t('title')} action={list?.length ? add : undefined}>
        {lead}
      </PageHeader>
      {filters.error && !list && <FiltersRefused error={filters.error} onRetry={() => void filters.refetch()} />}
      {filters.isPending && <SkeletonCard />}
      {list?.length === 0 && (
        <Empty title={t('empty.title')} action={add} motif>
          {t('empty.text')}
        </Empty>
      )}
      {list && list.length > 0 && <FilterList filters={list} />}
    </div>
  )
}

function FilterList({ filters }: { filters: SavedFilter[] }) {
  const order = useOrderFilters()
  const destinations = useDestinations().data?.items ?? []
  const move = (at: number, by: 1 | -1) => {
    const ids = filters.map(f => f.id)
    const [moved] = ids.splice(at, 1)
    if (moved) order.mutate(ids.toSpliced(at + by, 0, moved))
  }
  return (
    <ol className="grid gap-5">
      {filters.map((filter, at) => (
        <li key={filter.id}>
          <FilterCard
            filter={filter}
            destinations={destinations}
            {...(at > 0 && { onUp: () => move(at, -1) })}
            {...(at < filters.length - 1 && { onDown: () => move(at, 1) })}
          />
        </li>
      ))}
    </ol>
  )
}

interface FilterCardProps {
  filter: SavedFilter
  destinations: Destination[]
  onUp?: () => void
  onDown?: () => void
}

function FilterCard({ filter, destinations, onUp, onDown }: FilterCardProps) {
  const t = useWords('filters')
  const change = useChangeFilter()
  const { name } = filter
  return (
    <Card aria-label={name}>
      <header className="flex items-start justify-between gap-4">
        <h2 className="min-w-0 wrap-anywhere">
          <Link to={`/filters/${filter.id}`} className="text-ink">
            {name}
          </Link>
        </h2>
        <span className="flex min-h-7 flex-none items-center gap-2">
          <span className="text-sm text-ink-2">{t(filter.paused ? 'paused' : 'on')}</span>
          <Switch
            hideLabel
            label={t('turnOn', { name })}
            checked={!filter.paused}
            busy={change.isPending}
            onChange={on => change.mutate({ ...filter, paused: !on })}
          />
        </span>
      </header>
      <div className={filter.paused ? 'text-ink-2' : undefined}>
        <FilterSentence condition={filter.condition} />
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-ink-2 max-sm:w-full">
          <GoesTo filter={filter} destinations={destinations} />
        </p>
        <span className="flex items-center gap-1 max-sm:-ms-2.5 max-sm:flex-1">
          {onUp && <IconButton icon={ArrowUp} label={t('moveUp', { name })} onClick={onUp} />}
          {onDown ? (
            <IconButton icon={ArrowDown} label={t('moveDown', { name })} onClick={onDown} />
          ) : (
            <span className="size-10 max-sm:hidden" />
          )}
          <LinkButton to={`/filters/${filter.id}`} look="quiet" small className="ms-auto sm:ms-2">
            {t('edit')}
          </LinkButton>
        </span>
      </footer>
    </Card>
  )
}

function GoesTo({ filter, destinations }: { filter: SavedFilter; destinations: Destination[] }) {
  const t = useWords('filters')
  const language = useLanguage()
  const forward = filter.actions.find(action => action.kind === 'forward')
  const names = destinations.filter(d => forward?.destinationIds.includes(d.id)).map(d => d.name)
  const every = forward && forward.destinationIds.length === 0
  const where = every
    ? t('goesTo.every')
    : names.length
      ? t('goesTo.some', { names: new Intl.ListFormat(language).format(names) })
      : t('goesTo.none')
  return (
    <>
      <Rich text={where} /> {filter.actions.some(action => action.kind === 'stop') && t('stops')}
    </>
  )
}
