// Refunds an invoice in whole or in part: shows how much is left to refund, and names the amount on the button.
import { useState } from 'react'
import type { OwnerInvoice } from '../../../../core/api/admin/subscriptions.ts'
import { refundInvoiceApi } from '../../../../core/api/billing.ts'
import { useCall } from '../../../session/session.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { parseAmount, writeAmount } from '../amounts.ts'
import { invalid } from '../invalid.ts'
import { useMoneyText } from '../useMoneyText.ts'
import { useReload } from '../useReload.ts'

export function RefundDialog({ invoice, onClose }: { invoice: OwnerInvoice | null; onClose(): void }) {
  const [shown, setShown] = useState(invoice)
  // Keeps its content while the dialog fades out.
  if (invoice && invoice !== shown) setShown(invoice)
  if (!shown?.amounts) return null
  const { paid, refunded } = shown.amounts
  const most = { amount: paid.amount - refunded.amount, currency: paid.currency }
  return <RefundForm key={`${shown.id} ${refunded.amount}`} invoice={shown} most={most} open={invoice !== null} onClose={onClose} />
}

interface RefundFormProps {
  invoice: OwnerInvoice
  most: { amount: number; currency: string }
  open: boolean
  onClose(): void
}

function RefundForm({ invoice, most, open, onClose }: RefundFormProps) {
  const t = useWords('adminsubscriptions')
  const { money } = useMoneyText()
  const call = useCall()
  const reload = useReload()
  const { currency } = most
  const [typed, setTyped] = useState(writeAmount(most.amount, currency))
  const amount = parseAmount(typed, currency)
  const isRight = amount !== null && amount > 0 && amount <= most.amount
  const wrong = t('invoice.refundWrong', { least: money({ amount: 1, currency }), most: money(most) })
  const confirm = async (reason: string) => {
    if (!isRight) throw invalid(wrong)
    await call(refundInvoiceApi, 'POST', `/api/admin/invoices/${invoice.id}/refunds`, {
      params: { id: invoice.id },
      body: { amount, reason },
      timeoutMs: 30_000,
    })
    reload()
  }
  return (
    <ConfirmAction
      open={open}
      onClose={onClose}
      title={t('invoice.refund')}
      action={isRight ? t('invoice.refundDo', { amount: money({ amount, currency }) }) : t('invoice.refund')}
      onConfirm={confirm}
    >
      <p>{t('invoice.refundText', { amount: money(most), number: invoice.number ?? '', provider: invoice.provider })}</p>
      <Field label={t('invoice.refundAmount', { currency: currency.toUpperCase() })} error={isRight ? undefined : wrong}>
        <TextInput inputMode="decimal" value={typed} onChange={event => setTyped(event.target.value)} />
      </Field>
    </ConfirmAction>
  )
}
