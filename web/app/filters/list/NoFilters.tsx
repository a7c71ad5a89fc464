// Shown before the first filter exists: where to start.
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { HelpLink } from '../../../ui/text/HelpLink.tsx'
import { useWords } from '../../../words/words.tsx'

const TemplateCards = lazy(async () => ({ default: (await import('../templates/TemplateCards.tsx')).TemplateCards }))

export function NoFilters() {
  const t = useWords('filterlist')
  return (
    <>
      <EmptyState
        title={t('empty.title')}
        motif
        action={
          <span className="grid justify-items-center gap-4">
            <LinkButton to="/filters/new">
              <Plus size={18} aria-hidden /> {t('new')}
            </LinkButton>
            <Link to="/filters/import">{t('empty.import')}</Link>
            <HelpLink to="/help/creating-filters">{t('empty.guide')}</HelpLink>
          </span>
        }
      >
        {t('empty.text')}
      </EmptyState>
      <h2>{t('more.templates')}</h2>
      <Suspense fallback={<SkeletonCard />}>
        <TemplateCards />
      </Suspense>
    </>
  )
}
