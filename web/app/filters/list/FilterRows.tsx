// The list of filters: moved by drag, by buttons or by keys, each move told.
import { useRef, useState } from 'react'
import type { FilterLine } from '../../../../core/api/filters.ts'
import { Card } from '../../../ui/Card.tsx'
import { useWords } from '../../../words.tsx'
import { useDestinations } from '../../destinations.ts'
import { useOrderFilters } from '../filters.ts'
import { useDrag } from '../useDrag.ts'
import { FilterRow } from './FilterRow.tsx'
import { useFindings } from './findings.ts'

export function FilterRows({ filters }: { filters: FilterLine[] }) {
  const t = useWords('filterlist')
  const order = useOrderFilters()
  const destinations = useDestinations().data?.items ?? []
  const findings = useFindings().data?.items ?? []
  const [said, setSaid] = useState('')
  const moveTo = (id: string, place: number) => {
    const ids = filters.map(filter => filter.id)
    const from = ids.indexOf(id)
    const name = filters[from]?.name ?? ''
    const to = Math.max(0, Math.min(place, ids.length - 1))
    if (to === from) return setSaid(t('moved.end', { name }))
    order.mutate(ids.toSpliced(from, 1).toSpliced(to, 0, id))
    setSaid(t('moved', { name, n: to + 1, of: ids.length }))
  }
  const box = useRef<HTMLDivElement>(null)
  const drag = useDrag(box, (id, beside, side) => {
    const rest = filters.filter(filter => filter.id !== id)
    moveTo(id, rest.findIndex(filter => filter.id === beside) + (side === 'behind' ? 1 : 0))
  })
  return (
    <Card flush>
      <div ref={box}>
        <ol aria-label={t('list')}>
          {filters.map((filter, at) => (
            <FilterRow
              key={filter.id}
              filter={filter}
              destinations={destinations}
              findings={findings.filter(finding => finding.filterId === filter.id)}
              filters={filters}
              drag={drag}
              place={at}
              last={filters.length - 1}
              onMove={by => moveTo(filter.id, at + by)}
            />
          ))}
        </ol>
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </Card>
  )
}
