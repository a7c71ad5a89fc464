// The data exports of a user: staff can see that they are ready, but only the user can open them.
import type { AdminExport } from '../../../../core/api/admin/users.ts'
import { type StateKind, StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { useWords } from '../../../words/words.tsx'
import { Deadline, Moment } from './Moment.tsx'

const kinds: Record<AdminExport['state'], StateKind> = { waiting: 'info', working: 'info', ready: 'ok', failed: 'bad' }

export function ExportsCard({ exports }: { exports: readonly AdminExport[] }) {
  const t = useWords('adminusers')
  return (
    <Card flush>
      <CardHead title={t('exports')}>{t('exports.text')}</CardHead>
      <Table
        caption={t('exports')}
        rows={exports}
        keyOf={row => row.id}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('exports.empty')}</p>}
        columns={[
          { key: 'created', head: t('column.created'), cell: (row: AdminExport) => <Moment at={row.createdAt} /> },
          {
            key: 'state',
            head: t('column.state'),
            cell: (row: AdminExport) => <StateLabel kind={kinds[row.state]} label={t(`exports.state.${row.state}`)} />,
          },
          { key: 'until', head: t('exports.until'), cell: (row: AdminExport) => <Deadline at={row.expiresAt} /> },
        ]}
      />
    </Card>
  )
}
