// The sessions of everybody with a role, and the ways to end them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endStaffSessionsApi, listStaffSessionsApi, type StaffSession } from '../../../core/api/admin/security.ts'
import { useAuth, useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/layout/Table.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { DeviceName, LoadFailure, Moment, PersonLink } from './cells.tsx'

const refreshMs = 10_000

/** What to end: one session, or all sessions of its person. */
interface Ending {
  session: StaffSession
  isAll: boolean
}

export function SessionsTab() {
  const t = useWords('adminsecurity')
  const call = useCall()
  const { roles } = useAuth()
  const [ending, setEnding] = useState<Ending | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'security', 'sessions'],
    queryFn: ({ signal }) => call(listStaffSessionsApi, 'GET', '/api/admin/security/sessions', { signal }),
    refetchInterval: refreshMs,
  })
  const columns = useColumns(roles.includes('admin') ? setEnding : null)
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  return (
    <Card flush className="min-w-0">
      <Table
        caption={t('tab.sessions')}
        columns={columns}
        rows={data?.items}
        keyOf={row => row.id}
        empty={<p className="p-(--pad)">{t('sessions.empty')}</p>}
      />
      {data?.isCapped && <p className="px-(--pad) py-3 text-sm text-ink-2">{t('sessions.capped')}</p>}
      <EndDialog ending={ending} onClose={() => setEnding(null)} />
    </Card>
  )
}

function EndDialog({ ending, onClose }: { ending: Ending | null; onClose(): void }) {
  const t = useWords('adminsecurity')
  const call = useCall()
  const queries = useQueryClient()
  const person = ending?.session.person.email ?? t('noEmail')
  const end = async (reason: string) => {
    if (!ending) return
    const { session, isAll } = ending
    const body = { userId: session.person.id, sessionId: isAll ? null : session.id, reason }
    await call(endStaffSessionsApi, 'POST', '/api/admin/security/session-ends', { body })
    await queries.invalidateQueries({ queryKey: ['admin', 'security', 'sessions'] })
  }
  const isAll = ending?.isAll ?? false
  return (
    <ConfirmAction
      open={ending !== null}
      onClose={onClose}
      title={t(isAll ? 'sessions.endAllTitle' : 'sessions.endTitle', { person })}
      action={t(isAll ? 'sessions.endAllAction' : 'sessions.endAction')}
      onConfirm={end}
    >
      <p>{t(isAll ? 'sessions.endAllText' : 'sessions.endText')}</p>
    </ConfirmAction>
  )
}

function useColumns(end: ((ending: Ending) => void) | null): Column<StaffSession>[] {
  const t = useWords('adminsecurity')
  return [
    {
      ...{ key: 'person', head: t('sessions.person') },
      cell: row => (
        <>
          <PersonLink person={row.person} /> {row.isCurrent && <b>{t('sessions.current')}</b>}
        </>
      ),
    },
    { key: 'roles', head: t('sessions.roles'), cell: row => row.roles.join(', ') },
    {
      ...{ key: 'step', head: t('sessions.step') },
      cell: row => (
        <StateLabel kind={row.hasSecondStep ? 'ok' : 'off'} label={t(row.hasSecondStep ? 'sessions.step.yes' : 'sessions.step.no')} />
      ),
    },
    { key: 'device', head: t('sessions.device'), cell: row => <DeviceName device={row.device} /> },
    { key: 'address', head: t('sessions.address'), cell: row => row.ip },
    { key: 'started', head: t('sessions.started'), cell: row => <Moment at={row.startedAt} /> },
    { key: 'used', head: t('sessions.used'), cell: row => <Moment at={row.lastUsedAt} /> },
    ...(end
      ? [
          {
            ...{ key: 'end', head: t('sessions.end') },
            cell: (session: StaffSession) => (
              <span className="flex gap-2">
                <Button look="quiet" small onClick={() => end({ session, isAll: false })}>
                  {t('sessions.end')}
                </Button>
                <Button look="quiet" small onClick={() => end({ session, isAll: true })}>
                  {t('sessions.endAll')}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ]
}
