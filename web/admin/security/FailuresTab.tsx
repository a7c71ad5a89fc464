// Failed sign-ins by address, network or account, and the way to block an address.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FailedSignIns, failureGroupings, failureRanges, listFailedSignInsApi } from '../../../core/api/admin/security.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useAuth, useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { CsvButton } from '../pieces/CsvButton.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import { LoadFailure, Moment, PersonLink } from './cells.tsx'
import { csvPath, oneOf, useTabFilters } from './useTabFilters.ts'

const filterKeys = ['range', 'by'] as const
const path = '/api/admin/security/failed-sign-ins'
const refreshMs = 30_000

type Grouping = (typeof failureGroupings)[number]

export function FailuresTab() {
  const t = useWords('adminsecurity')
  const call = useCall()
  const { values, set } = useTabFilters(filterKeys)
  const range = oneOf(failureRanges, values.range) || '24h'
  const by = oneOf(failureGroupings, values.by) || 'address'
  const [blocking, setBlocking] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'security', 'failures', range, by],
    queryFn: ({ signal }) => call(listFailedSignInsApi, 'GET', path, { query: { range, by }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const columns = useColumns(by, data?.since ?? '', setBlocking)
  return (
    <Card flush className="min-w-0">
      <div className="flex flex-wrap items-center gap-3 px-(--pad) py-4">
        <Segmented
          label={t('failures.range')}
          value={range}
          parts={failureRanges.map(value => ({ value, label: t(`failures.range.${value}`) }))}
          onChange={value => set({ range: value })}
        />
        <Segmented
          label={t('failures.by')}
          value={by}
          parts={failureGroupings.map(value => ({ value, label: t(`failures.by.${value}`) }))}
          onChange={value => set({ by: value })}
        />
        <span className="ms-auto">
          <CsvButton path={csvPath(`${path}.csv`, { range, by })} name="failed-sign-ins" />
        </span>
      </div>
      {error && (
        <div className="px-(--pad) pb-4">
          <LoadFailure error={error} retry={() => void refetch()} />
        </div>
      )}
      {!(error && !data) && (
        <Table caption={t('tab.failures')} columns={columns} rows={data?.items} keyOf={row => row.key} empty={<NoFailures />} />
      )}
      {data && data.items.length > 0 && <Sum attempts={data.attempts} isCapped={data.isCapped} by={by} />}
      <BlockDialog network={blocking} onClose={() => setBlocking(null)} />
    </Card>
  )
}

function NoFailures() {
  const t = useWords('adminsecurity')
  return (
    <div className="p-(--pad)">
      <EmptyState title={t('failures.empty')}>{t('failures.emptyText')}</EmptyState>
    </div>
  )
}

function Sum({ attempts, isCapped, by }: { attempts: number; isCapped: boolean; by: Grouping }) {
  const t = useWords('adminsecurity')
  const language = useLanguage()
  return (
    <footer className="grid gap-2 px-(--pad) py-3 text-sm text-ink-2">
      {isCapped ? (
        <Note kind="warn">{t('failures.capped', { n: attempts.toLocaleString(language) })}</Note>
      ) : (
        <p>{t('failures.sum', { n: attempts })}</p>
      )}
      {by === 'network' && <p>{t('failures.network')}</p>}
    </footer>
  )
}

function useColumns(by: Grouping, since: string, block: (network: string) => void): Column<FailedSignIns>[] {
  const t = useWords('adminsecurity')
  const language = useLanguage()
  const { roles } = useAuth()
  const mayBlock = roles.includes('admin')
  const blockColumn: Column<FailedSignIns> = {
    ...{ key: 'block', head: t('failures.blocked') },
    cell: row => {
      if (row.isBlocked) return <StateLabel kind="bad" label={t('failures.blocked')} />
      return (
        mayBlock && (
          <Button look="quiet" small onClick={() => block(row.key)}>
            {t('failures.block')}
          </Button>
        )
      )
    },
  }
  return [
    { key: 'key', head: t(`failures.by.${by}`), cell: row => (by === 'account' ? <Account row={row} /> : <code>{row.key}</code>) },
    {
      ...{ key: 'attempts', head: t('failures.attempts'), number: true },
      cell: row => <Link to={logPath(row, by, since)}>{row.attempts.toLocaleString(language)}</Link>,
    },
    ...(by === 'account' ? [] : [blockColumn]),
    {
      ...{ key: 'others', head: t(by === 'account' ? 'failures.addresses' : 'failures.accounts'), number: true },
      cell: row => row.others.toLocaleString(language),
    },
    { key: 'last', head: t('failures.last'), cell: row => <Moment at={row.lastAt} /> },
  ]
}

function Account({ row }: { row: FailedSignIns }) {
  const t = useWords('adminsecurity')
  if (row.person) return <PersonLink person={row.person} />
  return (
    <>
      {row.key} <span className="text-ink-3">{t('failures.unknownAccount')}</span>
    </>
  )
}

/** The log can be filtered by an address, but not by a network. */
function logPath(row: FailedSignIns, by: Grouping, since: string): string {
  const query = new URLSearchParams({ action: 'failed_login_attempt', source: 'server', from: since })
  if (by === 'address') query.set('ip', row.key)
  if (by === 'account') query.set('user', row.person?.id ?? row.key)
  return `/admin/logs?${query}`
}
