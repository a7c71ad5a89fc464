// Lists the WhatsApp templates: what they are for, what WhatsApp says about them, and which one is sent.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { listTemplatesApi, maxWaitingForTemplate, syncTemplatesApi, type Template } from '../../../../core/api/templates.ts'
import { useNow } from '../../../now.ts'
import { useAuth, useCall } from '../../../session/session.tsx'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { FilterBar, FilterSelect } from '../../pieces/FilterBar.tsx'
import { useUrlFilters } from '../../pieces/useUrlFilters.ts'
import { TemplatesHeader } from '../TemplatesHeader.tsx'
import { useTemplateColumns } from './columns.tsx'

const refreshMs = 10_000
const purposes = ['announce_one', 'announce_many', 'sign_in_code'] as const
const states = ['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled'] as const

export function TemplatesPage() {
  const t = useWords('admintemplates')
  const { hasRole } = useAuth()
  return (
    <>
      <TemplatesHeader
        lead={t('whatsapp.lead')}
        action={
          hasRole('admin') && (
            <div className="flex flex-wrap gap-3">
              <SyncButton />
              <LinkButton to="/admin/templates/new">{t('new')}</LinkButton>
            </div>
          )
        }
      />
      <List />
    </>
  )
}

function List() {
  const t = useWords('admintemplates')
  const ui = useWords('adminui')
  const explain = useExplain()
  const call = useCall()
  const now = useNow(refreshMs)
  const columns = useTemplateColumns(now)
  const { values, set, clear, isFiltered } = useUrlFilters(['purpose', 'language', 'state'])
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'templates', values],
    queryFn: ({ signal }) => call(listTemplatesApi, 'GET', '/api/admin/templates', { query: toQuery(values), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: query => (query.state.error ? false : refreshMs),
  })
  const languages = [
    ...new Set([...(data?.items ?? []).map(item => item.language), ...(values.language ? [values.language] : [])]),
  ].toSorted()
  return (
    <>
      {data && data.waiting > 0 && (
        <div className="mb-5">
          <Note kind="warn">
            {t('waiting', { n: Math.min(data.waiting, maxWaitingForTemplate), more: data.waiting > maxWaitingForTemplate ? 'yes' : 'no' })}
          </Note>
        </div>
      )}
      <Card flush data-density="compact">
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <FilterSelect
            label={t('purpose')}
            value={purposes.find(one => one === values.purpose) ?? ''}
            options={purposes.map(value => ({ value, label: t(`purpose.${value}`) }))}
            onChange={purpose => set({ purpose })}
          />
          <FilterSelect
            label={t('language')}
            value={values.language ?? ''}
            options={languages.map(value => ({ value, label: value }))}
            onChange={language => set({ language })}
          />
          <FilterSelect
            label={t('state')}
            value={states.find(one => one === values.state) ?? ''}
            options={states.map(value => ({ value, label: t(`state.${value}`) }))}
            onChange={state => set({ state })}
          />
        </FilterBar>
        {error && !data ? (
          <div className="grid justify-items-start gap-3 p-(--pad)">
            <Note kind="danger" alert>
              <b>{t('failed')}</b> {explain(error)}
            </Note>
            <Button look="quiet" small onClick={() => void refetch()}>
              {ui('retry')}
            </Button>
          </div>
        ) : (
          <Table
            caption={t('tab.whatsapp')}
            columns={columns}
            rows={data?.items}
            keyOf={(template: Template) => template.id}
            empty={
              <div className="p-(--pad)">
                {isFiltered ? (
                  <EmptyState title={ui('empty')}>{ui('empty.text')}</EmptyState>
                ) : (
                  <EmptyState title={t('none')}>{t('none.text')}</EmptyState>
                )}
              </div>
            }
          />
        )}
      </Card>
    </>
  )
}

const toQuery = ({ purpose, language, state }: Partial<Record<'purpose' | 'language' | 'state', string>>) => ({
  purpose: purposes.find(one => one === purpose),
  state: states.find(one => one === state),
  language,
})

function SyncButton() {
  const t = useWords('admintemplates')
  const explain = useExplain()
  const call = useCall()
  const queries = useQueryClient()
  const sync = useMutation({
    mutationFn: () => call(syncTemplatesApi, 'POST', '/api/admin/templates/syncs', { timeoutMs: 30_000 }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['admin', 'templates'] })
      toast.success(t('synced'))
    },
    onError: error => toast.error(explain(error)),
  })
  return (
    <Button look="quiet" busy={sync.isPending} onClick={() => sync.mutate()}>
      <RefreshCw size={18} aria-hidden /> {t('sync')}
    </Button>
  )
}
