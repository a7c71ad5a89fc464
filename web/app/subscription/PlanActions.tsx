// What can be done with a subscription: manage the payment, pause it, cancel it.
import { useState } from 'react'
import type { SubscriptionView } from '../../../core/api/billing.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangeSubscription, useOpenPortal } from '../queries/subscription.ts'
import { CancelSubscription } from './CancelSubscription.tsx'
import { useFocusTitleWhenGone } from './SubscriptionNotices.tsx'

export function PlanActions({ subscription }: { subscription: SubscriptionView }) {
  const t = useWords('subscription')
  const explain = useExplain()
  const portal = useOpenPortal()
  const { actions } = subscription
  if (!actions.some(action => action === 'portal' || action === 'pause' || action === 'cancel')) return null
  return (
    <div className="flex flex-wrap gap-3">
      {actions.includes('portal') && (
        <Button
          look="quiet"
          busy={portal.isPending}
          onClick={() => portal.mutate(undefined, { onError: error => toast.error(explain(error)) })}
        >
          {t('portal')}
        </Button>
      )}
      {actions.includes('pause') && <PauseSubscription />}
      {actions.includes('cancel') && <CancelSubscription subscription={subscription} label={t('cancel')} />}
    </div>
  )
}

function PauseSubscription() {
  const t = useWords('subscription')
  const explain = useExplain()
  const change = useChangeSubscription()
  const isDone = useFocusTitleWhenGone()
  const [isAsking, setAsking] = useState(false)
  const pause = () =>
    change.mutate('pause', {
      onSuccess: () => {
        isDone.current = true
        toast.success(t('pause.done'))
      },
      onError: error => toast.error(explain(error)),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t('pause')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('pause.title')}
        action={t('pause.action')}
        danger={false}
        busy={change.isPending}
        onConfirm={pause}
      >
        <p>{t('pause.text')}</p>
      </Confirm>
    </>
  )
}
