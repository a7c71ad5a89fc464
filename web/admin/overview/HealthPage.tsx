// The console's first page: the health of the server.
import { useQuery } from '@tanstack/react-query'
import { getHealthApi, type Health } from '../../../core/api/health.ts'
import { useCall } from '../../session/session.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { HealthView } from './HealthView.tsx'

const refreshMs = 10_000

export function HealthPage() {
  const t = useWords('admin')
  const explain = useExplain()
  const call = useCall()
  const { data, error } = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => call(getHealthApi, 'GET', '/api/admin/health', { signal }),
    refetchInterval: query => (query.state.error ? false : refreshMs),
  })
  return (
    <>
      <PageHeader title={t('title')}>
        <span className="tabular-nums">
          <Lead health={data} />
        </span>
      </PageHeader>
      {error && (
        <div className="mb-6">
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(error)}
          </Note>
        </div>
      )}
      {data ? <HealthView health={data} /> : !error && <SkeletonCard />}
    </>
  )
}

/** One sentence about the current state. */
function Lead({ health }: { health: Health | undefined }) {
  const t = useWords('admin')
  const language = useLanguage()
  if (!health) return t('lead.wait')
  const at = new Date(health.at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const failing = health.parts.filter(part => part.state === 'failing').length
  const withNotes = health.parts.filter(part => part.state === 'note').length
  if (failing > 0) return t('lead.failing', { n: failing, at })
  return withNotes > 0 ? t('lead.note', { n: withNotes, at }) : t('lead.ok', { at })
}
