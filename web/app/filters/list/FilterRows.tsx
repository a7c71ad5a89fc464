// The filter list: searched, shortened, changed several at once, and reordered by drag, buttons or keys; each move is announced.

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { lintFiltersApi } from '../../../../core/api/filter-trials.ts'
import type { FilterLine } from '../../../../core/api/filters.ts'
import { useCall } from '../../../session/session.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useBulkFilters, useReorderFilters } from '../../queries/filters.ts'
import { useDrag } from '../useDrag.ts'
import { FilterBar } from './FilterBar.tsx'
import { FilterRow } from './FilterRow.tsx'
import { findFilters } from './find-filters.ts'

export function FilterRows({ filters }: { filters: FilterLine[] }) {
  const t = useWords('filterlist')
  const reorder = useReorderFilters()
  const destinations = useDestinations().data?.items ?? []
  const findings = useFindings().data?.items ?? []
  const [announcement, setAnnouncement] = useState('')
  const [searchText, setSearchText] = useState('')
  const [isCompact, setCompact] = useState(readCompact)
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const { pause, remove } = useBulkFilters()
  const visible = findFilters(filters, searchText)
  const chosen = visible.filter(filter => selected?.has(filter.id))
  // What is found is not in order next to each other, so it cannot be moved.
  const canMove = visible.length === filters.length && selected === null
  const moveTo = (id: string, position: number) => {
    const ids = filters.map(filter => filter.id)
    const from = ids.indexOf(id)
    const name = filters[from]?.name ?? ''
    const to = Math.max(0, Math.min(position, ids.length - 1))
    if (to === from) return setAnnouncement(t('moved.end', { name }))
    reorder.mutate(ids.toSpliced(from, 1).toSpliced(to, 0, id))
    setAnnouncement(t('moved', { name, n: to + 1, of: ids.length }))
  }
  const box = useRef<HTMLDivElement>(null)
  const drag = useDrag(box, (id, targetId, side) => {
    const others = filters.filter(filter => filter.id !== id)
    moveTo(id, others.findIndex(filter => filter.id === targetId) + (side === 'after' ? 1 : 0))
  })
  return (
    <Card flush>
      {filters.length >= fewFilters && (
        <FilterBar
          searchText={searchText}
          onSearch={setSearchText}
          isCompact={isCompact}
          onCompact={compact => {
            setCompact(compact)
            storeCompact(compact)
          }}
          selected={selected && chosen.length}
          visible={visible.length}
          onSelect={all => setSelected(all === null ? null : new Set(all ? visible.map(filter => filter.id) : []))}
          isBusy={pause.isPending || remove.isPending}
          onPause={paused => pause.mutate({ filters: chosen, paused })}
          onRemove={() => remove.mutate(chosen, { onSuccess: () => setSelected(null) })}
        />
      )}
      {visible.length === 0 && (
        <p className="px-(--pad) py-6 text-ink-2" role="status">
          {t('search.none', { words: searchText })}
        </p>
      )}
      <div ref={box}>
        <ol aria-label={t('list')}>
          {visible.map((filter, index) => (
            <FilterRow
              key={filter.id}
              filter={filter}
              destinations={destinations}
              findings={findings.filter(finding => finding.filterId === filter.id)}
              filters={filters}
              drag={drag}
              position={index}
              last={filters.length - 1}
              onMove={by => moveTo(filter.id, index + by)}
              isCompact={isCompact}
              canMove={canMove}
              isSelected={selected && selected.has(filter.id)}
              onSelect={on => setSelected(before => withId(before, filter.id, on))}
            />
          ))}
        </ol>
      </div>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </Card>
  )
}

/** Fewer are found at a glance. */
const fewFilters = 6

function withId(ids: ReadonlySet<string> | null, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (on) next.add(id)
  else next.delete(id)
  return next
}

const compactKey = 'filters-compact'
const readCompact = (): boolean => localStorage.getItem(compactKey) === 'yes'
const storeCompact = (compact: boolean): void => localStorage.setItem(compactKey, compact ? 'yes' : 'no')

/** Refetched whenever the filters have changed. */
function useFindings() {
  const call = useCall()
  return useQuery({
    queryKey: ['filters', 'findings'],
    queryFn: ({ signal }) => call(lintFiltersApi, 'GET', '/api/filters/lint', { signal }),
    retry: false,
  })
}
