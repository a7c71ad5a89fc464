// The invoices of an owner, with what was paid and refunded, and what staff can do with each.
import { useState } from 'react'
import { listOwnerInvoicesApi, type OwnerInvoice } from '../../../../core/api/admin/subscriptions.ts'
import { Button } from '../../../ui/Button.tsx'
import { type StateKind, StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { CardHead } from '../../../ui/layout/Card.tsx'
import type { Column } from '../../../ui/layout/Table.tsx'
import { useWords } from '../../../words/words.tsx'
import { AdminList } from '../../pieces/AdminList.tsx'
import { useAdminList } from '../../pieces/useAdminList.ts'
import { useMoneyText } from '../useMoneyText.ts'
import { MarkPaidDialog } from './MarkPaidDialog.tsx'
import { ProviderRef } from './ProviderRef.tsx'
import { RefundDialog } from './RefundDialog.tsx'

interface InvoiceTableProps {
  ownerId: string
  /** Who takes payments now: invoices of another provider can't be changed here. */
  provider: OwnerInvoice['provider'] | null
}

const kinds: Record<OwnerInvoice['state'], StateKind> = { draft: 'off', open: 'warn', paid: 'ok', void: 'off', uncollectible: 'bad' }

export function InvoiceTable({ ownerId, provider }: InvoiceTableProps) {
  const t = useWords('adminsubscriptions')
  const [refunding, setRefunding] = useState<OwnerInvoice | null>(null)
  const [paying, setPaying] = useState<OwnerInvoice | null>(null)
  const path = `/api/admin/subscriptions/${ownerId}/invoices`
  const list = useAdminList(['admin', 'subscriptions', 'invoices'], listOwnerInvoicesApi, path, { limit: 20 })
  const columns = useColumns(provider, { onRefund: setRefunding, onPay: setPaying })
  return (
    <>
      <AdminList
        caption={t('invoices')}
        list={list}
        columns={columns}
        keyOf={row => row.id}
        isFiltered={false}
        filters={<CardHead title={t('invoices')} />}
        empty={<p className="text-ink-2">{t('invoices.empty')}</p>}
      />
      <RefundDialog invoice={refunding} onClose={() => setRefunding(null)} />
      <MarkPaidDialog invoice={paying} onClose={() => setPaying(null)} />
    </>
  )
}

type Choose = Record<'onRefund' | 'onPay', (invoice: OwnerInvoice) => void>

function useColumns(provider: InvoiceTableProps['provider'], { onRefund, onPay }: Choose): Column<OwnerInvoice>[] {
  const t = useWords('adminsubscriptions')
  const { day, moment, money } = useMoneyText()
  const amount = (key: 'total' | 'paid' | 'refunded'): Column<OwnerInvoice> => ({
    ...{ key, head: t(`invoice.${key}`), number: true },
    cell: ({ amounts }) => (amounts ? money(amounts[key]) : ''),
  })
  return [
    {
      key: 'number',
      head: t('invoice.number'),
      cell: ({ number, providerUrl }) => <ProviderRef label={number ?? t('invoice.draft')} url={providerUrl} />,
    },
    {
      key: 'state',
      head: t('invoice.state'),
      cell: ({ state, isDisputed, declineCode, nextAttemptAt }) =>
        isDisputed ? (
          <StateLabel kind="bad" label={t('invoice.disputed')} />
        ) : (
          <span className="grid">
            <StateLabel kind={kinds[state]} label={t(`invoice.state.${state}`)} />
            {declineCode !== null && <span className="text-ink-2">{t('decline', { code: declineCode })}</span>}
            {nextAttemptAt !== null && <span className="text-ink-2">{t('failedPayment.next', { at: moment(nextAttemptAt) })}</span>}
          </span>
        ),
    },
    { key: 'issued', head: t('invoice.issued'), cell: ({ issuedAt }) => day(issuedAt) },
    { key: 'due', head: t('invoice.due'), cell: ({ dueAt }) => day(dueAt) },
    ...(['total', 'paid', 'refunded'] as const).map(amount),
    {
      key: 'actions',
      head: t('invoice.actions'),
      cell: invoice => (
        <span className="flex gap-2">
          {canBePaid(invoice, provider) && (
            <Button look="quiet" small onClick={() => onPay(invoice)}>
              {t('invoice.markPaid')}
            </Button>
          )}
          {canBeRefunded(invoice, provider) && (
            <Button look="quiet" small onClick={() => onRefund(invoice)}>
              {t('invoice.refund')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

/** A provider that collects payments marks its own invoices. */
const canBePaid = ({ state, provider, amounts }: OwnerInvoice, sells: InvoiceTableProps['provider']): boolean =>
  amounts !== null && provider === 'invoice' && sells === 'invoice' && (state === 'open' || state === 'uncollectible')

const canBeRefunded = ({ provider, amounts }: OwnerInvoice, sells: InvoiceTableProps['provider']): boolean =>
  amounts !== null && provider === sells && amounts.paid.amount > amounts.refunded.amount
