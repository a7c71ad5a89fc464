// Changes an owner's plan: shows exactly what the provider will charge, then asks for a reason.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeOwnerPlanApi, previewStaffChangeApi, type SubscriptionDetail } from '../../../../core/api/admin/subscriptions.ts'
import { type ChangePreview, listPlansApi, type PlanChoice } from '../../../../core/api/billing.ts'
import { Interval, planName } from '../../../../core/plans/plans.ts'
import { useCall } from '../../../session/session.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { SelectInput } from '../../../ui/forms/TextInput.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { invalid } from '../invalid.ts'
import { useMoneyText } from '../useMoneyText.ts'
import { useReload } from '../useReload.ts'

interface ChangePlanProps {
  ownerId: string
  current: SubscriptionDetail['subscription']
  open: boolean
  onClose(): void
}

export function ChangePlanDialog({ ownerId, current, open, onClose }: ChangePlanProps) {
  const t = useWords('adminsubscriptions')
  const call = useCall()
  const reload = useReload()
  const [choice, setChoice] = useState<PlanChoice | null>(null)
  const preview = usePreview(ownerId, open ? choice : null)
  const close = () => {
    setChoice(null)
    onClose()
  }
  const confirm = async (reason: string) => {
    if (!choice || !preview.data) throw invalid(t('change.choose'))
    const { dueNow, prorationAt, to } = preview.data
    const { state, url } = await call(changeOwnerPlanApi, 'POST', `/api/admin/subscriptions/${ownerId}/changes`, {
      params: { id: ownerId },
      body: { ...choice, planVersion: to.plan.version, prorationAt, dueNow, reason },
      timeoutMs: 30_000,
    })
    reload()
    if (state === 'declined') throw invalid(t('change.declined'))
    if (state === 'confirm') throw invalid(`${t('change.confirm')} ${url ?? ''}`)
  }
  return (
    <ConfirmAction open={open} onClose={close} title={t('change.title')} action={t('action.change')} danger={false} onConfirm={confirm}>
      <PlanSelect current={current} choice={choice} onChoose={setChoice} isOpen={open} />
      {choice && <PreviewText preview={preview} />}
    </ConfirmAction>
  )
}

/** The price is requested once per choice, so that the confirmed amount is the one that was shown. */
function usePreview(ownerId: string, choice: PlanChoice | null) {
  const call = useCall()
  return useQuery({
    queryKey: ['admin', 'subscriptions', 'preview', ownerId, choice],
    queryFn: ({ signal }) =>
      choice
        ? call(previewStaffChangeApi, 'POST', `/api/admin/subscriptions/${ownerId}/previews`, {
            params: { id: ownerId },
            body: choice,
            signal,
            timeoutMs: 30_000,
          })
        : null,
    enabled: choice !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

interface PlanSelectProps {
  current: SubscriptionDetail['subscription']
  choice: PlanChoice | null
  onChoose(choice: PlanChoice | null): void
  isOpen: boolean
}

function PlanSelect({ current, choice, onChoose, isOpen }: PlanSelectProps) {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const { money } = useMoneyText()
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['admin', 'subscriptions', 'sold'],
    queryFn: ({ signal }) => call(listPlansApi, 'GET', '/api/plans', { signal }),
    enabled: isOpen,
  })
  const options = (data?.items ?? []).flatMap(plan => plan.prices.map(price => ({ plan, price })))
  const others = options.filter(
    ({ plan, price }) => plan.id !== current?.plan.id || price.interval !== current.interval || plan.version !== current.plan.version,
  )
  const choose = (value: string) => {
    const [planId = '', interval] = value.split(' ')
    const parsed = Interval.safeParse(interval)
    onChoose(parsed.success ? { planId, interval: parsed.data } : null)
  }
  return (
    <Field label={t('change.to')}>
      <SelectInput value={choice ? `${choice.planId} ${choice.interval}` : ''} onChange={event => choose(event.target.value)}>
        <option value="">{t('change.choose')}</option>
        {others.map(({ plan, price }) => (
          <option key={`${plan.id} ${price.interval}`} value={`${plan.id} ${price.interval}`}>
            {t('change.option', { plan: planName(plan, language), price: money(price), interval: price.interval })}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

function PreviewText({ preview: { data, error } }: { preview: ReturnType<typeof usePreview> }) {
  const t = useWords('adminsubscriptions')
  const explain = useExplain()
  const { money, day } = useMoneyText()
  if (error)
    return (
      <Note kind="danger" alert>
        {explain(error)}
      </Note>
    )
  if (!data) return <p role="status">{t('change.loading')}</p>
  if (data.prorationAt === null) return <p role="status">{t('change.later', { day: day(data.at) })}</p>
  return (
    <div role="status" className="grid gap-2 text-ink">
      <PreviewLines preview={data} />
      <p className="text-sm text-ink-2">{t('change.next', { amount: money(data.next.amount), day: day(data.next.at) })}</p>
    </div>
  )
}

function PreviewLines({ preview }: { preview: ChangePreview }) {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const { money } = useMoneyText()
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
      {preview.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of an invoice are told apart by their order
        <div key={index} className="contents">
          <dt>{[t('change.line', { kind: line.kind }), line.plan && planName(line.plan, language)].filter(Boolean).join(' · ')}</dt>
          <dd className="text-end">{money(line.amount)}</dd>
        </div>
      ))}
      <dt className="font-strong">{t('change.due')}</dt>
      <dd className="text-end font-strong">{money(preview.dueNow)}</dd>
    </dl>
  )
}
