// What staff can do with a subscription now; each asks for a reason.
import { useState } from 'react'
import {
  runSubscriptionActionApi,
  type StaffSubscriptionAction,
  type SubscriptionDetail,
} from '../../../../core/api/admin/subscriptions.ts'
import { useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { useReload } from '../useReload.ts'
import { ChangePlanDialog } from './ChangePlanDialog.tsx'
import { ExtendTrialDialog } from './ExtendTrialDialog.tsx'

type Action = SubscriptionDetail['actions'][number]

export function StaffActions({ detail }: { detail: SubscriptionDetail }) {
  const t = useWords('adminsubscriptions')
  const [open, setOpen] = useState<Action | null>(null)
  const close = () => setOpen(null)
  if (detail.actions.length === 0) return null
  const simple = open === 'change' || open === 'extend_trial' ? null : open
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {detail.actions.map(action => (
          <Button key={action} look="quiet" small onClick={() => setOpen(action)}>
            {t(`action.${action}`)}
          </Button>
        ))}
      </div>
      <ChangePlanDialog ownerId={detail.ownerId} current={detail.subscription} open={open === 'change'} onClose={close} />
      <ExtendTrialDialog
        ownerId={detail.ownerId}
        endsAt={detail.subscription?.trialEndsAt ?? null}
        open={open === 'extend_trial'}
        onClose={close}
      />
      <SimpleAction ownerId={detail.ownerId} action={simple} onClose={close} />
    </>
  )
}

const harmless: readonly StaffSubscriptionAction[] = ['resume', 'keep_plan', 'unpause']

function SimpleAction({ ownerId, action, onClose }: { ownerId: string; action: StaffSubscriptionAction | null; onClose(): void }) {
  const t = useWords('adminsubscriptions')
  const call = useCall()
  const reload = useReload()
  // Keeps its content while the dialog fades out.
  const [shown, setShown] = useState<StaffSubscriptionAction>('cancel')
  if (action && action !== shown) setShown(action)
  const confirm = async (reason: string) => {
    await call(runSubscriptionActionApi, 'POST', `/api/admin/subscriptions/${ownerId}/actions`, {
      params: { id: ownerId },
      body: { action: shown, reason },
      timeoutMs: 30_000,
    })
    reload()
  }
  return (
    <ConfirmAction
      key={shown}
      open={action !== null}
      onClose={onClose}
      title={t(`action.${shown}`)}
      action={t(`action.${shown}`)}
      danger={!harmless.includes(shown)}
      {...(shown === 'cancel_now' && { word: t('word.cancel_now') })}
      onConfirm={confirm}
    >
      <p>{t(`explain.${shown}`)}</p>
    </ConfirmAction>
  )
}
