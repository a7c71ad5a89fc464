// The invoices, newest first: what each was about, whether it is paid, and its file.
import { Download } from 'lucide-react'
import type { Invoice } from '../../../core/api/billing.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { useInvoiceDownload, useInvoices } from '../queries/payments.ts'
import { InvoiceLabel } from './InvoiceLabel.tsx'
import { useBillingText } from './useBillingText.ts'

export function Invoices() {
  const t = useWords('subscription')
  const explain = useExplain()
  const invoices = useInvoices()
  const items = invoices.data?.pages.flatMap(page => page.items)
  return (
    <Card flush>
      <CardHead title={t('invoices')} />
      {invoices.error && (
        <div className="px-(--pad) pb-4">
          <Note kind="danger" alert>
            <b>{t('invoices.failed')}</b> {explain(invoices.error)}
          </Note>
        </div>
      )}
      {!items && !invoices.error && <SkeletonRows rows={2} />}
      {items?.length === 0 && <p className="px-(--pad) pb-(--pad) text-ink-2">{t('invoices.none')}</p>}
      {items && items.length > 0 && (
        <ul aria-label={t('invoices')}>
          {items.map(invoice => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      {invoices.hasNextPage && (
        <p className="border-t border-line px-(--pad) py-3">
          <Button look="bare" small busy={invoices.isFetchingNextPage} onClick={() => void invoices.fetchNextPage()}>
            {t('invoices.more')}
          </Button>
        </p>
      )}
    </Card>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const t = useWords('subscription')
  const explain = useExplain()
  const text = useBillingText()
  const language = useLanguage()
  const download = useInvoiceDownload()
  const { number, issuedAt, total, refunded, payUrl, hasFile } = invoice
  const name = number ?? t('invoice.draft')
  const issued = new Date(issuedAt).toLocaleDateString(language, { day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <li className="grid min-h-(--row) grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-(--pad) py-3 first:border-t-0 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_7rem_12rem]">
      <span className="min-w-0">
        <time dateTime={issuedAt} className="block">
          {issued}
        </time>
        <bdi className="text-sm wrap-anywhere text-ink-2">{name}</bdi>
      </span>
      <span className="text-end tabular-nums sm:order-1">
        {text.money(total)}
        {refunded.amount > 0 && <span className="block text-sm text-ink-2">{t('invoice.back', { amount: text.money(refunded) })}</span>}
      </span>
      <span className="col-span-2 flex flex-wrap items-center justify-between gap-2 sm:contents">
        <InvoiceLabel invoice={invoice} />
        <span className="flex flex-wrap justify-end gap-2 sm:order-2">
          {payUrl && (
            <a href={payUrl} className={buttonClass({ small: true })} aria-label={t('invoice.payOne', { number: name })}>
              {t('invoice.pay')}
            </a>
          )}
          {hasFile && (
            <Button
              look="quiet"
              small
              busy={download.isPending}
              aria-label={t('invoice.downloadOne', { number: name })}
              onClick={() => download.mutate(invoice, { onError: error => toast.error(explain(error)) })}
            >
              <Download size={16} aria-hidden /> {t('invoice.download')}
            </Button>
          )}
        </span>
      </span>
    </li>
  )
}
