// The blocked addresses, and the ways to block and unblock one.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AddressBlock, blockStates, listBlocksApi, removeBlockApi } from '../../../core/api/admin/security.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useAuth, useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import type { Column } from '../../ui/layout/Table.tsx'
import { useWords } from '../../words/words.tsx'
import { AdminList } from '../pieces/AdminList.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { FilterBar, FilterSelect } from '../pieces/FilterBar.tsx'
import { useAdminList } from '../pieces/useAdminList.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { Later, Moment, PersonLink } from './cells.tsx'
import { csvPath, oneOf, useTabFilters } from './useTabFilters.ts'

const filterKeys = ['state', 'address'] as const
const path = '/api/admin/security/blocks'
const refreshMs = 10_000

export function BlocksTab() {
  const t = useWords('adminsecurity')
  const { roles } = useAuth()
  const mayChange = roles.includes('admin')
  const { values, set, clear, isFiltered } = useTabFilters(filterKeys)
  const [adding, setAdding] = useState<string | null>(null)
  const [removing, setRemoving] = useState<AddressBlock | null>(null)
  const list = useAdminList(['admin', 'security', 'blocks'], listBlocksApi, path, values, refreshMs)
  const columns = useColumns(mayChange ? setRemoving : null)
  const add = mayChange && (
    <Button small onClick={() => setAdding('')}>
      {t('blocks.add')}
    </Button>
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[62ch] text-sm text-ink-2">{t('blocks.text')}</p>
        {add}
      </div>
      <AdminList
        caption={t('tab.blocks')}
        list={list}
        columns={columns}
        keyOf={row => row.id}
        isFiltered={isFiltered}
        empty={<EmptyState title={t('blocks.empty')}>{t('blocks.emptyText')}</EmptyState>}
        filters={
          <FilterBar
            searchText={values.address ?? ''}
            searchLabel={t('blocks.search')}
            onSearch={address => set({ address })}
            isFiltered={isFiltered}
            onClear={clear}
            csv={{ path: csvPath(`${path}.csv`, values), name: 'blocked-addresses' }}
          >
            <FilterSelect
              label={t('blocks.state')}
              value={oneOf(blockStates, values.state)}
              options={blockStates.map(value => ({ value, label: t(`blocks.state.${value}`) }))}
              onChange={state => set({ state })}
            />
          </FilterBar>
        }
      />
      <BlockDialog network={adding} onClose={() => setAdding(null)} />
      <Unblock block={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function Unblock({ block, onClose }: { block: AddressBlock | null; onClose(): void }) {
  const t = useWords('adminsecurity')
  const call = useCall()
  const queries = useQueryClient()
  const unblock = async (reason: string) => {
    if (!block) return
    await call(removeBlockApi, 'POST', '/api/admin/security/blocks/:id/removals', { params: { id: block.id }, body: { reason } })
    await queries.invalidateQueries({ queryKey: ['admin', 'security'] })
  }
  return (
    <ConfirmAction
      open={block !== null}
      onClose={onClose}
      title={t('blocks.removeTitle', { network: block?.network ?? '' })}
      action={t('blocks.remove')}
      onConfirm={unblock}
    >
      <p>{t('blocks.removeText')}</p>
    </ConfirmAction>
  )
}

function useColumns(remove: ((block: AddressBlock) => void) | null): Column<AddressBlock>[] {
  const t = useWords('adminsecurity')
  return [
    { key: 'network', head: t('blocks.network'), cell: row => <code>{row.network}</code> },
    {
      ...{ key: 'state', head: t('blocks.state') },
      cell: row => (
        <StateLabel kind={row.isActive ? 'bad' : 'off'} label={t(row.isActive ? 'blocks.state.active' : 'blocks.state.ended')} />
      ),
    },
    { key: 'reason', head: t('blocks.reason'), cell: row => <span className="block max-w-[32ch] whitespace-normal">{row.reason}</span> },
    { key: 'by', head: t('blocks.by'), cell: row => <PersonLink person={row.blockedBy} /> },
    { key: 'at', head: t('blocks.at'), cell: row => <Moment at={row.blockedAt} /> },
    { key: 'ends', head: t('blocks.ends'), cell: row => (row.endsAt ? <Later at={row.endsAt} /> : t('blocks.endsNever')) },
    {
      ...{ key: 'log', head: t('log') },
      cell: row => <Link to={`/admin/logs?${new URLSearchParams({ resourceType: 'network', resourceId: row.network })}`}>{t('log')}</Link>,
    },
    ...(remove
      ? [
          {
            ...{ key: 'remove', head: t('blocks.remove') },
            cell: (row: AddressBlock) => (
              <Button look="quiet" small onClick={() => remove(row)}>
                {t('blocks.remove')}
              </Button>
            ),
          },
        ]
      : []),
  ]
}
