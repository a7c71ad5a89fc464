// The plan that staff gave a user for free: the current gift, past ones, and how to give or end one. Hidden if no plans are sold.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endPlanGiftApi, type GivenPlan, type GivenPlans, listPlanGiftsApi } from '../../../core/api/admin/plan-gifts.ts'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { GivePlanDialog } from './gifts/GivePlanDialog.tsx'
import { giftsPath, useReloadUser } from './gifts/gift-requests.ts'
import { useMoneyText } from './useMoneyText.ts'

/** The screen must load the catalogs `adminsubscriptions` and `adminui`. */
export function PlanGiftCard({ userId }: { userId: string }) {
  const t = useWords('adminsubscriptions')
  const explain = useExplain()
  const call = useCall()
  const { data, error } = useQuery({
    queryKey: ['admin', 'subscriptions', 'gifts', userId],
    queryFn: ({ signal }) => call(listPlanGiftsApi, 'GET', giftsPath(userId), { params: { id: userId }, signal }),
  })
  if (error)
    return (
      <Note kind="danger" alert>
        <b>{t('gifts.failed')}</b> {explain(error)}
      </Note>
    )
  if (!data) return <SkeletonCard />
  return data.isSelling ? <Gifts userId={userId} gifts={data} /> : null
}

function Gifts({ userId, gifts }: { userId: string; gifts: GivenPlans }) {
  const t = useWords('adminsubscriptions')
  const { day } = useMoneyText()
  const [open, setOpen] = useState<'give' | 'end' | null>(null)
  const running = gifts.items.find(gift => gift.isRunning)
  const earlier = gifts.items.filter(gift => !gift.isRunning)
  const close = () => setOpen(null)
  return (
    <Card flush data-density="compact">
      <CardHead title={t('gifts')} action={gifts.mayGive && <GiftButtons isRunning={running !== undefined} onOpen={setOpen} />}>
        {t('gifts.text')}
      </CardHead>
      <div className="border-t border-line px-(--pad) py-4">
        <p>
          {running
            ? t('gifts.running', { plan: running.planName, until: running.endsAt === null ? 'none' : day(running.endsAt) })
            : t('gifts.none')}
        </p>
        {running && <p className="text-sm text-ink-2 wrap-anywhere">{running.reason}</p>}
      </div>
      {earlier.length > 0 && <EarlierGifts gifts={earlier} />}
      <GivePlanDialog userId={userId} plans={gifts.plans} open={open === 'give'} onClose={close} />
      <EndGiftDialog userId={userId} plan={running?.planName ?? ''} open={open === 'end'} onClose={close} />
    </Card>
  )
}

function GiftButtons({ isRunning, onOpen }: { isRunning: boolean; onOpen(dialog: 'give' | 'end'): void }) {
  const t = useWords('adminsubscriptions')
  return (
    <span className="flex flex-wrap gap-2">
      <Button look="quiet" small onClick={() => onOpen('give')}>
        {t(isRunning ? 'gifts.replace' : 'gifts.give')}
      </Button>
      {isRunning && (
        <Button look="quiet" small onClick={() => onOpen('end')}>
          {t('gifts.end')}
        </Button>
      )}
    </span>
  )
}

function EarlierGifts({ gifts }: { gifts: readonly GivenPlan[] }) {
  const t = useWords('adminsubscriptions')
  const { day } = useMoneyText()
  return (
    <Table<GivenPlan>
      caption={t('gifts.history')}
      rows={gifts}
      keyOf={gift => gift.id}
      columns={[
        {
          key: 'plan',
          head: t('gifts.plan'),
          cell: ({ planName, planVersion: version }) => t('plan.version', { plan: planName, version }),
        },
        { key: 'given', head: t('gifts.given'), cell: ({ givenAt }) => day(givenAt) },
        { key: 'over', head: t('gifts.over'), cell: ({ endedAt, endsAt }) => day(endedAt ?? endsAt) },
        { key: 'reason', head: t('gifts.reason'), cell: ({ reason }) => <span className="whitespace-normal wrap-anywhere">{reason}</span> },
      ]}
    />
  )
}

interface EndGiftProps {
  userId: string
  plan: string
  open: boolean
  onClose(): void
}

function EndGiftDialog({ userId, plan, open, onClose }: EndGiftProps) {
  const t = useWords('adminsubscriptions')
  const call = useCall()
  const reload = useReloadUser()
  const confirm = async (reason: string) => {
    await call(endPlanGiftApi, 'DELETE', giftsPath(userId), { params: { id: userId }, body: { reason } })
    reload()
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={t('gifts.end')} action={t('gifts.end')} onConfirm={confirm}>
      <p>{t('gifts.endText', { plan })}</p>
    </ConfirmAction>
  )
}
