// The history of a filter: each change with what came and what went, and the way back to any of them.
import { Link, useParams } from 'react-router'
import { LinkButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { useExplain } from '../../../ui/failure.ts'
import { Note } from '../../../ui/Note.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { SkeletonCard, SkeletonScreen } from '../../../ui/Skeleton.tsx'
import { useWords } from '../../../words.tsx'
import { useFilters } from '../filters.ts'
import { VersionRow } from './VersionRow.tsx'
import { useVersions } from './versions.ts'

export function FilterHistory() {
  const t = useWords('filterways')
  const list = useWords('filterlist')
  const explain = useExplain()
  const { id = '' } = useParams()
  const filters = useFilters()
  const versions = useVersions(id)
  const saved = filters.data?.items.find(filter => filter.id === id)
  const all = versions.data?.items.toSorted((a, b) => b.version - a.version)
  if (filters.data && !saved) return <Empty title={list('gone')} action={<LinkButton to="/filters">{t('back')}</LinkButton>} />
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
        {all && (
          <Card flush>
            <ol>
              {all.map((version, at) => (
                <VersionRow key={version.version} filter={saved} version={version} before={all[at + 1] ?? null} isNow={at === 0} />
              ))}
            </ol>
          </Card>
        )}
      </div>
    </div>
  )
}
