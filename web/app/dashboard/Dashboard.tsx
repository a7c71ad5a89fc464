// The dashboard: the email totals, the email accounts, the latest emails.
import { Suspense, useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import type { Sum } from '../../../core/api/ledger.ts'
import type { Mailbox } from '../../../core/api/mail.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { useNow } from '../../now.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { MessageTotals } from '../../ui/charts/MessageTotals.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { SkeletonOf } from '../../ui/feedback/SkeletonOf.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { lazyPart } from '../../words/lazy-part.tsx'
import { useWords } from '../../words/words.tsx'
import { OnboardingCard } from '../onboarding/OnboardingCard.tsx'
import { useOnboarding } from '../onboarding/onboarding.ts'
import { useDestinations } from '../queries/destinations.ts'
import { pollMs, useLedger } from '../queries/ledger.ts'
import { useMailboxes } from '../queries/mailboxes.ts'
import { useNotifications } from '../shell/notifications/notifications.ts'
import { stateLinks } from '../state-links.ts'
import { LatestEmails } from './LatestEmails.tsx'
import { AddMailboxCard, MailboxSummary } from './MailboxSummary.tsx'

const periods = ['1', '7', '30'] as const
const links = stateLinks()
// Only where plans are sold.
const troubleNote = lazyPart(['notifications'], async () => (await import('./TroubleNote.tsx')).TroubleNote)
const plan = lazyPart(['usage'], async () => (await import('../subscription/DashboardPlan.tsx')).DashboardPlan)

export function Dashboard() {
  const t = useWords('dashboard')
  const explain = useExplain()
  const [period, setPeriod] = useState<(typeof periods)[number]>('1')
  const ledger = useLedger(Number(period))
  const mailboxes = useMailboxes()
  const sellsPlans = useConfig()?.sellsPlans ?? false
  const options = periods.map(value => ({ value, label: t(`period.${value}`) }))
  const failure = ledger.error ?? mailboxes.error
  // Rendered in slices, so that slow phones can scroll meanwhile.
  const isLoaded = useDeferredValue(useAllLoaded(ledger, mailboxes, useDestinations(pollMs), useOnboarding()))
  return (
    <div>
      <PageHeader
        title={t('title')}
        action={
          // On a phone in its own row, however long the sentence above it is.
          <div className="max-sm:-mt-2 max-sm:w-full">
            <Segmented label={t('period')} parts={options} value={period} onChange={setPeriod} />
          </div>
        }
      >
        {/* Two lines on a phone and one elsewhere, as the longest sentence needs, so that nothing moves when it is loaded. */}
        <span className="block min-h-[2lh] sm:min-h-[1lh]">
          <LeadSentence
            mailboxes={isLoaded ? mailboxes.data?.items : undefined}
            failed={ledger.data && ledger.data.sum.failed - ledger.data.sum.byEmail}
          />
        </span>
      </PageHeader>
      {isLoaded ? (
        <div className="grid grid-cols-1 gap-6">
          {failure && (
            <Note kind="danger" alert>
              {explain(failure)}
            </Note>
          )}
          <WhatsAppTrouble />
          {sellsPlans && (
            <Suspense>
              <plan.View part="notices" />
            </Suspense>
          )}
          <OnboardingCard />
          {ledger.data ? <TotalsCard sum={ledger.data.sum} mailboxes={mailboxes.data?.items ?? []} /> : <TotalsSkeleton />}
          <Accounts mailboxes={mailboxes.data?.items} counts={ledger.data?.perMailbox ?? []} />
          {sellsPlans && (
            <Suspense fallback={<SkeletonCard tall="min-h-46" />}>
              <plan.View part="usage" />
            </Suspense>
          )}
          <LatestEmails inProgress={ledger.data ? ledger.data.sum.underWay + ledger.data.sum.held : 0} />
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <TotalsSkeleton />
          <SkeletonCard tall="min-h-46" />
        </div>
      )}
    </div>
  )
}

/** True once all requests have settled, and from then on, since content that arrives in pieces pushes away what somebody is reading. */
function useAllLoaded(...queries: { isPending: boolean }[]): boolean {
  const [wasLoaded, setWasLoaded] = useState(false)
  const isLoaded = wasLoaded || queries.every(query => !query.isPending)
  if (isLoaded && !wasLoaded) setWasLoaded(true)
  return isLoaded
}

function WhatsAppTrouble() {
  const trouble = useNotifications().data?.items.find(({ kind }) => kind === 'whatsapp_trouble')
  return (
    trouble && (
      <Suspense>
        <troubleNote.View since={trouble.at} />
      </Suspense>
    )
  )
}

/** One sentence about the current situation, the most urgent first. */
function LeadSentence({ mailboxes, failed = 0 }: { mailboxes: Mailbox[] | undefined; failed: number | undefined }) {
  const t = useWords('dashboard')
  const phones = useDestinations(pollMs).data?.items
  if (!mailboxes || !phones) return t('lead.wait')
  const needingAttention = mailboxes.filter(mailbox => mailbox.state === 'needs_you').length
  if (needingAttention) return t('lead.needs', { n: needingAttention, rest: mailboxes.length - needingAttention })
  if (mailboxes.length === 0) return t('lead.noMailbox')
  if (!phones.some(phone => phone.state === 'linked')) return t('lead.noPhone')
  return failed ? t('lead.failed', { n: failed }) : t('lead.order')
}

/** Typical totals, with two parts as on most days. */
const sampleTotals = { arrived: 12, forwarded: 7, underWay: 0, held: 0, failed: 0, notMatched: 5, suppressed: 0 }

function TotalsSkeleton() {
  const t = useWords('dashboard')
  return (
    <SkeletonOf>
      <h2 className="sr-only">{t('ledger')}</h2>
      <MessageTotals figures={sampleTotals} links={links}>
        {t('balanced')}
      </MessageTotals>
    </SkeletonOf>
  )
}

function TotalsCard({ sum, mailboxes }: { sum: Sum; mailboxes: readonly Mailbox[] }) {
  const t = useWords('dashboard')
  const { arrived, forwarded, underWay, held, failed, notMatched, suppressed } = sum
  const open = arrived - (forwarded + underWay + held + failed + notMatched + suppressed)
  return (
    <Card>
      <h2 className="sr-only">{t('ledger')}</h2>
      <MessageTotals figures={sum} links={links}>
        {arrived === 0 ? t('nothing') : open === 0 ? t('balanced') : t('unbalanced', { n: open })}{' '}
        {arrived > 0 && <ServerCounts mailboxes={mailboxes} />}
      </MessageTotals>
    </Card>
  )
}

/** The mail servers' own counts since each account was added, compared with ours. */
function ServerCounts({ mailboxes }: { mailboxes: readonly Mailbox[] }) {
  const t = useWords('dashboard')
  const counts = mailboxes.flatMap(mailbox => mailbox.count ?? [])
  if (counts.length === 0) return null
  const held = counts.reduce((sum, count) => sum + count.held, 0)
  const missing = counts.reduce((sum, count) => sum + Math.max(0, count.held - count.kept), 0)
  return t(missing === 0 ? 'servers.agree' : 'servers.lack', { held, lacking: missing })
}

interface MailboxCount {
  mailboxId: string
  arrived: number
  forwarded: number
}

function Accounts({ mailboxes, counts }: { mailboxes: Mailbox[] | undefined; counts: readonly MailboxCount[] }) {
  const t = useWords('dashboard')
  const now = useNow()
  if (mailboxes?.length === 0)
    return (
      <EmptyState title={t('accounts.none')} action={<LinkButton to="/email-accounts">{t('accounts.add')}</LinkButton>}>
        {t('accounts.noneText')}
      </EmptyState>
    )
  // Those that need the person come first; a dashboard shows six at most.
  const visible = mailboxes?.toSorted((a, b) => Number(b.state === 'needs_you') - Number(a.state === 'needs_you')).slice(0, 6)
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2>{t('accounts')}</h2>
        <Link to="/email-accounts" className="text-sm">
          {t('accounts.all', { n: mailboxes?.length ?? 0 })}
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2 lg:grid-cols-3">
        {visible?.map(mailbox => (
          <MailboxSummary key={mailbox.id} mailbox={mailbox} count={counts.find(count => count.mailboxId === mailbox.id)} now={now} />
        )) ?? <SkeletonCard tall="min-h-46" />}
        {visible?.length === 1 && <AddMailboxCard className="max-sm:hidden lg:col-span-2" />}
        {visible?.length === 2 && <AddMailboxCard className="max-lg:hidden" />}
      </div>
    </section>
  )
}
