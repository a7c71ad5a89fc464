// How to pay an invoice by hand: the amount, the number to name, and what the operator wrote.
import type { Invoice, SubscriptionPage } from '../../../core/api/billing.ts'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Card, Facts } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { useInvoices } from '../queries/payments.ts'
import { useBillingText } from './useBillingText.ts'

/** Shown while an invoice is open. */
export function HowToPay({ page }: { page: SubscriptionPage }) {
  const invoices = useInvoices()
  const open = invoices.data?.pages.flatMap(({ items }) => items).find(({ state }) => state === 'open')
  const isExpected = page.subscription && ['pending', 'past_due', 'suspended'].includes(page.subscription.state)
  if (invoices.isPending && isExpected) return <SkeletonCard tall="min-h-60" />
  return open ? <PayInvoice invoice={open} howToPay={page.howToPay} /> : null
}

function PayInvoice({ invoice, howToPay }: { invoice: Invoice; howToPay: string | undefined }) {
  const t = useWords('subscription')
  const text = useBillingText()
  const { total, number, dueAt } = invoice
  const facts = [
    { name: t('pay.amount'), value: <b className="tabular-nums">{text.money(total)}</b> },
    { name: t('pay.number'), value: number && <bdi>{number}</bdi> },
    { name: t('pay.due'), value: dueAt && text.day(dueAt) },
  ]
  return (
    <Card aria-label={t('pay.title')}>
      <h2>{t('pay.title')}</h2>
      <p className="max-w-[62ch] text-ink-2">{t('pay.text')}</p>
      <Facts facts={facts.filter(({ value }) => value)} />
      <p className="max-w-[62ch] whitespace-pre-wrap wrap-anywhere">{howToPay || t('pay.ask')}</p>
    </Card>
  )
}
