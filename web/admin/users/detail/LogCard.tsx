// The latest entries of a user's log, including what staff did to the account.
import { Link } from 'react-router'
import type { AdminUser, AdminUserLogLine } from '../../../../core/api/admin/users.ts'
import { type StateKind, StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { useWords } from '../../../words/words.tsx'
import { LogAction } from '../../pieces/LogAction.tsx'
import { Moment } from './Moment.tsx'

const kinds: Record<AdminUserLogLine['status'], StateKind> = { success: 'ok', info: 'info', warning: 'warn', error: 'bad' }

export function LogCard({ user }: { user: AdminUser }) {
  const t = useWords('adminusers')
  return (
    <Card flush>
      <CardHead title={t('log')} action={<Link to={`/admin/logs?user=${user.id}`}>{t('log.all')}</Link>}>
        {t('log.text')}
      </CardHead>
      <Table
        caption={t('log')}
        rows={user.log}
        keyOf={row => row.id}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('log.empty')}</p>}
        columns={[
          { key: 'at', head: t('log.at'), cell: (row: AdminUserLogLine) => <Moment at={row.at} /> },
          { key: 'action', head: t('log.action'), cell: (row: AdminUserLogLine) => <LogAction action={row.action} /> },
          {
            key: 'status',
            head: t('log.status'),
            cell: (row: AdminUserLogLine) => <StateLabel kind={kinds[row.status]} label={t(`log.status.${row.status}`)} />,
          },
          { key: 'by', head: t('log.by'), cell: (row: AdminUserLogLine) => row.byEmail ?? t('log.self') },
          {
            key: 'reason',
            head: t('log.reason'),
            cell: (row: AdminUserLogLine) => <span className="block max-w-96 whitespace-normal">{row.reason ?? t('none')}</span>,
          },
          { key: 'ip', head: t('sessions.ip'), cell: (row: AdminUserLogLine) => row.ip ?? t('none') },
        ]}
      />
    </Card>
  )
}
