// The console's first page: the health of the server, or why this person may not see it.
import { useQuery } from '@tanstack/react-query'
import { getHealthApi, type Health } from '../../core/api/health.ts'
import { ApiError } from '../ApiError.ts'
import { contactLabel } from '../account/phones/person-label.ts'
import { useAuth, useCall } from '../session/session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { useExplain } from '../ui/feedback/failure.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { SkeletonCard } from '../ui/feedback/Skeleton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useLanguage, useWords } from '../words/words.tsx'
import { HealthView } from './HealthView.tsx'

const refreshMs = 10_000

export function HealthPage() {
  const t = useWords('admin')
  const explain = useExplain()
  const call = useCall()
  const { hasRole, areRolesKnown } = useAuth()
  const isAdmin = hasRole('admin')
  const { data, error } = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => call(getHealthApi, 'GET', '/api/admin/health', { signal }),
    enabled: isAdmin,
    refetchInterval: query => (query.state.error ? false : refreshMs),
  })
  // The role may have been revoked meanwhile.
  const isRefused = error instanceof ApiError && error.status === 403
  if ((areRolesKnown && !isAdmin) || isRefused) return <NotAdministrator />
  return (
    <>
      <PageHeader title={t('title')}>
        <span className="tabular-nums">
          <Lead health={data} />
        </span>
      </PageHeader>
      {error && (
        <div className="mb-6">
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(error)}
          </Note>
        </div>
      )}
      {data ? <HealthView health={data} /> : !error && <SkeletonCard />}
    </>
  )
}

/** One sentence about the current state. */
function Lead({ health }: { health: Health | undefined }) {
  const t = useWords('admin')
  const language = useLanguage()
  if (!health) return t('lead.wait')
  const at = new Date(health.at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const failing = health.parts.filter(part => part.state === 'failing').length
  const withNotes = health.parts.filter(part => part.state === 'note').length
  if (failing > 0) return t('lead.failing', { n: failing, at })
  return withNotes > 0 ? t('lead.note', { n: withNotes, at }) : t('lead.ok', { at })
}

/** Tells a user without the role that the console is closed to them, and what to do. */
function NotAdministrator() {
  const t = useWords('admin')
  const { user, signOut } = useAuth()
  const email = contactLabel(user) ?? ''
  const command = `npm run admin -- add ${email}`
  return (
    <>
      <PageHeader key="refused" title={t('refused.title')}>
        {t('refused.text', { email })}
      </PageHeader>
      <Card className="max-w-3xl">
        {user?.email && (
          <>
            <p>{t('refused.ask')}</p>
            <p className="flex flex-wrap items-center gap-3">
              <code className="wrap-anywhere">{command}</code>
              <CopyButton text={command} />
            </p>
          </>
        )}
        <p className="flex flex-wrap gap-3">
          <LinkButton to="/dashboard">{t('refused.mine')}</LinkButton>
          <Button look="quiet" onClick={() => void signOut()}>
            {t('refused.other')}
          </Button>
        </p>
      </Card>
    </>
  )
}
