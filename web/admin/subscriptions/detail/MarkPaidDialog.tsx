// Marks a manual invoice as paid: shows the amount, and asks how it was paid.
import { useState } from 'react'
import type { OwnerInvoice } from '../../../../core/api/admin/subscriptions.ts'
import { markPaidApi } from '../../../../core/api/billing.ts'
import { useCall } from '../../../session/session.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { invalid } from '../invalid.ts'
import { useMoneyText } from '../useMoneyText.ts'
import { useReload } from '../useReload.ts'

export function MarkPaidDialog({ invoice, onClose }: { invoice: OwnerInvoice | null; onClose(): void }) {
  const t = useWords('adminsubscriptions')
  const { money } = useMoneyText()
  const call = useCall()
  const reload = useReload()
  const [shown, setShown] = useState(invoice)
  const [reference, setReference] = useState('')
  // Keeps its content while the dialog fades out.
  if (invoice && invoice !== shown) {
    setShown(invoice)
    setReference('')
  }
  if (!shown?.amounts) return null
  const { id, number, amounts } = shown
  const confirm = async (reason: string) => {
    if (reference.trim() === '') throw invalid(t('invoice.referenceMissing'))
    await call(markPaidApi, 'POST', `/api/admin/invoices/${id}/payments`, { params: { id }, body: { reference, reason } })
    reload()
  }
  return (
    <ConfirmAction
      open={invoice !== null}
      onClose={onClose}
      title={t('invoice.markPaid')}
      action={t('invoice.markPaid')}
      danger={false}
      onConfirm={confirm}
    >
      <p>{t('invoice.markPaidText', { amount: money(amounts.total), number: number ?? '' })}</p>
      <Field label={t('invoice.reference')} help={t('invoice.referenceHelp')}>
        <TextInput value={reference} maxLength={200} onChange={event => setReference(event.target.value)} />
      </Field>
    </ConfirmAction>
  )
}
