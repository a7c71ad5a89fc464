// Suspicious events, newest first.
import { listSuspicionsApi, type Suspicion, suspicionKinds } from '../../../core/api/admin/security.ts'
import { Link } from '../../navigation/navigation.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import type { Column } from '../../ui/layout/Table.tsx'
import { useWords } from '../../words/words.tsx'
import { AdminList } from '../pieces/AdminList.tsx'
import { FilterBar, FilterSelect } from '../pieces/FilterBar.tsx'
import { useAdminList } from '../pieces/useAdminList.ts'
import { DeviceName, Moment, PersonLink } from './cells.tsx'
import { csvPath, oneOf, useTabFilters } from './useTabFilters.ts'

const filterKeys = ['kind'] as const
const path = '/api/admin/security/events'
const refreshMs = 10_000

export function EventsTab() {
  const t = useWords('adminsecurity')
  const { values, set, clear, isFiltered } = useTabFilters(filterKeys)
  const list = useAdminList(['admin', 'security', 'events'], listSuspicionsApi, path, values, refreshMs)
  return (
    <>
      <p className="max-w-[62ch] text-sm text-ink-2">{t('events.reuse')}</p>
      <AdminList
        caption={t('tab.events')}
        list={list}
        columns={useColumns()}
        keyOf={row => row.id}
        isFiltered={isFiltered}
        empty={<EmptyState title={t('events.empty')}>{t('events.emptyText')}</EmptyState>}
        filters={
          <FilterBar isFiltered={isFiltered} onClear={clear} csv={{ path: csvPath(`${path}.csv`, values), name: 'suspicious-events' }}>
            <FilterSelect
              label={t('events.kind')}
              value={oneOf(suspicionKinds, values.kind)}
              options={suspicionKinds.map(value => ({ value, label: t(`events.kind.${value}`) }))}
              onChange={kind => set({ kind })}
            />
          </FilterBar>
        }
      />
    </>
  )
}

function useColumns(): Column<Suspicion>[] {
  const t = useWords('adminsecurity')
  return [
    { key: 'at', head: t('events.at'), cell: row => <Moment at={row.at} /> },
    {
      ...{ key: 'kind', head: t('events.kind') },
      cell: row => <StateLabel kind={row.kind === 'refresh_token_reuse' ? 'bad' : 'warn'} label={t(`events.kind.${row.kind}`)} />,
    },
    { key: 'person', head: t('events.person'), cell: row => <PersonLink person={row.person} /> },
    { key: 'device', head: t('events.device'), cell: row => <DeviceName device={row.device} /> },
    {
      ...{ key: 'address', head: t('events.address') },
      cell: row => row.ip && <Link to={`/admin/logs?${new URLSearchParams({ ip: row.ip })}`}>{row.ip}</Link>,
    },
  ]
}
