// Gives an owner more time to try a plan.
import { HttpError } from '../../foundation/http/errors.ts'
import { type RecordChange, refreshOwner, runIntent, toSecond } from './changes.ts'
import { type BillingDeps, requirePayments } from './payments.ts'
import { currentSubscription, type SubscriptionRow } from './store.ts'

const longestMs = 365 * 86_400_000

/** A change that is announced already would be lost, and is taken back first. */
export const mayExtend = ({ state, cancels_at, next_plan_id }: Pick<SubscriptionRow, 'state' | 'cancels_at' | 'next_plan_id'>): boolean =>
  state === 'trialing' && cancels_at === null && next_plan_id === null

export async function extendTrial(deps: BillingDeps, ownerId: string, until: Date, record?: RecordChange): Promise<void> {
  const payments = requirePayments(deps)
  const { db, say, now } = deps
  const row = await currentSubscription(db, ownerId)
  if (!row) throw new HttpError(409, 'no_subscription', say('subscription.none'))
  if (!mayExtend(row)) throw new HttpError(409, 'not_possible', say('subscription.notPossible'))
  const end = toSecond(until)
  if (end <= now() || end <= (row.trial_ends_at ?? now()) || end.getTime() > now().getTime() + longestMs)
    throw new HttpError(422, 'trial_end_wrong', say('trial.endWrong'))
  const request = { subscriptionRef: row.subscription_ref, until: end.toISOString() }
  const { provider } = payments
  const intent = {
    provider: provider.name,
    kind: 'extend_trial' as const,
    request,
    now: now(),
    record: record?.(row, { until: request.until }),
  }
  await runIntent(deps, ownerId, intent, key => provider.extendTrial({ subscriptionRef: row.subscription_ref, until: end, key }))
  await refreshOwner(deps, payments, ownerId)
}
