// Asks for the terms of a new coupon.
import { useState } from 'react'
import { addCouponApi } from '../../../../core/api/admin/coupons.ts'
import type { SubscriptionOptions } from '../../../../core/api/admin/subscriptions.ts'
import { useCall } from '../../../session/session.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { invalid } from '../invalid.ts'
import { useReload } from '../useReload.ts'
import { type CouponDraft, readCoupon } from './coupon-draft.ts'

interface NewCouponProps {
  options: SubscriptionOptions
  open: boolean
  onClose(): void
}

const emptyDraft = (currency: string): CouponDraft => ({
  ...{ code: '', kind: 'percent', percent: '', amount: '', currency },
  ...{ duration: 'once', months: '', most: '', until: '', planIds: [] },
})

export function NewCouponDialog({ options, open, onClose }: NewCouponProps) {
  const t = useWords('adminsubscriptions')
  const call = useCall()
  const reload = useReload()
  const [draft, setDraft] = useState(() => emptyDraft(options.currency))
  const change = (part: Partial<CouponDraft>) => setDraft(current => ({ ...current, ...part }))
  const confirm = async (reason: string) => {
    const coupon = readCoupon(draft)
    if (typeof coupon === 'string') throw invalid(t(`coupon.${coupon}`))
    await call(addCouponApi, 'POST', '/api/admin/coupons', { body: { ...coupon, reason }, timeoutMs: 30_000 })
    setDraft(emptyDraft(options.currency))
    reload()
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={t('coupons.new')} action={t('coupons.create')} danger={false} onConfirm={confirm}>
      <p>{t('coupons.createText')}</p>
      <Field label={t('coupon.code')} help={t('coupon.codeHelp')}>
        <TextInput value={draft.code} maxLength={30} autoComplete="off" onChange={event => change({ code: event.target.value })} />
      </Field>
      <Discount draft={draft} onChange={change} />
      <Duration draft={draft} onChange={change} />
      <Field label={t('coupon.most')} help={t('coupon.mostHelp')}>
        <TextInput inputMode="numeric" value={draft.most} onChange={event => change({ most: event.target.value })} />
      </Field>
      <Field label={t('coupon.expires')} help={t('coupon.expiresHelp')}>
        <TextInput type="date" value={draft.until} onChange={event => change({ until: event.target.value })} />
      </Field>
      <PlanChecks plans={options.plans} draft={draft} onChange={change} />
    </ConfirmAction>
  )
}

interface DraftPartProps {
  draft: CouponDraft
  onChange(part: Partial<CouponDraft>): void
}

function Discount({ draft, onChange }: DraftPartProps) {
  const t = useWords('adminsubscriptions')
  return (
    <>
      <Segmented
        label={t('coupon.kind')}
        value={draft.kind}
        onChange={kind => onChange({ kind })}
        parts={[
          { value: 'percent', label: t('coupon.percent') },
          { value: 'amount', label: t('coupon.amount') },
        ]}
      />
      {draft.kind === 'percent' ? (
        <Field label={t('coupon.percent')}>
          <TextInput inputMode="decimal" value={draft.percent} onChange={event => onChange({ percent: event.target.value })} />
        </Field>
      ) : (
        <Field label={t('coupon.amountIn', { currency: draft.currency.toUpperCase() })}>
          <TextInput inputMode="decimal" value={draft.amount} onChange={event => onChange({ amount: event.target.value })} />
        </Field>
      )}
    </>
  )
}

function Duration({ draft, onChange }: DraftPartProps) {
  const t = useWords('adminsubscriptions')
  return (
    <>
      <Segmented
        label={t('coupon.duration')}
        value={draft.duration}
        onChange={duration => onChange({ duration })}
        parts={[
          { value: 'once', label: t('coupon.once') },
          { value: 'months', label: t('coupon.months', { n: 0 }) },
          { value: 'forever', label: t('coupon.forever') },
        ]}
      />
      {draft.duration === 'months' && (
        <Field label={t('coupon.monthCount')}>
          <TextInput inputMode="numeric" value={draft.months} onChange={event => onChange({ months: event.target.value })} />
        </Field>
      )}
    </>
  )
}

function PlanChecks({ plans, draft, onChange }: DraftPartProps & { plans: SubscriptionOptions['plans'] }) {
  const t = useWords('adminsubscriptions')
  const toggle = (id: string, isChosen: boolean) =>
    onChange({ planIds: isChosen ? [...draft.planIds, id] : draft.planIds.filter(one => one !== id) })
  return (
    <fieldset className="grid gap-1">
      <legend className="font-strong text-ink">{t('coupon.plans')}</legend>
      <p className="text-sm">{t('coupon.plansHelp')}</p>
      {plans.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked={draft.planIds.includes(id)} onChange={isChosen => toggle(id, isChosen)} />
      ))}
    </fieldset>
  )
}
