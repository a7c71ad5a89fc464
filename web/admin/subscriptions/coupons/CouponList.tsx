// Lists coupons with their discount and use, and lets staff create and deactivate them.
import { useState } from 'react'
import { type Coupon, deactivateCouponApi, listCouponsApi } from '../../../../core/api/admin/coupons.ts'
import type { SubscriptionOptions } from '../../../../core/api/admin/subscriptions.ts'
import { useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { CardHead } from '../../../ui/layout/Card.tsx'
import type { Column } from '../../../ui/layout/Table.tsx'
import { useWords } from '../../../words/words.tsx'
import { AdminList } from '../../pieces/AdminList.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { useAdminList } from '../../pieces/useAdminList.ts'
import { useMoneyText } from '../useMoneyText.ts'
import { useReload } from '../useReload.ts'
import { NewCouponDialog } from './NewCouponDialog.tsx'

export function CouponList({ options }: { options: SubscriptionOptions | undefined }) {
  const t = useWords('adminsubscriptions')
  if (!options) return <SkeletonCard />
  if (!options.hasCoupons) return <Note>{t('coupons.unsupported')}</Note>
  return <Coupons options={options} />
}

function Coupons({ options }: { options: SubscriptionOptions }) {
  const t = useWords('adminsubscriptions')
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Coupon | null>(null)
  const list = useAdminList(['admin', 'subscriptions', 'coupons'], listCouponsApi, '/api/admin/coupons', { limit: 50 })
  const columns = useColumns(options, setEnding)
  const add = <Button onClick={() => setAdding(true)}>{t('coupons.new')}</Button>
  return (
    <>
      <AdminList
        caption={t('coupons')}
        list={list}
        columns={columns}
        keyOf={coupon => coupon.ref}
        isFiltered={false}
        filters={
          <CardHead title={t('coupons')} action={add}>
            {t('coupons.text')}
          </CardHead>
        }
        empty={<EmptyState title={t('coupons.empty')}>{t('coupons.emptyText')}</EmptyState>}
      />
      <NewCouponDialog options={options} open={isAdding} onClose={() => setAdding(false)} />
      <DeactivateDialog coupon={ending} onClose={() => setEnding(null)} />
    </>
  )
}

function useColumns({ plans }: SubscriptionOptions, onEnd: (coupon: Coupon) => void): Column<Coupon>[] {
  const t = useWords('adminsubscriptions')
  const { money, day, count } = useMoneyText()
  const nameOf = (id: string) => plans.find(plan => plan.id === id)?.name ?? id
  return [
    { key: 'code', head: t('coupon.code'), cell: ({ code }) => <code>{code}</code> },
    {
      key: 'state',
      head: t('coupon.state'),
      cell: ({ isActive }) => <StateLabel kind={isActive ? 'ok' : 'off'} label={t(isActive ? 'coupon.active' : 'coupon.inactive')} />,
    },
    {
      key: 'discount',
      head: t('coupon.discount'),
      number: true,
      cell: ({ percent, amount }) => (amount ? money(amount) : `${count(percent ?? 0)} %`),
    },
    {
      key: 'duration',
      head: t('coupon.duration'),
      cell: ({ duration, months }) => (duration === 'months' ? t('coupon.months', { n: months ?? 0 }) : t(`coupon.${duration}`)),
    },
    {
      key: 'plans',
      head: t('coupon.plans'),
      cell: ({ planIds }) => (planIds.length === 0 ? t('coupon.allPlans') : planIds.map(nameOf).join(', ')),
    },
    {
      key: 'redemptions',
      head: t('coupon.redemptions'),
      number: true,
      cell: ({ redemptions: n, maxRedemptions: most }) =>
        most === null ? count(n) : t('coupon.redemptionsOf', { n: count(n), most: count(most) }),
    },
    { key: 'expires', head: t('coupon.expires'), cell: ({ expiresAt }) => day(expiresAt) },
    {
      key: 'actions',
      head: t('invoice.actions'),
      cell: coupon =>
        coupon.isActive && (
          <Button look="quiet" small onClick={() => onEnd(coupon)}>
            {t('coupons.deactivate')}
          </Button>
        ),
    },
  ]
}

function DeactivateDialog({ coupon, onClose }: { coupon: Coupon | null; onClose(): void }) {
  const t = useWords('adminsubscriptions')
  const call = useCall()
  const reload = useReload()
  const [shown, setShown] = useState(coupon)
  // Keeps its content while the dialog fades out.
  if (coupon && coupon !== shown) setShown(coupon)
  if (!shown) return null
  const { ref, code } = shown
  const confirm = async (reason: string) => {
    await call(deactivateCouponApi, 'DELETE', `/api/admin/coupons/${encodeURIComponent(ref)}`, { params: { ref }, body: { reason } })
    reload()
  }
  return (
    <ConfirmAction
      open={coupon !== null}
      onClose={onClose}
      title={t('coupons.deactivate')}
      action={t('coupons.deactivate')}
      word={code}
      onConfirm={confirm}
    >
      <p>{t('coupons.deactivateText', { code })}</p>
    </ConfirmAction>
  )
}
