// The columns of log entries, in the list and while it is followed live.
import type { LogItem } from '../../../core/api/admin/logs.ts'
import { Link } from '../../navigation/navigation.tsx'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import type { Column } from '../../ui/layout/Table.tsx'
import { formatExactTime } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'

const statusKinds: Record<LogItem['status'], StateKind> = { success: 'ok', info: 'info', warning: 'warn', error: 'bad' }

const shortTime = { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

export function useLogColumns(onOpen: (id: string) => void): Column<LogItem>[] {
  const t = useWords('adminlogs')
  const language = useLanguage()
  return [
    {
      key: 'at',
      head: t('column.at'),
      cell: item => (
        <button
          type="button"
          className="text-accent-ink tabular-nums underline-offset-2 hover:underline"
          title={formatExactTime(item.at, language)}
          onClick={() => onOpen(item.id)}
        >
          {new Date(item.at).toLocaleString(language, shortTime)}
        </button>
      ),
    },
    { key: 'action', head: t('column.action'), cell: item => <code>{item.action}</code> },
    { key: 'status', head: t('column.status'), cell: item => <LogStatus status={item.status} /> },
    { key: 'who', head: t('column.who'), cell: item => <Who item={item} /> },
    { key: 'what', head: t('column.what'), cell: item => <What item={item} /> },
    { key: 'ip', head: t('column.ip'), cell: item => <span className="tabular-nums">{item.ip}</span> },
    {
      key: 'source',
      head: t('column.source'),
      cell: item => (item.source === 'browser' ? <StateLabel kind="off" label={t('source.browser')} /> : t('source.server')),
    },
  ]
}

export function LogStatus({ status }: { status: LogItem['status'] }) {
  const t = useWords('adminlogs')
  return <StateLabel kind={statusKinds[status]} label={t(`status.${status}`)} />
}

function Who({ item }: { item: LogItem }) {
  const t = useWords('adminlogs')
  const id = item.userId ?? item.actorId
  const name = item.email ?? id?.slice(0, 8)
  if (!name) return <span className="text-ink-3">{t('who.nobody')}</span>
  const label = item.actorId ? t('who.staff', { name }) : name
  return id ? <Link to={`/admin/users/${id}`}>{label}</Link> : label
}

const What = ({ item }: { item: LogItem }) => (
  <span title={item.resourceId ?? undefined}>{[item.resourceType, item.resourceId?.slice(0, 8)].filter(Boolean).join(' ')}</span>
)
