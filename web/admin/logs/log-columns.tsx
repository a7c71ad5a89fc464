// The columns of log entries, in the list and while it is followed live.
import type { LogItem } from '../../../core/api/admin/logs.ts'
import { commandLine, erasedName } from '../../../core/session/staff.ts'
import { Link } from '../../navigation/navigation.tsx'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import type { Column } from '../../ui/layout/Table.tsx'
import { formatExactTime } from '../../ui/text/Ago.tsx'
import { formatSecond } from '../../ui/text/date-time.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { LogAction } from '../pieces/LogAction.tsx'

const statusKinds: Record<LogItem['status'], StateKind> = { success: 'ok', info: 'info', warning: 'warn', error: 'bad' }

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
          {formatSecond(item.at, language)}
        </button>
      ),
    },
    { key: 'action', head: t('column.action'), cell: item => <LogAction action={item.action} /> },
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

export function Who({ item }: { item: LogItem }) {
  const t = useWords('adminlogs')
  const id = item.userId ?? item.actorId
  const name = item.email ?? id?.slice(0, 8)
  if (!name) return <span className="text-ink-3">{t('who.nobody')}</span>
  const label = item.actorId ? t('who.staff', { name }) : name
  // Neither has a page to lead to.
  const isNobody = item.actorId === commandLine.id || item.email === erasedName
  return id && !isNobody ? <Link to={`/admin/users/${id}`}>{label}</Link> : label
}

const What = ({ item }: { item: LogItem }) => (
  <span title={item.resourceId ?? undefined}>{[item.resourceType, item.resourceId?.slice(0, 8)].filter(Boolean).join(' ')}</span>
)
