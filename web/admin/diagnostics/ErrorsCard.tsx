// What the hosts logged in the last week, grouped by text without values.
import { useQuery } from '@tanstack/react-query'
import { type ErrorGroup, listErrorGroupsApi } from '../../../core/api/admin/diagnostics.ts'
import { useNow } from '../../now.ts'
import { useCall } from '../../session/session.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/layout/Table.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'

const refreshMs = 10_000

export function ErrorsCard() {
  const t = useWords('admindiagnostics')
  const explain = useExplain()
  const call = useCall()
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['admin', 'diagnostics', 'errors'],
    queryFn: ({ signal }) => call(listErrorGroupsApi, 'GET', '/api/admin/diagnostics/errors', { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Card flush>
      <CardHead title={t('errors')}>{t('errors.text')}</CardHead>
      {error ? (
        <div className="px-(--pad) pb-4">
          <Note kind="danger">{explain(error)}</Note>
        </div>
      ) : (
        <Table
          caption={t('errors')}
          rows={data?.items}
          keyOf={group => `${group.host} ${group.level} ${group.message}`}
          columns={columns}
          empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('errors.none')}</p>}
        />
      )}
    </Card>
  )
}

function useColumns(): Column<ErrorGroup>[] {
  const t = useWords('admindiagnostics')
  const language = useLanguage()
  const now = useNow(refreshMs)
  return [
    {
      key: 'message',
      head: t('errors.message'),
      cell: group => <span className="block max-w-xl min-w-56 whitespace-normal wrap-anywhere">{group.message}</span>,
    },
    {
      key: 'level',
      head: t('errors.level'),
      cell: ({ level }) => <StateLabel kind={level === 'error' ? 'bad' : 'warn'} label={t(`errors.level.${level}`)} />,
    },
    { key: 'count', head: t('errors.count'), number: true, cell: group => group.count.toLocaleString(language) },
    { key: 'last', head: t('errors.last'), cell: group => <Ago at={group.lastAt} now={now} /> },
    { key: 'first', head: t('errors.first'), cell: group => <Ago at={group.firstAt} now={now} /> },
    { key: 'host', head: t('errors.host'), cell: group => group.host },
  ]
}
