// The console's first page: the parts of the service and its figures, or one of the lists behind them.
import { useQuery } from '@tanstack/react-query'
import { getOverviewApi, type Overview } from '../../../core/api/admin/overview.ts'
import { useAuth, useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { useUrlFilters } from '../pieces/useUrlFilters.ts'
import { AlertsCard } from './alerts/AlertsCard.tsx'
import { DeliveryList } from './lists/DeliveryList.tsx'
import { MailboxList } from './lists/MailboxList.tsx'
import { OverviewView } from './OverviewView.tsx'

const refreshMs = 10_000

export function OverviewPage() {
  const { values } = useUrlFilters(['list'])
  const { roles } = useAuth()
  const maySeeRows = roles.some(role => role === 'admin' || role === 'support')
  if (values.list === 'mailboxes' && maySeeRows) return <MailboxList />
  if (values.list === 'deliveries' && maySeeRows) return <DeliveryList />
  return <Summary maySeeRows={maySeeRows} />
}

function Summary({ maySeeRows }: { maySeeRows: boolean }) {
  const t = useWords('adminoverview')
  const ui = useWords('adminui')
  const explain = useExplain()
  const call = useCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: ({ signal }) => call(getOverviewApi, 'GET', '/api/admin/overview', { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <>
      <PageHeader title={t('title')}>
        <span className="tabular-nums">
          <Lead overview={data} />
        </span>
      </PageHeader>
      {error && (
        <div className="mb-6">
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(error)}
          </Note>
          {!data && (
            <Button look="quiet" small className="mt-3" onClick={() => void refetch()}>
              {ui('retry')}
            </Button>
          )}
        </div>
      )}
      {data ? <OverviewView overview={data} alerts={maySeeRows && <AlertsCard />} maySeeRows={maySeeRows} /> : !error && <SkeletonCard />}
    </>
  )
}

/** One sentence about the current state. */
function Lead({ overview }: { overview: Overview | undefined }) {
  const t = useWords('adminoverview')
  const language = useLanguage()
  if (!overview) return t('lead.wait')
  const at = new Date(overview.at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const { state, failing, notes } = overview.health
  if (state === 'failing') return t('lead.failing', { failing, notes, at })
  return state === 'note' ? t('lead.note', { n: notes, at }) : t('lead.ok', { at })
}
