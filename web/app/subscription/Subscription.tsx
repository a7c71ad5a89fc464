// The subscription: the plan, this month's usage, and what third parties may charge.
import { Link } from 'react-router'
import { selfHosted } from '../../../core/plans/plans.ts'
import { pagePath } from '../../navigation/PageLink.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { CheckList } from '../../ui/text/CheckList.tsx'
import { useLanguage, useWords, useWordsOfCodes } from '../../words/words.tsx'
import { useLedger } from '../queries/ledger.ts'

export function Subscription() {
  const t = useWords('subscription')
  return (
    <div>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Usage />
        <PlanCard />
        <Card>
          <h2>{t('others')}</h2>
          <p className="max-w-[62ch] text-ink-2">{t('others.text')}</p>
          <p>
            <Link to={pagePath('pricing', useLanguage())}>{t('others.link')}</Link>
          </p>
        </Card>
      </div>
    </div>
  )
}

function Usage() {
  const t = useWords('subscription')
  const explain = useExplain()
  const language = useLanguage()
  const ledger = useLedger(1)
  if (ledger.error && !ledger.data)
    return (
      <Note kind="danger" alert>
        <b>{t('usage.failed')}</b> {explain(ledger.error)}
      </Note>
    )
  if (!ledger.data) return <SkeletonCard />
  const { month, delivered, reserved, allowance } = ledger.data.usage
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2>{t('usage')}</h2>
        <p className="text-sm text-ink-2">{t('usage.month', { month: monthName(month, language) })}</p>
      </div>
      <p>
        <b className="text-figure font-figure tabular-nums">{delivered.toLocaleString(language)}</b>{' '}
        <span className="text-ink-2">{t('usage.delivered', { n: delivered })}</span>
      </p>
      <p>
        {t('usage.reserved', { n: reserved })}{' '}
        {allowance === null ? t('usage.unlimited') : t('usage.allowance', { allowance: allowance.toLocaleString(language) })}
      </p>
      <p className="text-sm text-ink-2">{t('usage.what')}</p>
    </Card>
  )
}

const monthName = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

function PlanCard() {
  const t = useWords('subscription')
  const plan = useWordsOfCodes()
  return (
    <Card className="lg:row-span-2">
      <div>
        <p className="text-sm text-ink-2">{t('plan')}</p>
        <h2>{plan(selfHosted.nameId)}</h2>
      </div>
      <CheckList items={selfHosted.includes.map(id => plan(`plans.${id}`))} />
      <p className="text-sm text-ink-2">{t('plan.text')}</p>
    </Card>
  )
}
