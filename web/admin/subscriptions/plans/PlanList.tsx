// Every version of every plan: what it costs and allows, and whether it is on sale.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminPlan, listAdminPlansApi, publishPlanApi } from '../../../../core/api/billing.ts'
import { freePlanId, PlanTerms, planName } from '../../../../core/plans/plans.ts'
import { useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { type Column, Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { useMoneyText } from '../useMoneyText.ts'
import { useReload } from '../useReload.ts'
import { PlanForm } from './PlanForm.tsx'

export function PlanList({ currency }: { currency: string }) {
  const t = useWords('adminsubscriptions')
  const explain = useExplain()
  const call = useCall()
  const [editing, setEditing] = useState<AdminPlan | 'new' | null>(null)
  const [selling, setSelling] = useState<AdminPlan | null>(null)
  const { data, error } = useQuery({
    queryKey: ['admin', 'subscriptions', 'plans'],
    queryFn: ({ signal }) => call(listAdminPlansApi, 'GET', '/api/admin/plans', { signal }),
  })
  const columns = useColumns(data?.items ?? [], { onEdit: setEditing, onSell: setSelling })
  if (error)
    return (
      <Note kind="danger" alert>
        {explain(error)}
      </Note>
    )
  if (editing)
    return (
      <PlanForm plan={editing === 'new' ? null : editing} plans={data?.items ?? []} currency={currency} onClose={() => setEditing(null)} />
    )
  return (
    <>
      <Card flush data-density="compact">
        <CardHead title={t('plans')} action={<Button onClick={() => setEditing('new')}>{t('plans.new')}</Button>}>
          {t('plans.text')}
        </CardHead>
        <Table<AdminPlan> caption={t('plans')} rows={data?.items} keyOf={plan => `${plan.id} ${plan.version}`} columns={columns} />
      </Card>
      <SaleDialog plan={selling} onClose={() => setSelling(null)} />
    </>
  )
}

const isNewest = (plan: AdminPlan, plans: readonly AdminPlan[]): boolean =>
  !plans.some(other => other.id === plan.id && other.version > plan.version)

type Choose = Record<'onEdit' | 'onSell', (plan: AdminPlan) => void>

function useColumns(plans: readonly AdminPlan[], choose: Choose): Column<AdminPlan>[] {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const { price, day, count } = useMoneyText()
  const limit = (n: number | null) => (n === null ? t('plans.unlimited') : count(n))
  return [
    { key: 'plan', head: t('column.plan'), cell: plan => t('plan.version', { plan: planName(plan, language), version: plan.version }) },
    {
      key: 'state',
      head: t('column.state'),
      cell: plan => {
        if (!isNewest(plan, plans)) return <StateLabel kind="off" label={t('plans.old')} />
        return <StateLabel kind={plan.isSold ? 'ok' : 'off'} label={t(plan.isSold ? 'plans.sold' : 'plans.unsold')} />
      },
    },
    {
      key: 'prices',
      head: t('plans.prices'),
      cell: ({ prices }) => prices.map(one => price(one, one.interval)).join(', ') || t('plans.noPrice'),
    },
    {
      key: 'limits',
      head: t('plans.limits'),
      cell: ({ limits: { mailboxes, filters, deliveriesPerMonth } }) =>
        t('plans.limitText', { accounts: limit(mailboxes), filters: limit(filters), deliveries: limit(deliveriesPerMonth) }),
    },
    { key: 'published', head: t('plans.published'), cell: ({ publishedAt }) => day(publishedAt) },
    { key: 'actions', head: t('invoice.actions'), cell: plan => isNewest(plan, plans) && <PlanButtons plan={plan} {...choose} /> },
  ]
}

function PlanButtons({ plan, onEdit, onSell }: { plan: AdminPlan } & Choose) {
  const t = useWords('adminsubscriptions')
  return (
    <span className="flex gap-2">
      <Button look="quiet" small onClick={() => onEdit(plan)}>
        {t('plans.edit')}
      </Button>
      {plan.id !== freePlanId && (
        <Button look="quiet" small onClick={() => onSell(plan)}>
          {t(plan.isSold ? 'plans.withdraw' : 'plans.sell')}
        </Button>
      )}
    </span>
  )
}

/** Publishes the same terms; only whether the plan is on sale changes. */
function SaleDialog({ plan, onClose }: { plan: AdminPlan | null; onClose(): void }) {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const call = useCall()
  const reload = useReload()
  const [shown, setShown] = useState(plan)
  // Keeps its content while the dialog fades out.
  if (plan && plan !== shown) setShown(plan)
  if (!shown) return null
  const verb = shown.isSold ? 'withdraw' : 'sell'
  const confirm = async (reason: string) => {
    await call(publishPlanApi, 'POST', '/api/admin/plans', { body: { ...PlanTerms.parse(shown), isSold: !shown.isSold, reason } })
    reload()
  }
  return (
    <ConfirmAction
      open={plan !== null}
      onClose={onClose}
      title={t(`plans.${verb}`)}
      action={t(`plans.${verb}`)}
      danger={shown.isSold}
      {...(shown.isSold && { word: shown.id })}
      onConfirm={confirm}
    >
      <p>{t(`plans.${verb}Text`, { plan: planName(shown, language) })}</p>
    </ConfirmAction>
  )
}
