// Asks before a subscription is cancelled, and says what happens and when.
import { useState } from 'react'
import type { SubscriptionView } from '../../../core/api/billing.ts'
import { freePlanId, type PlanLimits, planName } from '../../../core/plans/plans.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { useChangeSubscription, usePlans } from '../queries/subscription.ts'
import { useLimitText } from './plans/useLimitText.ts'
import { useFocusTitleWhenGone } from './SubscriptionNotices.tsx'
import { useBillingText } from './useBillingText.ts'

export function CancelSubscription({
  subscription,
  label,
  block = false,
}: {
  subscription: SubscriptionView
  label: string
  block?: boolean
}) {
  const t = useWords('subscription')
  const explain = useExplain()
  const change = useChangeSubscription()
  const isDone = useFocusTitleWhenGone()
  const [isAsking, setAsking] = useState(false)
  const cancel = () =>
    change.mutate('cancel', {
      onSuccess: () => {
        isDone.current = true
        toast.success(t('cancel.done'))
      },
      onError: error => toast.error(explain(error)),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button look="quiet" block={block} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('cancel.title')}
        action={t('cancel.action')}
        cancelLabel={t('cancel.keep')}
        busy={change.isPending}
        onConfirm={cancel}
      >
        <Consequences subscription={subscription} />
      </Confirm>
    </>
  )
}

function Consequences({ subscription: { plan, state, periodEndsAt, trialEndsAt } }: { subscription: SubscriptionView }) {
  const t = useWords('subscription')
  const text = useBillingText()
  const name = planName(plan, useLanguage())
  const end = state === 'pending' ? null : state === 'trialing' ? (trialEndsAt ?? periodEndsAt) : periodEndsAt
  const how = state === 'trialing' ? 'cancel.trial' : state === 'active' ? 'cancel.until' : 'cancel.unpaid'
  const free = usePlans().data?.items.find(({ id }) => id === freePlanId)
  return (
    <>
      <p>{end ? t(how, { plan: name, day: text.day(end) }) : t(state === 'pending' ? 'cancel.pending' : 'cancel.now')}</p>
      {free && <FreeLimits limits={free.limits} />}
      <p>{t('cancel.over')}</p>
      {end && <p>{t('cancel.back', { day: text.day(end) })}</p>}
    </>
  )
}

function FreeLimits({ limits }: { limits: PlanLimits }) {
  const t = useWords('subscription')
  const { sentence } = useLimitText()
  return (
    <div>
      <p>{t('cancel.free')}</p>
      <ul className="list-disc ps-5">
        {(['deliveriesPerMonth', 'mailboxes', 'filters', 'instant'] as const).map(name => (
          <li key={name}>{sentence(limits, name)}</li>
        ))}
      </ul>
    </div>
  )
}
