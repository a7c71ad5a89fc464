// Gives an owner a longer trial.
import { useState } from 'react'
import { extendTrialApi } from '../../../../core/api/admin/subscriptions.ts'
import { useCall } from '../../../session/session.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { endOfDay } from '../amounts.ts'
import { invalid } from '../invalid.ts'
import { useMoneyText } from '../useMoneyText.ts'
import { useReload } from '../useReload.ts'

interface ExtendTrialProps {
  ownerId: string
  endsAt: string | null
  open: boolean
  onClose(): void
}

export function ExtendTrialDialog({ ownerId, endsAt, open, onClose }: ExtendTrialProps) {
  const t = useWords('adminsubscriptions')
  const { day } = useMoneyText()
  const call = useCall()
  const reload = useReload()
  const [until, setUntil] = useState('')
  const confirm = async (reason: string) => {
    const end = endOfDay(until)
    if (!end) throw invalid(t('gifts.dayWrong'))
    await call(extendTrialApi, 'POST', `/api/admin/subscriptions/${ownerId}/trial`, {
      params: { id: ownerId },
      body: { until: end.toISOString(), reason },
      timeoutMs: 30_000,
    })
    reload()
  }
  return (
    <ConfirmAction
      open={open}
      onClose={onClose}
      title={t('action.extend_trial')}
      action={t('action.extend_trial')}
      danger={false}
      onConfirm={confirm}
    >
      <p>{t('trial.text', { day: day(endsAt) })}</p>
      <Field label={t('trial.until')}>
        <TextInput type="date" value={until} onChange={event => setUntil(event.target.value)} />
      </Field>
    </ConfirmAction>
  )
}
