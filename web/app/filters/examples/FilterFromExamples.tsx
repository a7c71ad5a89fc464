// Derives a filter from one to five picked emails: the smallest one that matches them.
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { DerivedFilter } from './DerivedFilter.tsx'
import { maxExamples } from './examples.ts'
import { PickExamples } from './PickExamples.tsx'

const Ids = z.array(z.uuid()).check(z.maxLength(maxExamples))

export function FilterFromExamples() {
  const t = useWords('filterways')
  const [search] = useSearchParams()
  const [picked, setPicked] = useState<string[]>(() => Ids.safeParse(search.getAll('message')).data ?? [])
  const toggle = (id: string, isPicked: boolean) => setPicked(before => (isPicked ? [...before, id] : before.filter(other => other !== id)))
  return (
    <div>
      <PageHeader title={t('examples.title')} above={<Link to="/filters">{t('back')}</Link>}>
        {t('examples.lead')}
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-(--gap) lg:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
        <Card flush aria-label={t('examples.pick')}>
          <PickExamples picked={picked} onToggle={toggle} />
        </Card>
        <div className="max-lg:order-first lg:sticky lg:top-5">
          <DerivedFilter picked={picked} />
        </div>
      </div>
    </div>
  )
}
