// The details of one log entry: what happened, who reported it, from where, and its place in the chain.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { getLogApi, type LogDetail } from '../../../core/api/admin/logs.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useCall } from '../../session/session.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Facts } from '../../ui/layout/Card.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { formatExactTime } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { logsPath } from './filter-url.ts'
import { LogStatus } from './log-columns.tsx'

export function LogDetailDialog({ id, onClose }: { id: string | null; onClose(): void }) {
  const t = useWords('adminlogs')
  const explain = useExplain()
  const call = useCall()
  // The last one is shown while the dialog fades out.
  const [shownId, setShownId] = useState(id)
  if (id !== null && id !== shownId) setShownId(id)
  const { data, error } = useQuery({
    queryKey: ['admin', 'logs', 'entry', shownId],
    queryFn: ({ signal }) => call(getLogApi, 'GET', '/api/admin/logs/entries/:id', { params: { id: shownId ?? '' }, signal }),
    enabled: shownId !== null,
  })
  return (
    <Dialog open={id !== null} onClose={onClose} title={data?.action ?? t('detail.title')} wide>
      {error && (
        <Note kind="danger" alert>
          {explain(error)}
        </Note>
      )}
      {data ? <LogDetailView entry={data} /> : !error && <SkeletonRows />}
    </Dialog>
  )
}

export function LogDetailView({ entry }: { entry: LogDetail }) {
  const t = useWords('adminlogs')
  const language = useLanguage()
  return (
    <div className="grid grid-cols-1 gap-5">
      {entry.source === 'browser' && <Note kind="warn">{t('detail.browser')}</Note>}
      <Facts facts={[...factsOf(entry, t, language)]} />
      <section className="grid gap-2">
        <h3>{t('detail.details')}</h3>
        {entry.details.length === 0 ? (
          <p className="text-sm text-ink-2">{t('detail.noDetails')}</p>
        ) : (
          <Facts
            facts={entry.details.map(({ name, value }) => ({
              name,
              value: <code className="whitespace-pre-wrap wrap-anywhere">{value}</code>,
            }))}
          />
        )}
      </section>
    </div>
  )
}

function factsOf(entry: LogDetail, t: ReturnType<typeof useWords<'adminlogs'>>, language: string): { name: string; value: ReactNode }[] {
  const { userId, actorId, resourceType, resourceId } = entry
  const same = (filters: Parameters<typeof logsPath>[0], text: string) => <Link to={logsPath(filters)}>{text}</Link>
  const fact = (name: string, value: ReactNode) => (value === null ? [] : [{ name, value }])
  return [
    { name: t('column.at'), value: formatExactTime(entry.at, language) },
    { name: t('filter.kind'), value: t(`kind.${entry.kind}`) },
    { name: t('column.status'), value: <LogStatus status={entry.status} /> },
    { name: t('column.source'), value: t(`source.${entry.source}`) },
    ...fact(t('detail.email'), entry.email && <span className="wrap-anywhere">{entry.email}</span>),
    ...fact(t('filter.user'), userId && same({ user: userId }, userId)),
    ...fact(t('filter.actor'), actorId && same({ actor: actorId }, actorId)),
    ...fact(t('filter.resourceType'), resourceType && same({ resourceType }, resourceType)),
    ...fact(t('filter.resourceId'), resourceId && same({ ...(resourceType && { resourceType }), resourceId }, resourceId)),
    ...fact(t('column.ip'), entry.ip && same({ ip: entry.ip }, entry.ip)),
    ...fact(t('detail.userAgent'), entry.userAgent && <span className="wrap-anywhere">{entry.userAgent}</span>),
    { name: t('detail.id'), value: <code className="wrap-anywhere">{entry.id}</code> },
    {
      name: t('detail.chain'),
      value:
        entry.position === null || entry.sealedAt === null
          ? t('detail.unsealed')
          : t('detail.sealed', { position: entry.position, at: formatExactTime(entry.sealedAt, language) }),
    },
  ]
}
