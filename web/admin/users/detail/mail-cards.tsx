// A user's email accounts and filters: states and shapes, without addresses, names and values.
import { Link } from 'react-router'
import type { AdminFilter, AdminMailbox } from '../../../../core/api/admin/users.ts'
import { type StateKind, StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { useWords } from '../../../words/words.tsx'
import { Moment } from './Moment.tsx'

const mailboxKinds: Record<AdminMailbox['state'], StateKind> = {
  connecting: 'info',
  live: 'ok',
  waiting: 'warn',
  needs_you: 'bad',
  paused: 'off',
}

export function MailboxesCard({ mailboxes }: { mailboxes: readonly AdminMailbox[] }) {
  const t = useWords('adminusers')
  return (
    <Card flush look={mailboxes.some(({ state }) => state === 'needs_you') ? 'needs' : 'rest'}>
      <CardHead title={t('mailboxes')}>{t('mailboxes.text')}</CardHead>
      <Table
        caption={t('mailboxes')}
        rows={mailboxes}
        keyOf={row => row.id}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('mailboxes.empty')}</p>}
        columns={[
          { key: 'domain', head: t('mailboxes.domain'), cell: (row: AdminMailbox) => row.domain },
          { key: 'kind', head: t('mailboxes.kind'), cell: (row: AdminMailbox) => t(`mailboxes.kind.${row.kind}`) },
          { key: 'state', head: t('column.state'), cell: (row: AdminMailbox) => <MailboxStateLabel mailbox={row} /> },
          { key: 'alive', head: t('mailboxes.alive'), cell: (row: AdminMailbox) => <Moment at={row.lastAliveAt} /> },
          { key: 'email', head: t('mailboxes.lastEmail'), cell: (row: AdminMailbox) => <Moment at={row.lastEmailAt} /> },
          {
            key: 'problem',
            head: t('mailboxes.problem'),
            cell: (row: AdminMailbox) => <span className="block min-w-64 whitespace-normal">{row.problem ?? t('none')}</span>,
          },
          {
            key: 'log',
            head: t('log'),
            cell: (row: AdminMailbox) => <Link to={`/admin/logs?resourceType=mailbox&resourceId=${row.id}`}>{t('log.open')}</Link>,
          },
        ]}
      />
    </Card>
  )
}

function MailboxStateLabel({ mailbox }: { mailbox: AdminMailbox }) {
  const t = useWords('adminusers')
  if (mailbox.isSuspended) return <StateLabel kind="off" label={t('mailboxes.suspended')} />
  return <StateLabel kind={mailboxKinds[mailbox.state]} label={t(`mailboxes.state.${mailbox.state}`)} />
}

/** A code as words: `mark_read` → "mark read". */
const inWords = (code: string): string => code.replaceAll('_', ' ')

export function FiltersCard({ filters }: { filters: readonly AdminFilter[] }) {
  const t = useWords('adminusers')
  const conditions = (row: AdminFilter) =>
    row.conditions.map(({ field, count }) => t('filters.condition', { field: inWords(field), count })).join(', ')
  return (
    <Card flush>
      <CardHead title={t('filters')}>{t('filters.text')}</CardHead>
      <Table
        caption={t('filters')}
        rows={filters}
        keyOf={row => row.id}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('filters.empty')}</p>}
        columns={[
          { key: 'id', head: t('fact.id'), cell: (row: AdminFilter) => <code title={row.id}>{row.id.slice(-8)}</code> },
          {
            key: 'state',
            head: t('column.state'),
            cell: (row: AdminFilter) => (
              <StateLabel kind={row.isPaused ? 'off' : 'ok'} label={t(row.isPaused ? 'filters.paused' : 'filters.on')} />
            ),
          },
          {
            key: 'conditions',
            head: t('filters.conditions'),
            cell: (row: AdminFilter) => <span className="block min-w-40 whitespace-normal">{conditions(row)}</span>,
          },
          { key: 'actions', head: t('filters.actions'), cell: (row: AdminFilter) => row.actions.map(inWords).join(', ') },
          { key: 'matches', head: t('filters.matches'), number: true, cell: (row: AdminFilter) => row.matchCount },
          { key: 'last', head: t('filters.lastMatch'), cell: (row: AdminFilter) => <Moment at={row.lastMatchAt} /> },
        ]}
      />
    </Card>
  )
}
