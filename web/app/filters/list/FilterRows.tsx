// The filter list, reordered by drag, buttons or keys; each move is announced.

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { lintFiltersApi } from '../../../../core/api/filter-trials.ts'
import type { FilterLine } from '../../../../core/api/filters.ts'
import { useCall } from '../../../session/session.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useReorderFilters } from '../../queries/filters.ts'
import { useDrag } from '../useDrag.ts'
import { FilterRow } from './FilterRow.tsx'

export function FilterRows({ filters }: { filters: FilterLine[] }) {
  const t = useWords('filterlist')
  const reorder = useReorderFilters()
  const destinations = useDestinations().data?.items ?? []
  const findings = useFindings().data?.items ?? []
  const [announcement, setAnnouncement] = useState('')
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
      <div ref={box}>
        <ol aria-label={t('list')}>
          {filters.map((filter, index) => (
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

/** Refetched whenever the filters have changed. */
function useFindings() {
  const call = useCall()
  return useQuery({
    queryKey: ['filters', 'findings'],
    queryFn: ({ signal }) => call(lintFiltersApi, 'GET', '/api/filters/lint', { signal }),
    retry: false,
  })
}
