// The dashboard: the sum of all email, the email accounts, the latest deliveries.
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import type { Sum } from '../../../core/api/ledger.ts'
import type { Mailbox } from '../../../core/api/mail.ts'
import { useNow } from '../../now.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Tally } from '../../ui/charts/Tally.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { SkeletonOf } from '../../ui/feedback/SkeletonOf.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { OnboardingCard } from '../onboarding/OnboardingCard.tsx'
import { useOnboarding } from '../onboarding/onboarding.ts'
import { useDestinations } from '../queries/destinations.ts'
import { liveMs, useLedger } from '../queries/ledger.ts'
import { useMailboxes } from '../queries/mailboxes.ts'
import { stateLinks } from '../state-links.ts'
import { CrossingNow } from './LatestEmails.tsx'
import { AnotherMailbox, MailboxSummary } from './MailboxSummary.tsx'

const periods = ['1', '7', '30'] as const
const links = stateLinks()

export function Dashboard() {
  const t = useWords('dashboard')
  const explain = useExplain()
  const [period, setPeriod] = useState<(typeof periods)[number]>('1')
  const ledger = useLedger(Number(period))
  const mailboxes = useMailboxes()
  const parts = periods.map(value => ({ value, word: t(`period.${value}`) }))
  const failure = ledger.error ?? mailboxes.error
  // Rendered in slices, so that slow phones can scroll meanwhile.
  const isKnown = useDeferredValue(useAnswered(ledger, mailboxes, useDestinations(liveMs), useOnboarding()))
  return (
    <div>
      <PageHeader
        title={t('title')}
        action={
          // On a phone in its own row, however long the sentence above it is.
          <div className="max-sm:-mt-2 max-sm:w-full">
            <Segmented label={t('period')} parts={parts} value={period} onChange={setPeriod} />
          </div>
        }
      >
        {/* Two lines on a phone and one elsewhere, as its longest sentence needs: nothing moves when it is known. */}
        <span className="block min-h-[2lh] sm:min-h-[1lh]">
          <Lead
            mailboxes={isKnown ? mailboxes.data?.items : undefined}
            failed={ledger.data && ledger.data.sum.failed - ledger.data.sum.byEmail}
          />
        </span>
      </PageHeader>
      {isKnown ? (
        <div className="grid grid-cols-1 gap-6">
          {failure && (
            <Note kind="danger" alert>
              {explain(failure)}
            </Note>
          )}
          <OnboardingCard />
          {ledger.data ? <SumCard sum={ledger.data.sum} mailboxes={mailboxes.data?.items ?? []} /> : <SumSkeleton />}
          <Accounts mailboxes={mailboxes.data?.items} counts={ledger.data?.perMailbox ?? []} />
          <CrossingNow onWater={ledger.data ? ledger.data.sum.underWay + ledger.data.sum.held : 0} />
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <SumSkeleton />
          <SkeletonCard tall="min-h-46" />
        </div>
      )}
    </div>
  )
}

/** True once all requests have settled, and from then on, since content that arrives piecemeal pushes away what somebody is reading. */
function useAnswered(...asked: { isPending: boolean }[]): boolean {
  const [wasKnown, setWasKnown] = useState(false)
  const isKnown = wasKnown || asked.every(one => !one.isPending)
  if (isKnown && !wasKnown) setWasKnown(true)
  return isKnown
}

/** One sentence that is true now, the most pressing first. */
function Lead({ mailboxes, failed = 0 }: { mailboxes: Mailbox[] | undefined; failed: number | undefined }) {
  const t = useWords('dashboard')
  const phones = useDestinations(liveMs).data?.items
  if (!mailboxes || !phones) return t('lead.wait')
  const needing = mailboxes.filter(mailbox => mailbox.state === 'needs_you').length
  if (needing) return t('lead.needs', { n: needing, rest: mailboxes.length - needing })
  if (mailboxes.length === 0) return t('lead.noMailbox')
  if (!phones.some(phone => phone.state === 'linked')) return t('lead.noPhone')
  return failed ? t('lead.failed', { n: failed }) : t('lead.order')
}

/** A sum of two parts, as most days have. */
const usual = { arrived: 12, forwarded: 7, underWay: 0, held: 0, failed: 0, notMatched: 5, suppressed: 0 }

function SumSkeleton() {
  const t = useWords('dashboard')
  return (
    <SkeletonOf>
      <h2 className="sr-only">{t('ledger')}</h2>
      <Tally figures={usual} links={links}>
        {t('balanced')}
      </Tally>
    </SkeletonOf>
  )
}

function SumCard({ sum, mailboxes }: { sum: Sum; mailboxes: readonly Mailbox[] }) {
  const t = useWords('dashboard')
  const { arrived, forwarded, underWay, held, failed, notMatched, suppressed } = sum
  const open = arrived - (forwarded + underWay + held + failed + notMatched + suppressed)
  return (
    <Card>
      <h2 className="sr-only">{t('ledger')}</h2>
      <Tally figures={sum} links={links}>
        {arrived === 0 ? t('nothing') : open === 0 ? t('balanced') : t('unbalanced', { n: open })}{' '}
        {arrived > 0 && <Servers mailboxes={mailboxes} />}
      </Tally>
    </Card>
  )
}

/** The mail servers' own counts since each account was added, compared with ours. */
function Servers({ mailboxes }: { mailboxes: readonly Mailbox[] }) {
  const t = useWords('dashboard')
  const counts = mailboxes.flatMap(mailbox => mailbox.count ?? [])
  if (counts.length === 0) return null
  const held = counts.reduce((sum, count) => sum + count.held, 0)
  const lacking = counts.reduce((sum, count) => sum + Math.max(0, count.held - count.kept), 0)
  return t(lacking === 0 ? 'servers.agree' : 'servers.lack', { held, lacking })
}

interface Count {
  mailboxId: string
  arrived: number
  forwarded: number
}

function Accounts({ mailboxes, counts }: { mailboxes: Mailbox[] | undefined; counts: readonly Count[] }) {
  const t = useWords('dashboard')
  const now = useNow()
  if (mailboxes?.length === 0)
    return (
      <Empty title={t('accounts.none')} action={<LinkButton to="/email-accounts">{t('accounts.add')}</LinkButton>}>
        {t('accounts.noneText')}
      </Empty>
    )
  // Those that need the person come first; a dashboard shows six at most.
  const shown = mailboxes?.toSorted((a, b) => Number(b.state === 'needs_you') - Number(a.state === 'needs_you')).slice(0, 6)
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2>{t('accounts')}</h2>
        <Link to="/email-accounts" className="text-sm">
          {t('accounts.all', { n: mailboxes?.length ?? 0 })}
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2 lg:grid-cols-3">
        {shown?.map(mailbox => (
          <MailboxSummary key={mailbox.id} mailbox={mailbox} count={counts.find(count => count.mailboxId === mailbox.id)} now={now} />
        )) ?? <SkeletonCard tall="min-h-46" />}
        {shown?.length === 1 && <AnotherMailbox className="max-sm:hidden lg:col-span-2" />}
        {shown?.length === 2 && <AnotherMailbox className="max-lg:hidden" />}
      </div>
    </section>
  )
}
