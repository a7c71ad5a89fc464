// The state of the subscription in one sentence each, with what to do about it.
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { SubscriptionPage } from '../../../core/api/billing.ts'
import { planName } from '../../../core/plans/plans.ts'
import { Button, buttonClass, LinkButton } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { focusTitle } from '../../ui/layout/focus-title.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { useInvoices } from '../queries/payments.ts'
import { useChangeSubscription, useOpenPortal } from '../queries/subscription.ts'
import { findNotices, type SubscriptionNotice } from './find-notices.ts'
import { useBillingText } from './useBillingText.ts'

export function SubscriptionNotices({ page }: { page: SubscriptionPage }) {
  const notices = findNotices(page)
  if (notices.length === 0) return null
  return (
    <div className="grid gap-3">
      {notices.map(notice => (
        <Note key={notice.id} kind={notice.kind}>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="max-w-[62ch] flex-1 basis-72">
              <NoticeText notice={notice} page={page} />
            </p>
            <NoticeButton notice={notice} page={page} />
          </div>
        </Note>
      ))}
    </div>
  )
}

/** Only what holds emails back, with the way to the subscription. */
export function UrgentNotices({ page }: { page: SubscriptionPage }) {
  const t = useWords('usage')
  return findNotices(page)
    .filter(({ kind, id }) => kind !== 'info' && id !== 'cancelled')
    .map(notice => (
      <Note key={notice.id} kind={notice.kind}>
        <NoticeText notice={notice} page={page} /> <Link to="/subscription">{t('link')}</Link>
      </Note>
    ))
}

function NoticeText({ notice: { id, at }, page }: { notice: SubscriptionNotice; page: SubscriptionPage }) {
  const t = useWords('usage')
  const text = useBillingText()
  const language = useLanguage()
  const { subscription, usage } = page
  const next = id === 'scheduled' ? subscription?.nextChange : null
  const plan = next?.plan ?? subscription?.plan ?? page.plan
  const price = next?.price ?? subscription?.price
  const isUsage = id === 'allowance_used' || id === 'allowance_nearly'
  return t(`notice.${id}`, {
    day: isUsage ? text.utcDay(at ?? firstOfNextMonth(usage.month)) : at ? text.day(at) : '',
    known: at ? 'yes' : 'no',
    plan: planName(plan, language),
    price: price ? text.price(price, next?.interval ?? subscription?.interval ?? 'month') : '',
    month: text.month(usage.month),
    used: text.count(usage.reserved + usage.delivered),
    limit: text.count(usage.limit ?? 0),
    provider: page.provider ?? '',
  })
}

function firstOfNextMonth(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1))
}

const labels = { portal: 'button.portal', resume: 'button.resume', unpause: 'button.unpause', keep_plan: 'button.keep' } as const

function NoticeButton({ notice: { id, action }, page }: { notice: SubscriptionNotice; page: SubscriptionPage }) {
  const t = useWords('usage')
  const explain = useExplain()
  const language = useLanguage()
  const change = useChangeSubscription()
  const portal = useOpenPortal()
  const isDone = useFocusTitleWhenGone()
  const payUrl = useOpenInvoiceUrl()
  if (!action) return null
  if (action === 'plans')
    return (
      <LinkButton to="/subscription#plans" look="quiet" small>
        {t(id === 'ended' ? 'button.choose' : 'button.plans')}
      </LinkButton>
    )
  const onError = (error: Error) => toast.error(explain(error))
  const plan = planName(page.subscription?.plan ?? page.plan, language)
  const run = () => {
    if (action === 'portal') return portal.mutate(undefined, { onError })
    change.mutate(action, {
      onSuccess: () => {
        isDone.current = true
        toast.success(t(`done.${action}`, { plan }))
      },
      onError,
    })
  }
  // A new card alone pays nothing: the provider would try it days later.
  const canPay = action === 'portal' && payUrl !== null
  return (
    <div className="flex flex-wrap gap-3">
      {canPay && (
        <a href={payUrl} className={buttonClass({ small: true })}>
          {t('button.pay')}
        </a>
      )}
      <Button
        small
        look={action === 'portal' && id !== 'trial' && !canPay ? 'primary' : 'quiet'}
        busy={change.isPending || portal.isPending}
        onClick={run}
      >
        {t(id === 'trial' ? 'button.card' : labels[action], { plan })}
      </Button>
    </div>
  )
}

function useOpenInvoiceUrl(): string | null {
  const invoices = useInvoices().data?.pages.flatMap(({ items }) => items) ?? []
  return invoices.find(({ state, payUrl }) => state === 'open' && payUrl !== null)?.payUrl ?? null
}

/** The button disappears together with the focus. */
export function useFocusTitleWhenGone() {
  const isDone = useRef(false)
  useEffect(
    () => () => {
      if (isDone.current) focusTitle()
    },
    [],
  )
  return isDone
}
