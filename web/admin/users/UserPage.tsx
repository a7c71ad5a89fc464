// One user in the console: the account and everything that belongs to it, updated while it is open.
import { useQuery } from '@tanstack/react-query'
import { Link, matchPath, useLocation } from 'react-router'
import { type AdminUser, getAdminUserApi } from '../../../core/api/admin/users.ts'
import { ApiError } from '../../ApiError.ts'
import { useAuth, useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { formatExactTime } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { PageMissing } from '../PageRefused.tsx'
import { PlanGiftCard } from '../subscriptions/PlanGiftCard.tsx'
import { ActionsCard } from './actions/ActionsCard.tsx'
import { DeliveriesCard, PhonesCard } from './detail/delivery-cards.tsx'
import { ExportsCard } from './detail/ExportsCard.tsx'
import { FactsCard } from './detail/FactsCard.tsx'
import { LogCard } from './detail/LogCard.tsx'
import { FiltersCard, MailboxesCard } from './detail/mail-cards.tsx'
import { ProblemsCard } from './detail/ProblemsCard.tsx'
import { SessionsCard } from './detail/SessionsCard.tsx'
import { SubscriptionCard } from './detail/SubscriptionCard.tsx'

const refreshMs = 10_000

export function UserPage() {
  const { pathname } = useLocation()
  const id = matchPath('/admin/users/:id', pathname)?.params.id ?? ''
  const t = useWords('adminusers')
  const explain = useExplain()
  const call = useCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => call(getAdminUserApi, 'GET', '/api/admin/users/:id', { params: { id }, signal }),
    refetchInterval: query => (query.state.error ? false : refreshMs),
  })
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <PageMissing />
  return (
    <>
      {error && (
        <div className="mb-6">
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(error)}
          </Note>
          <Button look="quiet" small className="mt-3" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {data ? <UserView user={data} /> : !error && <SkeletonCard />}
    </>
  )
}

export function UserView({ user }: { user: AdminUser }) {
  const t = useWords('adminusers')
  const { hasRole } = useAuth()
  return (
    <>
      <PageHeader title={user.email ?? user.phone ?? t('nobody')} above={<Link to="/admin/users">{t('title')}</Link>}>
        <StateSentence user={user} />
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        <ProblemsCard user={user} />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <FactsCard user={user} />
          <SubscriptionCard user={user} />
        </div>
        {(hasRole('admin') || hasRole('billing')) && <PlanGiftCard userId={user.id} />}
        {(hasRole('admin') || hasRole('support')) && <UserCards user={user} />}
        {hasRole('admin') ? <ActionsCard user={user} /> : <Note>{t('actions.adminsOnly')}</Note>}
      </div>
    </>
  )
}

/** Sections that support needs, and billing does not. */
function UserCards({ user }: { user: AdminUser }) {
  const { hasRole } = useAuth()
  return (
    <>
      <MailboxesCard mailboxes={user.mailboxes} />
      <PhonesCard phones={user.phones} />
      <FiltersCard filters={user.filters} />
      <DeliveriesCard deliveries={user.deliveries} />
      <SessionsCard user={user} mayChange={hasRole('admin')} />
      <ExportsCard exports={user.exports} />
      <LogCard user={user} />
    </>
  )
}

function StateSentence({ user }: { user: AdminUser }) {
  const t = useWords('adminusers')
  const language = useLanguage()
  if (user.state !== 'suspended') return t(`sentence.${user.state}`)
  if (user.isForGood || !user.suspendedUntil) return t('sentence.suspendedForGood')
  return t('sentence.suspended', { until: formatExactTime(user.suspendedUntil, language) })
}
