// Lists alerts with their times and who acknowledged them, and opens the rules and recipients.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { acknowledgeIncidentApi, type Incident, listIncidentsApi } from '../../../../core/api/admin/alerts.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useNow } from '../../../now.ts'
import { useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import type { Column } from '../../../ui/layout/Table.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { AdminList } from '../../pieces/AdminList.tsx'
import { useAdminList } from '../../pieces/useAdminList.ts'
import { AlertEditor } from './AlertEditor.tsx'
import { Recipients } from './Recipients.tsx'

const refreshMs = 10_000
const query = { limit: 10 }

export function AlertsCard() {
  const t = useWords('adminoverview')
  const [isEditing, setEditing] = useState(false)
  const columns = useColumns()
  const list = useAdminList(['admin', 'incidents'], listIncidentsApi, '/api/admin/incidents', query, refreshMs)
  return (
    <div className="grid grid-cols-1 gap-3">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2>{t('alerts')}</h2>
          <p className="text-sm text-ink-2">{t('alerts.text')}</p>
        </div>
        <Button look="quiet" small onClick={() => setEditing(true)}>
          {t('alerts.edit')}
        </Button>
      </header>
      <Recipients />
      <AdminList
        caption={t('alerts')}
        list={list}
        columns={columns}
        keyOf={incident => incident.id}
        isFiltered={false}
        empty={<EmptyState title={t('alerts.none')}>{t('alerts.noneText')}</EmptyState>}
      />
      <AlertEditor open={isEditing} onClose={() => setEditing(false)} />
    </div>
  )
}

function useColumns(): Column<Incident>[] {
  const t = useWords('adminoverview')
  const now = useNow(refreshMs)
  return [
    { key: 'what', head: t('incident.what'), cell: row => <What incident={row} /> },
    { key: 'opened', head: t('incident.opened'), cell: row => <Ago at={row.openedAt} now={now} /> },
    {
      key: 'closed',
      head: t('incident.ended'),
      cell: ({ closedAt }) => (closedAt ? <Ago at={closedAt} now={now} /> : <StateLabel kind="bad" label={t('incident.open')} />),
    },
    { key: 'by', head: t('incident.by'), cell: row => <TakenBy incident={row} /> },
  ]
}

/** What happened; while it's open, what to do and where. */
function What({ incident: { found, fix, link, closedAt } }: { incident: Incident }) {
  const t = useWords('adminoverview')
  return (
    <div className="grid max-w-xl min-w-56 whitespace-normal">
      <span>{found}</span>
      {closedAt === null && (
        <span className="text-ink-2">
          {fix} <Link to={link}>{t('incident.open.page')}</Link>
        </span>
      )}
    </div>
  )
}

function TakenBy({ incident }: { incident: Incident }) {
  const t = useWords('adminoverview')
  const explain = useExplain()
  const call = useCall()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (incident.acknowledgedAt) return <>{incident.acknowledgedBy ?? t('incident.taken')}</>
  if (incident.closedAt) return <>–</>
  const take = async () => {
    setBusy(true)
    try {
      await call(acknowledgeIncidentApi, 'POST', '/api/admin/incidents/:id/acknowledgments', { params: { id: incident.id } })
      await client.invalidateQueries({ queryKey: ['admin', 'incidents'] })
    } catch (error) {
      toast.error(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="quiet" small busy={isBusy} onClick={() => void take()}>
      {t('incident.take')}
    </Button>
  )
}
