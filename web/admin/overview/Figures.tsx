// The overview's figures: emails and deliveries per minute, new users and revenue; each leads to what explains it.
import type { ReactNode } from 'react'
import type { Overview } from '../../../core/api/admin/overview.ts'
import { Link } from '../../navigation/navigation.tsx'
import { Sparkline } from '../../ui/charts/Sparkline.tsx'
import { useWords } from '../../words/words.tsx'
import { useCount, useMoney } from './count.ts'

const dayMs = 86_400_000

export function Figures({ overview }: { overview: Overview }) {
  const t = useWords('adminoverview')
  const formatCount = useCount()
  const { at, perMinute, newUsers, revenue } = overview
  const usersSince = (days: number) =>
    `/admin/users?${new URLSearchParams({ from: new Date(new Date(at).getTime() - days * dayMs).toISOString() })}`
  return (
    <section aria-label={t('figures')}>
      <dl className="card grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 gap-y-5">
        <MinuteFigure kind="arrived" counts={perMinute.arrived} />
        <MinuteFigure kind="delivered" counts={perMinute.delivered} />
        <Figure name={t('users.today')} to={usersSince(1)} value={formatCount(newUsers.today)} />
        <Figure name={t('users.week')} to={usersSince(7)} value={formatCount(newUsers.week)} />
        {revenue && <RevenueFigures revenue={revenue} />}
      </dl>
    </section>
  )
}

function MinuteFigure({ kind, counts }: { kind: keyof Overview['perMinute']; counts: number[] }) {
  const t = useWords('adminoverview')
  const formatCount = useCount()
  // The newest minute is not over.
  const last = counts.at(-2) ?? 0
  const label = t(`minutes.${kind}.label`, { n: counts.reduce((sum, count) => sum + count, 0), last })
  return (
    <Figure name={t(`minutes.${kind}`)} to="/admin/analytics" value={t('minutes.perMinute', { n: formatCount(last) })}>
      <Sparkline daily={counts} label={label} stepPx={3} />
    </Figure>
  )
}

function RevenueFigures({ revenue }: { revenue: NonNullable<Overview['revenue']> }) {
  const t = useWords('adminoverview')
  const formatCount = useCount()
  const formatMoney = useMoney()
  const monthly = revenue.monthly.map(({ amount, currency }) => formatMoney(amount, currency)).join(' · ')
  return (
    <>
      <Figure name={t('revenue.active')} to="/admin/subscriptions?state=active" value={formatCount(revenue.active)} />
      <Figure name={t('revenue.trialing')} to="/admin/subscriptions?state=trialing" value={formatCount(revenue.trialing)} />
      <Figure name={t('revenue.pastDue')} to="/admin/subscriptions?state=past_due" value={formatCount(revenue.pastDue)} />
      <Figure name={t('revenue.monthly')} to="/admin/subscriptions" value={monthly || formatCount(0)} />
    </>
  )
}

function Figure({ name, value, to, children }: { name: string; value: string; to: string; children?: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="grid gap-1 text-xl font-figure wrap-anywhere tabular-nums">
        <Link to={to}>{value}</Link>
        {children}
      </dd>
    </div>
  )
}
