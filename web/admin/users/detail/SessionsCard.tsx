// Where a user is signed in and with which second factors; administrators end one session here.
import { useState } from 'react'
import { type AdminFactor, type AdminSession, type AdminUser, endUserSessionsApi } from '../../../../core/api/admin/users.ts'
import { Button } from '../../../ui/Button.tsx'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { type Column, Table } from '../../../ui/layout/Table.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { useUserAction } from '../actions/useUserAction.ts'
import { Moment } from './Moment.tsx'

export function SessionsCard({ user, mayChange }: { user: AdminUser; mayChange: boolean }) {
  const t = useWords('adminusers')
  const [ending, setEnding] = useState<AdminSession | null>(null)
  const act = useUserAction(user.id)
  const endColumn: Column<AdminSession> = {
    key: 'end',
    head: t('sessions.end'),
    cell: row => (
      <Button look="quiet" small onClick={() => setEnding(row)}>
        {t('sessions.end')}
      </Button>
    ),
  }
  return (
    <Card flush>
      <CardHead title={t('sessions')} />
      <Table
        caption={t('sessions')}
        rows={user.sessions}
        keyOf={row => row.id}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('sessions.empty')}</p>}
        columns={[
          { key: 'used', head: t('sessions.used'), cell: (row: AdminSession) => <Moment at={row.lastUsedAt} /> },
          { key: 'created', head: t('sessions.created'), cell: (row: AdminSession) => <Moment at={row.createdAt} /> },
          { key: 'aal', head: t('sessions.aal'), cell: (row: AdminSession) => t(`sessions.aal.${row.aal}`) },
          { key: 'ip', head: t('sessions.ip'), cell: (row: AdminSession) => row.ip ?? t('none') },
          {
            key: 'agent',
            head: t('sessions.agent'),
            cell: (row: AdminSession) => (
              <span className="block max-w-80 truncate" title={row.userAgent ?? ''}>
                {row.userAgent ?? t('none')}
              </span>
            ),
          },
          ...(mayChange ? [endColumn] : []),
        ]}
      />
      <Factors factors={user.factors} />
      <ConfirmAction
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={t('sessions.endTitle')}
        action={t('sessions.end')}
        onConfirm={reason => act(endUserSessionsApi, 'sign-outs', { sessionId: ending?.id ?? null, reason })}
      >
        <p>{t('sessions.endText')}</p>
      </ConfirmAction>
    </Card>
  )
}

function Factors({ factors }: { factors: readonly AdminFactor[] }) {
  const t = useWords('adminusers')
  return (
    <>
      <CardHead title={t('factors')} />
      <Table
        caption={t('factors')}
        rows={factors}
        keyOf={row => row.id}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('factors.empty')}</p>}
        columns={[
          { key: 'type', head: t('factors.type'), cell: (row: AdminFactor) => t(`factors.type.${row.type}`) },
          {
            key: 'state',
            head: t('column.state'),
            cell: (row: AdminFactor) => (
              <StateLabel kind={row.isVerified ? 'ok' : 'off'} label={t(row.isVerified ? 'factors.verified' : 'factors.unverified')} />
            ),
          },
          { key: 'created', head: t('column.created'), cell: (row: AdminFactor) => <Moment at={row.createdAt} /> },
        ]}
      />
    </>
  )
}
