// The state of a subscription or gift, as a label.
import type { SubscriptionListState } from '../../../core/api/admin/subscriptions.ts'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { useWords } from '../../words/words.tsx'

const kinds: Record<SubscriptionListState | 'suspended', StateKind> = {
  pending: 'warn',
  trialing: 'ok',
  active: 'ok',
  past_due: 'bad',
  unpaid: 'bad',
  suspended: 'bad',
  paused: 'off',
  canceled: 'warn',
  ended: 'off',
  unknown: 'info',
  gift: 'info',
}

export function StateBadge({ state }: { state: SubscriptionListState | 'suspended' }) {
  const t = useWords('adminsubscriptions')
  return <StateLabel kind={kinds[state]} label={t(`state.${state}`)} />
}
