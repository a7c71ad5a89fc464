// Gives a user a plan for free, until a date or with no end.
import { useState } from 'react'
import { type GivenPlans, givePlanApi } from '../../../../core/api/admin/plan-gifts.ts'
import { useCall } from '../../../session/session.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { SelectInput, TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { endOfDay } from '../amounts.ts'
import { invalid } from '../invalid.ts'
import { giftsPath, useReloadUser } from './gift-requests.ts'

interface GivePlanProps {
  userId: string
  plans: GivenPlans['plans']
  open: boolean
  onClose(): void
}

export function GivePlanDialog({ userId, plans, open, onClose }: GivePlanProps) {
  const t = useWords('adminsubscriptions')
  const call = useCall()
  const reload = useReloadUser()
  const [planId, setPlanId] = useState('')
  const [kind, setKind] = useState<'until' | 'open'>('until')
  const [day, setDay] = useState('')
  const chosen = planId || plans[0]?.id || ''
  const confirm = async (reason: string) => {
    const end = kind === 'until' ? endOfDay(day) : null
    if (kind === 'until' && !end) throw invalid(t('gifts.dayWrong'))
    const body = { planId: chosen, endsAt: end?.toISOString() ?? null, reason }
    await call(givePlanApi, 'POST', giftsPath(userId), { params: { id: userId }, body })
    reload()
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={t('gifts.give')} action={t('gifts.give')} danger={false} onConfirm={confirm}>
      <p>{t('gifts.giveText')}</p>
      <Field label={t('gifts.plan')}>
        <SelectInput value={chosen} onChange={event => setPlanId(event.target.value)}>
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectInput>
      </Field>
      <Segmented
        label={t('gifts.kind')}
        value={kind}
        onChange={setKind}
        parts={[
          { value: 'until', label: t('gifts.until') },
          { value: 'open', label: t('gifts.open') },
        ]}
      />
      {kind === 'until' && (
        <Field label={t('gifts.day')}>
          <TextInput type="date" value={day} onChange={event => setDay(event.target.value)} />
        </Field>
      )}
    </ConfirmAction>
  )
}
