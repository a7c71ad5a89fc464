// Finds what people must know about their subscription now, and what they can do about it.
import type { AllowanceReason, SubscriptionAction, SubscriptionPage, SubscriptionView } from '../../../core/api/billing.ts'
import { usageWarning } from '../../../core/notifications/usage.ts'

type NoticeId =
  | AllowanceReason
  | 'invoice_open'
  | 'pending'
  | 'pending_invoice'
  | 'unknown'
  | 'cancelled'
  | 'scheduled'
  | 'trial'
  | 'allowance_nearly'

export interface SubscriptionNotice {
  id: NoticeId
  kind: 'info' | 'warn' | 'danger'
  /** When it changes on its own. */
  at: string | null
  /** `plans`: look at the larger plans. */
  action: 'portal' | 'resume' | 'keep_plan' | 'unpause' | 'plans' | null
}

/** The most urgent first: one about the subscription, one about the month's deliveries. */
export const findNotices = (page: SubscriptionPage): SubscriptionNotice[] =>
  page.provider === null ? [] : [...ofSubscription(page), ...ofUsage(page)]

function ofSubscription({ provider, subscription, allowance }: SubscriptionPage): SubscriptionNotice[] {
  if (!subscription) return allowance.reason === 'ended' ? [notice('ended', 'info', null, 'plans')] : []
  const can = (action: SubscriptionAction) => subscription.actions.includes(action)
  const pay = can('portal') ? 'portal' : null
  const isByHand = provider === 'invoice'
  switch (subscription.state) {
    case 'pending':
      return [notice(isByHand ? 'pending_invoice' : 'pending', 'warn', null, pay)]
    case 'past_due':
      return allowance.reason === 'payment_missing'
        ? [notice('payment_missing', 'danger', null, pay)]
        : [notice(isByHand ? 'invoice_open' : 'payment_failed', 'danger', subscription.graceEndsAt ?? allowance.until, pay)]
    case 'suspended':
      return [notice('payment_missing', 'danger', null, pay)]
    case 'paused':
      return [notice('paused', 'info', null, can('unpause') ? 'unpause' : pay)]
    case 'ended':
      return [notice('ended', 'info', null, 'plans')]
    case 'unknown':
      return [notice('unknown', 'warn', null, pay)]
    default:
      return ahead(subscription, can)
  }
}

function ahead({ cancelsAt, nextChange, trialEndsAt, state }: SubscriptionView, can: (action: SubscriptionAction) => boolean) {
  if (cancelsAt) return [notice('cancelled', 'warn', cancelsAt, can('resume') ? 'resume' : null)]
  if (nextChange) return [notice('scheduled', 'info', nextChange.at, can('keep_plan') ? 'keep_plan' : null)]
  return state === 'trialing' ? [notice('trial', 'info', trialEndsAt, can('portal') ? 'portal' : null)] : []
}

function ofUsage({ usage, allowance, subscription }: SubscriptionPage): SubscriptionNotice[] {
  const canGrow = !subscription || subscription.state === 'ended' || subscription.actions.includes('change')
  const action = canGrow ? 'plans' : null
  if (allowance.reason === 'allowance_used') return [notice('allowance_used', 'warn', allowance.until, action)]
  return usageWarning(usage, usage.limit) > 0 && allowance.delivery === 'single' ? [notice('allowance_nearly', 'info', null, action)] : []
}

const notice = (
  id: SubscriptionNotice['id'],
  kind: SubscriptionNotice['kind'],
  at: string | null,
  action: SubscriptionNotice['action'],
): SubscriptionNotice => ({ id, kind, at, action })
