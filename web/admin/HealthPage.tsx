// The console's first page: how the parts of the server are, or, to who may not see that, why not and what to do.
import { useQuery } from '@tanstack/react-query'
import { getHealth, type Health } from '../../core/api/health.ts'
import { ApiError } from '../ApiError.ts'
import { useAuth, useCall } from '../session.tsx'
import { Card, CardHead, Facts } from '../ui/Card.tsx'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonCard } from '../ui/Skeleton.tsx'
import { useLanguage, useWords } from '../words.tsx'
import { HostTable } from './HostTable.tsx'
import { NotAdministrator } from './NotAdministrator.tsx'
import { PartList } from './PartList.tsx'
import { QueueTable } from './QueueTable.tsx'

const everyMs = 10_000

export function HealthPage() {
  const t = useWords('admin')
  const explain = useExplain()
  const call = useCall()
  const { hasRole, areRolesKnown } = useAuth()
  const isAdmin = hasRole('admin')
  const { data, error } = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => call(getHealth, 'GET', '/api/admin/health', { signal }),
    enabled: isAdmin,
    refetchInterval: query => (query.state.error ? false : everyMs),
  })
  // The role may have been taken back meanwhile.
  const isRefused = error instanceof ApiError && error.status === 403
  if ((areRolesKnown && !isAdmin) || isRefused) return <NotAdministrator />
  return (
    <>
      <PageHeader title={t('title')}>
        <Lead health={data} />
      </PageHeader>
      {error && (
        <div className="mb-6">
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(error)}
          </Note>
        </div>
      )}
      {data ? <Shown health={data} /> : !error && <SkeletonCard />}
    </>
  )
}

/** One sentence that is true now. */
function Lead({ health }: { health: Health | undefined }) {
  const t = useWords('admin')
  const language = useLanguage()
  if (!health) return t('lead.wait')
  const at = new Date(health.at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const failing = health.parts.filter(part => part.state === 'failing').length
  const noted = health.parts.filter(part => part.state === 'note').length
  if (failing > 0) return t('lead.failing', { n: failing, at })
  return noted > 0 ? t('lead.note', { n: noted, at }) : t('lead.ok', { at })
}

const figures = ['people', 'mailboxes', 'phones', 'arrived', 'forwarded', 'failed'] as const

function Shown({ health }: { health: Health }) {
  const t = useWords('admin')
  const language = useLanguage()
  return (
    <div className="grid grid-cols-1 gap-6">
      <PartList parts={health.parts} />
      <section aria-label={t('figures')}>
        <h2 className="mb-3">{t('figures')}</h2>
        <dl className="card grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-6">
          {figures.map(figure => (
            <div key={figure} className="flex flex-col-reverse justify-end gap-1">
              <dt className="text-sm text-ink-2">{t(`figure.${figure}`)}</dt>
              <dd className="text-2xl font-figure tabular-nums">{health.figures[figure].toLocaleString(language)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <QueueTable queue={health.queue} />
        <HostTable hosts={health.hosts} />
      </div>
      <Versions versions={health.versions} />
    </div>
  )
}

function Versions({ versions }: { versions: Health['versions'] }) {
  const t = useWords('admin')
  const language = useLanguage()
  const { mailferry, node, postgres, schema, mode, publicUrl, startedAt } = versions
  const facts = [
    { name: t('version.mailferry'), value: mailferry },
    { name: t('version.node'), value: node },
    { name: t('version.postgres'), value: postgres },
    { name: t('version.schema'), value: <code className="wrap-anywhere">{schema}</code> },
    { name: t('version.mode'), value: mode },
    { name: t('version.url'), value: <span className="wrap-anywhere">{publicUrl}</span> },
    { name: t('version.started'), value: new Date(startedAt).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }) },
  ]
  return (
    <Card flush>
      <CardHead title={t('versions')} />
      <div className="border-t border-line px-(--pad) py-4">
        <Facts facts={facts} />
      </div>
    </Card>
  )
}
