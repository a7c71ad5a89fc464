// Cards that count by state or reason: the queue, failures, and email accounts down. Each row leads to its list.
import type { Overview } from '../../../core/api/admin/overview.ts'
import { openStates } from '../../../core/delivery/states.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useNow } from '../../now.ts'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { useAgo } from '../../ui/text/Ago.tsx'
import { useWords } from '../../words/words.tsx'
import { useCount } from './count.ts'

const listPath = (list: 'mailboxes' | 'deliveries', filters: Record<string, string | null>): string =>
  `/admin?${new URLSearchParams(Object.entries({ list, ...filters }).flatMap(([key, value]) => (value === null ? [] : [[key, value]])))}`

type QueueRow = Overview['queue'][number]

export function QueueCard({ queue, dueSince, linked }: { queue: QueueRow[]; dueSince: string | null; linked: boolean }) {
  const t = useWords('adminoverview')
  const ui = useWords('ui')
  const ago = useAgo()
  const now = useNow(10_000)
  const formatCount = useCount()
  const pathOf = (state: string) => (linked && openStates.some(open => open === state) ? listPath('deliveries', { state }) : null)
  return (
    <Card flush>
      <CardHead title={t('queue')}>{dueSince ? t('queue.due', { when: ago(dueSince, now) }) : t('queue.text')}</CardHead>
      <Table
        caption={t('queue')}
        rows={queue}
        keyOf={row => row.state}
        columns={[
          {
            key: 'state',
            head: t('queue.state'),
            cell: ({ state }: QueueRow) => <MaybeLink to={pathOf(state)}>{ui(`state.${state}`)}</MaybeLink>,
          },
          {
            key: 'count',
            head: t('queue.count'),
            number: true,
            cell: (row: QueueRow) => <MaybeLink to={pathOf(row.state)}>{formatCount(row.count)}</MaybeLink>,
          },
        ]}
        empty={<EmptyLine>{t('queue.empty')}</EmptyLine>}
      />
    </Card>
  )
}

type FailureRow = Overview['failures'][number]

export function FailuresCard({ failures, linked }: { failures: FailureRow[]; linked: boolean }) {
  const t = useWords('adminoverview')
  const formatCount = useCount()
  const pathOf = ({ reason }: FailureRow) => (linked ? listPath('deliveries', { state: 'failed', reason }) : null)
  return (
    <Card flush>
      <CardHead title={t('failures')}>{t('failures.text')}</CardHead>
      <Table
        caption={t('failures')}
        rows={failures}
        keyOf={row => row.reason ?? ''}
        columns={[
          {
            key: 'reason',
            head: t('failures.reason'),
            cell: (row: FailureRow) => (
              <span className="block max-w-[34rem] min-w-48 whitespace-normal">
                <MaybeLink to={pathOf(row)}>{row.label}</MaybeLink>
              </span>
            ),
          },
          {
            key: 'count',
            head: t('failures.count'),
            number: true,
            cell: (row: FailureRow) => <MaybeLink to={pathOf(row)}>{formatCount(row.count)}</MaybeLink>,
          },
        ]}
        empty={<EmptyLine>{t('failures.empty')}</EmptyLine>}
      />
    </Card>
  )
}

type DownRow = Overview['mailboxesDown'][number]

export function DownCard({ down, linked }: { down: DownRow[]; linked: boolean }) {
  const t = useWords('adminoverview')
  const formatCount = useCount()
  const pathOf = ({ state, reason }: DownRow) => (linked ? listPath('mailboxes', { state, reason }) : null)
  return (
    <Card flush>
      <CardHead title={t('down')}>{t('down.text')}</CardHead>
      <Table
        caption={t('down')}
        rows={down}
        keyOf={row => `${row.state} ${row.reason}`}
        columns={[
          {
            key: 'reason',
            head: t('down.reason'),
            cell: (row: DownRow) => <MaybeLink to={pathOf(row)}>{row.label}</MaybeLink>,
          },
          { key: 'state', head: t('queue.state'), cell: (row: DownRow) => t(`down.state.${row.state}`) },
          {
            key: 'count',
            head: t('down.count'),
            number: true,
            cell: (row: DownRow) => <MaybeLink to={pathOf(row)}>{formatCount(row.count)}</MaybeLink>,
          },
        ]}
        empty={<EmptyLine>{t('down.empty')}</EmptyLine>}
      />
    </Card>
  )
}

const MaybeLink = ({ to, children }: { to: string | null; children: string }) => (to ? <Link to={to}>{children}</Link> : <>{children}</>)

const EmptyLine = ({ children }: { children: string }) => <p className="border-t border-line px-(--pad) py-4 text-ink-2">{children}</p>
