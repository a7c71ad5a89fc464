// The button that confirms a change of plan, and how the provider answered.
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ChangePreview, PlanChoice } from '../../../../core/api/billing.ts'
import { planName } from '../../../../core/plans/plans.ts'
import { ApiError } from '../../../ApiError.ts'
import { Button, buttonClass, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useChangePlan, useOpenPortal, useSubscriptionSaved } from '../../queries/subscription.ts'
import { useBillingText } from '../useBillingText.ts'

interface ConfirmChangeProps {
  preview: ChangePreview
  choice: PlanChoice
  /** New amounts are on their way. */
  busy: boolean
  /** The amounts are no longer true. */
  onOutdated(): void
}

type Problem = { kind: 'outdated' } | { kind: 'declined' } | { kind: 'bank'; url: string } | { kind: 'error'; error: Error }

export function ConfirmChange({ preview, choice, busy, onOutdated }: ConfirmChangeProps) {
  const t = useWords('subscription')
  const { money, day } = useBillingText()
  const navigate = useNavigate()
  const language = useLanguage()
  const [problem, setProblem] = useState<Problem | null>(null)
  const order = useOrderKey(preview)
  const isSending = useRef(false)
  const save = useSubscriptionSaved()
  const plan = planName(preview.to.plan, language)
  const change = useChangePlan(({ state, url }) => {
    order.renew()
    if (state === 'declined') return setProblem({ kind: 'declined' })
    if (state === 'confirm') {
      if (url) location.assign(url)
      return setProblem({ kind: 'bank', url: url ?? '/subscription' })
    }
    toast.success(state === 'done' ? t('changed.now', { plan }) : t('changed.at', { plan, day: day(preview.at) }))
    void navigate('/subscription')
  })
  const confirm = () => {
    // Two clicks may come before the button is busy.
    if (isSending.current) return
    isSending.current = true
    setProblem(null)
    const { dueNow, prorationAt, to } = preview
    change.mutate(
      { key: order.key(), order: { ...choice, planVersion: to.plan.version, dueNow, prorationAt } },
      {
        onSettled: () => {
          isSending.current = false
        },
        onError: error => {
          const isOutdated = error instanceof ApiError && error.status === 409 && error.code === 'price_changed'
          setProblem(isOutdated ? { kind: 'outdated' } : { kind: 'error', error })
          if (isOutdated) onOutdated()
          // The subscription was changed elsewhere.
          else if (error instanceof ApiError && error.status === 409) save()
        },
      },
    )
  }
  const { dueNow, at, prorationAt } = preview
  const label =
    prorationAt === null
      ? t('confirm.at', { day: day(at) })
      : dueNow.amount > 0
        ? t('confirm.pay', { amount: money(dueNow) })
        : t('confirm.now')
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      <div className="flex flex-wrap gap-3">
        {problem?.kind !== 'bank' && (
          <Button busy={change.isPending || busy} onClick={confirm}>
            {label}
          </Button>
        )}
        <LinkButton to="/subscription" look="bare">
          {t('confirm.not')}
        </LinkButton>
      </div>
    </>
  )
}

/** The key of an order: the same while a preview is repeated, another for new amounts and after an answer. */
function useOrderKey({ prorationAt, dueNow, to }: ChangePreview) {
  const id = `${to.plan.version} ${prorationAt} ${dueNow.amount} ${dueNow.currency}`
  const order = useRef({ id: '', key: '' })
  return {
    key: () => {
      if (order.current.id !== id) order.current = { id, key: crypto.randomUUID() }
      return order.current.key
    },
    renew: () => {
      order.current = { id: '', key: '' }
    },
  }
}

function ProblemNote({ problem }: { problem: Problem }) {
  const t = useWords('subscription')
  const explain = useExplain()
  const portal = useOpenPortal()
  if (problem.kind === 'error')
    return (
      <Note kind="danger" alert>
        {explain(problem.error)}
      </Note>
    )
  return (
    <Note kind={problem.kind === 'declined' ? 'danger' : 'warn'} alert>
      <p>{t(`problem.${problem.kind}`)}</p>
      {problem.kind === 'bank' && (
        <a href={problem.url} className={buttonClass({ small: true }, 'mt-3')}>
          {t('problem.bank.link')}
        </a>
      )}
      {problem.kind === 'declined' && (
        <Button
          look="quiet"
          small
          className="mt-3"
          busy={portal.isPending}
          onClick={() => portal.mutate(undefined, { onError: error => toast.error(explain(error)) })}
        >
          {t('portal')}
        </Button>
      )}
    </Note>
  )
}
