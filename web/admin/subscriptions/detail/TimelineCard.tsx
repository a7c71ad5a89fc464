// The history of an owner's subscriptions, newest first.
import { listTimelineApi, type TimelineEntry } from '../../../../core/api/admin/subscriptions.ts'
import { useNow } from '../../../now.ts'
import { CardHead } from '../../../ui/layout/Card.tsx'
import type { Column } from '../../../ui/layout/Table.tsx'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { AdminList } from '../../pieces/AdminList.tsx'
import { useAdminList } from '../../pieces/useAdminList.ts'

const refreshMs = 10_000

export function TimelineCard({ ownerId }: { ownerId: string }) {
  const t = useWords('adminsubscriptions')
  const now = useNow(60_000)
  const path = `/api/admin/subscriptions/${ownerId}/timeline`
  const list = useAdminList(['admin', 'subscriptions', 'timeline'], listTimelineApi, path, { limit: 30 }, refreshMs)
  const columns: Column<TimelineEntry>[] = [
    { key: 'at', head: t('timeline.at'), cell: ({ at }) => <Ago at={at} now={now} /> },
    { key: 'kind', head: t('timeline.kind'), cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'text',
      head: t('timeline.what'),
      cell: ({ text, actor, reason }) => (
        <span className="grid min-w-64 gap-0.5 whitespace-normal">
          {text}
          {(actor ?? reason) !== null && (
            <span className="text-ink-2 wrap-anywhere">{t('timeline.by', { actor: actor ?? '–', reason: reason ?? '–' })}</span>
          )}
        </span>
      ),
    },
  ]
  return (
    <AdminList
      caption={t('timeline')}
      list={list}
      columns={columns}
      keyOf={row => `${row.kind} ${row.id}`}
      isFiltered={false}
      filters={<CardHead title={t('timeline')}>{t('timeline.text')}</CardHead>}
      empty={<p className="text-ink-2">{t('timeline.empty')}</p>}
    />
  )
}
