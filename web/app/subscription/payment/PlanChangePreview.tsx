// A change of plan before it is confirmed: exactly what the provider will charge.
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { ChangePreview, PlanChoice, PreviewLine, SubscriptionPage } from '../../../../core/api/billing.ts'
import { planName } from '../../../../core/plans/plans.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useChangePreview } from '../../queries/subscription.ts'
import { useBillingText } from '../useBillingText.ts'
import { ConfirmChange } from './ConfirmChange.tsx'
import { LimitChanges } from './LimitChanges.tsx'
import { MoneyLines } from './MoneyLines.tsx'

export function PlanChangePreview({ page, choice }: { page: SubscriptionPage; choice: PlanChoice }) {
  const t = useWords('subscription')
  const explain = useExplain()
  const { data: preview, error, refetch, isFetching } = useChangePreview(choice, true)
  if (!preview)
    return error ? (
      <Note kind="danger" alert>
        <b>{t('preview.failed')}</b> {explain(error)} <Link to="/subscription">{t('back')}</Link>
      </Note>
    ) : (
      <div className="max-w-3xl">
        <SkeletonCard tall="min-h-100" />
      </div>
    )
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-(--gap)">
      <Card>
        <FromTo preview={preview} />
        <WhatIsCharged preview={preview} />
        <ConfirmChange preview={preview} choice={choice} busy={isFetching} onOutdated={() => void refetch()} />
      </Card>
      <LimitChanges from={preview.from.plan.limits} to={preview.to.plan.limits} plan={preview.to.plan} usage={page.usage} />
    </div>
  )
}

function FromTo({ preview: { from, to, at, prorationAt } }: { preview: ChangePreview }) {
  const t = useWords('subscription')
  const text = useBillingText()
  const language = useLanguage()
  // During a trial a smaller plan starts at once, too.
  const isNow = prorationAt !== null
  const side = ({ plan, price, interval }: ChangePreview['from'], label: string) => (
    <div className="rounded-hull bg-water px-4 py-3">
      <p className="text-sm text-ink-2">{label}</p>
      <p className="text-lg font-strong">{planName(plan, language)}</p>
      <p className="tabular-nums">{text.price(price, interval)}</p>
    </div>
  )
  return (
    <div className="grid gap-3">
      <h2>{isNow ? t('change.now') : t('change.at', { day: text.day(at) })}</h2>
      <div className="grid items-center gap-3 min-[480px]:grid-cols-[1fr_auto_1fr]">
        {side(from, t(isNow ? 'change.from' : 'change.until'))}
        <ArrowRight size={20} aria-hidden className="justify-self-center text-ink-3 max-[480px]:rotate-90 min-[480px]:rtl:rotate-180" />
        {side(to, isNow ? t('change.to') : t('change.from.day', { day: text.day(at) }))}
      </div>
    </div>
  )
}

function WhatIsCharged({ preview: { lines, dueNow, next } }: { preview: ChangePreview }) {
  const t = useWords('subscription')
  const text = useBillingText()
  const lineName = useLineName()
  return (
    <div>
      <MoneyLines
        caption={t('charge')}
        lines={lines.map((line, index) => ({ key: `${line.kind} ${index}`, name: lineName(line), amount: line.amount }))}
        total={{ name: t('dueNow'), amount: dueNow }}
      />
      {dueNow.amount < 0 && (
        <p className="max-w-[62ch] text-sm text-ink-2">
          {t('charge.credit', { amount: text.money({ ...dueNow, amount: -dueNow.amount }) })}
        </p>
      )}
      <p className="max-w-[62ch]">{t('charge.next', { day: text.day(next.at), amount: text.money(next.amount) })}</p>
    </div>
  )
}

function useLineName(): (line: PreviewLine) => string {
  const t = useWords('subscription')
  const text = useBillingText()
  const language = useLanguage()
  return ({ kind, plan, from, to }) => {
    const span = from && to ? t('line.span', { from: text.day(from), to: text.day(to) }) : ''
    const name = t(`line.${kind}`, { plan: plan ? planName(plan, language) : '', known: plan ? 'yes' : 'no' })
    return span && kind !== 'tax' && kind !== 'discount' && kind !== 'credit' ? t('line.named', { name, span }) : name
  }
}
