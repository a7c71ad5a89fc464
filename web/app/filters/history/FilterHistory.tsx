// A filter's history: each change, with a button that restores it.
import { Link, useParams } from 'react-router'
import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard, SkeletonScreen } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { useFilters } from '../../queries/filters.ts'
import { VersionRow } from './VersionRow.tsx'
import { useVersions } from './versions.ts'

export function FilterHistory() {
  const t = useWords('filterways')
  const listWords = useWords('filterlist')
  const explain = useExplain()
  const { id = '' } = useParams()
  const filters = useFilters()
  const versions = useVersions(id)
  const saved = filters.data?.items.find(filter => filter.id === id)
  const newestFirst = versions.data?.items.toSorted((a, b) => b.version - a.version)
  if (filters.data && !saved) return <EmptyState title={listWords('gone')} action={<LinkButton to="/filters">{t('back')}</LinkButton>} />
  if (!saved) return <SkeletonScreen />
  return (
    <div>
      <div className="max-w-[56rem]">
        <PageHeader title={t('history.title', { name: saved.name })} above={<Link to={`/filters/${id}`}>{saved.name}</Link>}>
          {t('history.lead')}
        </PageHeader>
        {versions.error && (
          <Note kind="danger" alert>
            <b>{t('history.failed')}</b> {explain(versions.error)}
          </Note>
        )}
        {versions.isPending && <SkeletonCard />}
        {newestFirst && (
          <Card flush>
            <ol>
              {newestFirst.map((version, index) => (
                <VersionRow
                  key={version.version}
                  filter={saved}
                  version={version}
                  previous={newestFirst[index + 1] ?? null}
                  isCurrent={index === 0}
                />
              ))}
            </ol>
          </Card>
        )}
      </div>
    </div>
  )
}
