// A user's phones and latest deliveries: masked numbers, states, reasons, times and sizes.
import type { AdminDelivery, AdminPhone } from '../../../../core/api/admin/users.ts'
import { type StateKind, StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { formatSize } from '../../../ui/text/size.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { Deadline, Moment } from './Moment.tsx'

const phoneKinds: Record<AdminPhone['state'], StateKind> = { pending: 'info', linked: 'ok', stopped: 'off', unreachable: 'bad' }

export function PhonesCard({ phones }: { phones: readonly AdminPhone[] }) {
  const t = useWords('adminusers')
  return (
    <Card flush>
      <CardHead title={t('phones')} />
      <Table
        caption={t('phones')}
        rows={phones}
        keyOf={row => row.id}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('phones.empty')}</p>}
        columns={[
          { key: 'number', head: t('phones.number'), cell: (row: AdminPhone) => <bdi>{row.number ?? t('none')}</bdi> },
          {
            key: 'state',
            head: t('column.state'),
            cell: (row: AdminPhone) => <StateLabel kind={phoneKinds[row.state]} label={t(`phones.state.${row.state}`)} />,
          },
          { key: 'paused', head: t('phones.pausedUntil'), cell: (row: AdminPhone) => <Deadline at={row.pausedUntil} /> },
          { key: 'inbound', head: t('phones.lastInbound'), cell: (row: AdminPhone) => <Moment at={row.lastInboundAt} /> },
        ]}
      />
    </Card>
  )
}

const deliveryKinds: Record<AdminDelivery['state'], StateKind> = {
  ...{ held: 'warn', queued: 'info', sending: 'info', unknown: 'warn', accepted: 'info', sent: 'info' },
  ...{ delivered: 'ok', read: 'ok', failed: 'bad', cancelled: 'off', expired: 'bad' },
}

export function DeliveriesCard({ deliveries }: { deliveries: readonly AdminDelivery[] }) {
  const t = useWords('adminusers')
  const ui = useWords('ui')
  const language = useLanguage()
  return (
    <Card flush>
      <CardHead title={t('deliveries')}>{t('deliveries.text')}</CardHead>
      <Table
        caption={t('deliveries')}
        rows={deliveries}
        keyOf={row => row.id}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('deliveries.empty')}</p>}
        columns={[
          { key: 'created', head: t('column.created'), cell: (row: AdminDelivery) => <Moment at={row.createdAt} /> },
          { key: 'kind', head: t('deliveries.kind'), cell: (row: AdminDelivery) => t(`deliveries.kind.${row.kind}`) },
          {
            key: 'state',
            head: t('column.state'),
            cell: (row: AdminDelivery) => <StateLabel kind={deliveryKinds[row.state]} label={ui(`state.${row.state}`)} />,
          },
          {
            key: 'reason',
            head: t('deliveries.reason'),
            cell: (row: AdminDelivery) => (
              <span className="block min-w-56 whitespace-normal">{row.reasonText ?? row.reason?.replaceAll('_', ' ') ?? t('none')}</span>
            ),
          },
          { key: 'attempts', head: t('deliveries.attempts'), number: true, cell: (row: AdminDelivery) => row.attempts },
          {
            key: 'size',
            head: t('deliveries.size'),
            number: true,
            cell: (row: AdminDelivery) => (row.sizeBytes === null ? t('none') : formatSize(row.sizeBytes, language)),
          },
          {
            key: 'delivered',
            head: t('deliveries.delivered'),
            cell: (row: AdminDelivery) => <Moment at={row.deliveredAt ?? row.failedAt} />,
          },
          { key: 'id', head: t('fact.id'), cell: (row: AdminDelivery) => <code title={row.id}>{row.id.slice(-8)}</code> },
        ]}
      />
    </Card>
  )
}
