// The console's list of users: searched and filtered on the server, newest first.
import { useState } from 'react'
import { Link } from 'react-router'
import { type AdminUserLine, listAdminUsersApi } from '../../../core/api/admin/users.ts'
import { staffRoles } from '../../../core/session/staff.ts'
import { useNow } from '../../now.ts'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import type { Column } from '../../ui/layout/Table.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useWords } from '../../words/words.tsx'
import { AdminList } from '../pieces/AdminList.tsx'
import { FilterBar, FilterSelect } from '../pieces/FilterBar.tsx'
import { useAdminList } from '../pieces/useAdminList.ts'
import { type UrlFilterState, useUrlFilters } from '../pieces/useUrlFilters.ts'
import { DateFilter, toUserFilters } from './DateFilter.tsx'
import { InviteUser } from './InviteUser.tsx'
import { Roles } from './Roles.tsx'
import { UserState } from './UserState.tsx'

const keys = ['q', 'state', 'role', 'factor', 'from', 'to'] as const
const states = ['active', 'unconfirmed', 'suspended'] as const
const answers = ['yes', 'no'] as const
const refreshMs = 10_000

export function UsersPage() {
  const t = useWords('adminusers')
  const { hasRole } = useAuth()
  const [isInviting, setInviting] = useState(false)
  const filters = useUrlFilters(keys)
  const query = toUserFilters(filters.values)
  const list = useAdminList(['admin', 'users'], listAdminUsersApi, '/api/admin/users', query, refreshMs)
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('title')} action={hasRole('admin') && <Button onClick={() => setInviting(true)}>{t('invite')}</Button>}>
        {t(hasRole('admin') ? 'lead' : 'lead.wholeNumber')} <Link to="/admin/users/erasures">{t('receipts.link')}</Link>
      </PageHeader>
      <AdminList
        caption={t('title')}
        list={list}
        columns={columns}
        keyOf={user => user.id}
        isFiltered={filters.isFiltered}
        empty={<EmptyState title={t('empty')}>{t('empty.text')}</EmptyState>}
        filters={<UserFilterBar filters={filters} csvPath={`/api/admin/users.csv?${new URLSearchParams(query)}`} />}
      />
      <InviteUser open={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}

const among = <V extends string>(options: readonly V[], value: string | undefined): V | '' => options.find(option => option === value) ?? ''

function UserFilterBar({ filters, csvPath }: { filters: UrlFilterState<(typeof keys)[number]>; csvPath: string }) {
  const t = useWords('adminusers')
  const { values, set } = filters
  return (
    <FilterBar
      searchText={values.q ?? ''}
      searchLabel={t('search')}
      onSearch={q => set({ q })}
      isFiltered={filters.isFiltered}
      onClear={filters.clear}
      csv={{ path: csvPath, name: 'users' }}
    >
      <FilterSelect
        label={t('column.state')}
        value={among(states, values.state)}
        options={states.map(value => ({ value, label: t(`state.${value}`) }))}
        onChange={state => set({ state })}
      />
      <FilterSelect
        label={t('column.roles')}
        value={among(staffRoles, values.role)}
        options={staffRoles.map(value => ({ value, label: t(`role.${value}`) }))}
        onChange={role => set({ role })}
      />
      <FilterSelect
        label={t('filter.factor')}
        value={among(answers, values.factor)}
        options={answers.map(value => ({ value, label: t(`answer.${value}`) }))}
        onChange={factor => set({ factor })}
      />
      <DateFilter label={t('filter.from')} value={values.from} onChange={from => set({ from })} />
      <DateFilter label={t('filter.to')} value={values.to} onChange={to => set({ to })} />
    </FilterBar>
  )
}

function useColumns(): Column<AdminUserLine>[] {
  const t = useWords('adminusers')
  const now = useNow(10_000)
  return [
    {
      key: 'email',
      head: t('column.email'),
      cell: user => <Link to={`/admin/users/${user.id}`}>{user.email ?? user.phone ?? t('nobody')}</Link>,
    },
    { key: 'name', head: t('column.name'), cell: user => <span className="block max-w-48 truncate">{user.name ?? t('none')}</span> },
    { key: 'state', head: t('column.state'), cell: user => <UserState state={user.state} /> },
    { key: 'roles', head: t('column.roles'), cell: user => <Roles roles={user.roles} /> },
    { key: 'factor', head: t('filter.factor'), cell: user => t(user.hasFactor ? 'answer.yes' : 'answer.no') },
    { key: 'plan', head: t('column.plan'), cell: user => user.plan ?? t('none') },
    { key: 'mailboxes', head: t('column.mailboxes'), number: true, cell: user => user.mailboxCount },
    { key: 'created', head: t('column.created'), cell: user => <Ago at={user.createdAt} now={now} /> },
    { key: 'signIn', head: t('column.signIn'), cell: user => (user.lastSignInAt ? <Ago at={user.lastSignInAt} now={now} /> : t('never')) },
  ]
}
