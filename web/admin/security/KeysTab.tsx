// The API keys of all users, and the way to revoke one. Their names stay with their owners.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnyKey, keyStates, listAllKeysApi, revokeAnyKeyApi } from '../../../core/api/admin/security.ts'
import { useNow } from '../../now.ts'
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
import { Later, Moment, PersonLink } from './cells.tsx'
import { csvPath, oneOf, useTabFilters } from './useTabFilters.ts'

const filterKeys = ['state', 'prefix', 'user'] as const
const path = '/api/admin/security/keys'
const refreshMs = 30_000
/** What every key shows; the rest of a pasted key is secret and must not come into the URL. */
const prefixLength = 8

export function KeysTab() {
  const t = useWords('adminsecurity')
  const { roles } = useAuth()
  const { values, set, clear, isFiltered } = useTabFilters(filterKeys)
  const [revoking, setRevoking] = useState<AnyKey | null>(null)
  const list = useAdminList(['admin', 'security', 'keys'], listAllKeysApi, path, values, refreshMs)
  return (
    <>
      <AdminList
        caption={t('tab.keys')}
        list={list}
        columns={useColumns(roles.includes('admin') ? setRevoking : null)}
        keyOf={row => row.id}
        isFiltered={isFiltered}
        empty={<EmptyState title={t('keys.empty')}>{t('keys.emptyText')}</EmptyState>}
        filters={
          <FilterBar
            searchText={values.prefix ?? ''}
            searchLabel={t('keys.search')}
            onSearch={prefix => set({ prefix: prefix.slice(0, prefixLength) })}
            isFiltered={isFiltered}
            onClear={clear}
            csv={{ path: csvPath(`${path}.csv`, values), name: 'api-keys' }}
          >
            <FilterSelect
              label={t('keys.state')}
              value={oneOf(keyStates, values.state)}
              options={keyStates.map(value => ({ value, label: t(`keys.state.${value}`) }))}
              onChange={state => set({ state })}
            />
            {values.user && (
              <Button look="bare" small onClick={() => set({ user: '' })}>
                {t('keys.ofUser')}
              </Button>
            )}
          </FilterBar>
        }
      />
      <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />
    </>
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: AnyKey | null; onClose(): void }) {
  const t = useWords('adminsecurity')
  const call = useCall()
  const queries = useQueryClient()
  const prefix = apiKey?.prefix ?? ''
  const revoke = async (reason: string) => {
    if (!apiKey) return
    const request = { params: { id: apiKey.id }, body: { userId: apiKey.owner.id, reason } }
    await call(revokeAnyKeyApi, 'POST', '/api/admin/security/keys/:id/revocations', request)
    await queries.invalidateQueries({ queryKey: ['admin', 'security', 'keys'] })
  }
  return (
    <ConfirmAction
      open={apiKey !== null}
      onClose={onClose}
      title={t('keys.revokeTitle', { prefix })}
      action={t('keys.revokeAction')}
      word={prefix}
      onConfirm={revoke}
    >
      <p>{t('keys.revokeText')}</p>
    </ConfirmAction>
  )
}

function useColumns(revoke: ((key: AnyKey) => void) | null): Column<AnyKey>[] {
  const t = useWords('adminsecurity')
  return [
    { key: 'owner', head: t('keys.owner'), cell: row => <PersonLink person={row.owner} /> },
    { key: 'prefix', head: t('keys.prefix'), cell: row => <code>{row.prefix}…</code> },
    { key: 'scope', head: t('keys.scope'), cell: row => t(`keys.scope.${row.scope}`) },
    { key: 'created', head: t('keys.created'), cell: row => <Moment at={row.createdAt} /> },
    { key: 'used', head: t('keys.used'), cell: row => (row.lastUsedAt ? <Moment at={row.lastUsedAt} /> : t('keys.neverUsed')) },
    { key: 'expires', head: t('keys.expires'), cell: row => <Later at={row.expiresAt} /> },
    { key: 'state', head: t('keys.state'), cell: row => <State apiKey={row} /> },
    ...(revoke
      ? [
          {
            ...{ key: 'revoke', head: t('keys.revoke') },
            cell: (row: AnyKey) =>
              row.revokedAt === null && (
                <Button look="quiet" small onClick={() => revoke(row)}>
                  {t('keys.revoke')}
                </Button>
              ),
          },
        ]
      : []),
  ]
}

function State({ apiKey }: { apiKey: AnyKey }) {
  const t = useWords('adminsecurity')
  const now = useNow(refreshMs)
  if (apiKey.revokedAt) return <StateLabel kind="off" label={t('keys.state.revoked')} />
  const isExpired = new Date(apiKey.expiresAt) <= now
  return <StateLabel kind={isExpired ? 'off' : 'ok'} label={t(isExpired ? 'keys.state.expired' : 'keys.state.active')} />
}
