// Publishes a new version of a plan: its terms, next to what customers will see.
import { useState } from 'react'
import { type AdminPlan, publishPlanApi } from '../../../../core/api/billing.ts'
import { planName } from '../../../../core/plans/plans.ts'
import { useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { invalid } from '../invalid.ts'
import { useReload } from '../useReload.ts'
import { LimitFields, NameFields, PriceFields } from './PlanFields.tsx'
import { PlanPreview } from './PlanPreview.tsx'
import { draftOf, isFree, type PlanDraft, readPlan } from './plan-draft.ts'

interface PlanFormProps {
  /** Null for a new plan. */
  plan: AdminPlan | null
  plans: readonly AdminPlan[]
  currency: string
  onClose(): void
}

export function PlanForm({ plan, plans, currency, onClose }: PlanFormProps) {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const [draft, setDraft] = useState(() => draftOf(plan, currency))
  const [isSold, setSold] = useState(plan?.isSold ?? true)
  const [isAsking, setAsking] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const change = (part: Partial<PlanDraft>) => setDraft(current => ({ ...current, ...part }))
  const terms = readPlan(draft)
  const problem = typeof terms === 'string' ? t(`plan.${terms}`) : null
  const version = Math.max(0, ...plans.filter(({ id }) => id === draft.id).map(one => one.version)) + 1
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[1.4fr_1fr]" data-density="compact">
      <Card>
        <h2>{plan ? t('plans.edit') : t('plans.new')}</h2>
        <NameFields draft={draft} onChange={change} isIdFixed={plan !== null} />
        <LimitFields draft={draft} onChange={change} />
        {!isFree(draft) && <PriceFields draft={draft} onChange={change} />}
        {!isFree(draft) && <Checkbox label={t('plan.isSold')} checked={isSold} onChange={setSold} />}
        {hasTried && problem && (
          <Note kind="danger" alert>
            {problem}
          </Note>
        )}
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => (problem ? setHasTried(true) : setAsking(true))}>{t('plan.publish')}</Button>
          <Button look="bare" onClick={onClose}>
            {t('plan.cancel')}
          </Button>
        </div>
      </Card>
      {typeof terms !== 'string' && <PlanPreview plan={{ ...terms, version }} currency={currency} />}
      <PublishDialog
        draft={draft}
        isSold={isSold || isFree(draft)}
        version={version}
        name={typeof terms === 'string' ? draft.id : planName(terms, language)}
        open={isAsking}
        onClose={() => setAsking(false)}
        onPublished={onClose}
      />
    </div>
  )
}

interface PublishProps {
  draft: PlanDraft
  isSold: boolean
  version: number
  name: string
  open: boolean
  onClose(): void
  onPublished(): void
}

function PublishDialog({ draft, isSold, version, name, open, onClose, onPublished }: PublishProps) {
  const t = useWords('adminsubscriptions')
  const call = useCall()
  const reload = useReload()
  const confirm = async (reason: string) => {
    const terms = readPlan(draft)
    if (typeof terms === 'string') throw invalid(t(`plan.${terms}`))
    await call(publishPlanApi, 'POST', '/api/admin/plans', { body: { ...terms, isSold, reason }, timeoutMs: 30_000 })
    reload()
    onPublished()
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={name} action={t('plan.publish')} danger={false} onConfirm={confirm}>
      <p>{t('plan.publishText', { count: version - 1, version })}</p>
    </ConfirmAction>
  )
}
