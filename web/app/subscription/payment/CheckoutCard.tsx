// What became of a payment, announced as it changes, and the way on.
import { CircleAlert, CircleCheck, CircleMinus, Hourglass, type LucideIcon, WifiOff } from 'lucide-react'
import type { SubscriptionPage } from '../../../../core/api/billing.ts'
import { planName } from '../../../../core/plans/plans.ts'
import { buttonClass, LinkButton } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import type { Checkout } from '../../queries/payments.ts'
import { HowToPay } from '../HowToPay.tsx'
import type { PaymentState } from './payment-state.ts'

interface CheckoutCardProps {
  state: PaymentState
  checkout: Checkout | null
  page: SubscriptionPage | undefined
}

const icons: Partial<Record<PaymentState, [LucideIcon, string]>> = {
  done: [CircleCheck, 'text-success-fill'],
  failed: [CircleAlert, 'text-danger-fill'],
  expired: [CircleMinus, 'text-ink-3'],
  left: [CircleMinus, 'text-ink-3'],
  missing: [CircleAlert, 'text-danger-fill'],
  offline: [WifiOff, 'text-warn-fill'],
  by_hand: [Hourglass, 'text-warn-fill'],
}

export function CheckoutCard({ state, checkout, page }: CheckoutCardProps) {
  const t = useWords('subscription')
  const language = useLanguage()
  const plan = checkout ? planName(checkout.plan, language) : ''
  const [Icon, ink] = icons[state] ?? [null, '']
  const isWaiting = state === 'waiting' || state === 'slow'
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-(--gap)">
      <Card>
        <div role="status" className="grid min-h-28 content-start gap-3">
          <h2 className="flex items-center gap-3">
            {Icon && <Icon size={24} aria-hidden className={`flex-none ${ink}`} />}
            {t(`payment.${state}`, { plan, known: plan ? 'yes' : 'no' })}
          </h2>
          <p className="text-ink-2">{t(`payment.${state}.text`, { plan, known: plan ? 'yes' : 'no' })}</p>
        </div>
        {isWaiting && (
          <div className="text-accent">
            <Spinner size="md" label="" />
          </div>
        )}
        <Onward state={state} checkout={checkout} />
      </Card>
      {state === 'by_hand' && page && <HowToPay page={page} />}
    </div>
  )
}

function Onward({ state, checkout }: { state: PaymentState; checkout: Checkout | null }) {
  const t = useWords('subscription')
  const again = checkout ? `/subscription-preview?plan=${checkout.plan.id}&interval=${checkout.interval}` : '/subscription#plans'
  const canReturn = (state === 'left' || state === 'slow' || state === 'failed') && checkout?.url
  return (
    <div className="flex flex-wrap gap-3">
      {state === 'done' && <LinkButton to="/dashboard">{t('payment.dashboard')}</LinkButton>}
      {(state === 'expired' || (state === 'failed' && !canReturn)) && <LinkButton to={again}>{t('payment.again')}</LinkButton>}
      {canReturn && (
        <a href={canReturn} className={buttonClass({ look: state === 'slow' ? 'quiet' : 'primary' })}>
          {t(state === 'failed' ? 'payment.again' : 'payment.return')}
        </a>
      )}
      <LinkButton to="/subscription" look="quiet">
        {t(state === 'none' || state === 'nothing_sold' ? 'payment.plan' : 'payment.subscription')}
      </LinkButton>
      {state === 'nothing_sold' && (
        <LinkButton to="/contact" look="bare">
          {t('payment.contact')}
        </LinkButton>
      )}
    </div>
  )
}
