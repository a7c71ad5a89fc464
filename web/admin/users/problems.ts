// Finds what is wrong with a user's account, so that staff see it before any facts.
import type { AdminDelivery, AdminUser } from '../../../core/api/admin/users.ts'
import { isOneOf, missedStates } from '../../../core/delivery/states.ts'

export type UserProblem =
  | { kind: 'suspended'; until: string | null }
  | { kind: 'unconfirmed' }
  | { kind: 'payment'; state: 'past_due' | 'suspended' }
  /** `needsUser`: it isn't tried again before the user has done something. */
  | { kind: 'mailbox'; id: string; domain: string; needsUser: boolean; why: string | null; since: string | null }
  | { kind: 'phone'; id: string; number: string | null; state: 'stopped' | 'unreachable' }
  /** `why`: the most frequent reason, as a sentence. */
  | { kind: 'held' | 'failed'; count: number; why: string | null }

/** What stops everything comes first. */
export function findUserProblems(user: AdminUser): UserProblem[] {
  const { state, isForGood, suspendedUntil, subscription, mailboxes, phones, deliveries } = user
  return [
    ...(state === 'suspended' ? [{ kind: 'suspended', until: isForGood ? null : suspendedUntil } as const] : []),
    ...(state === 'unconfirmed' ? [{ kind: 'unconfirmed' } as const] : []),
    ...(subscription?.state === 'past_due' || subscription?.state === 'suspended'
      ? [{ kind: 'payment', state: subscription.state } as const]
      : []),
    ...mailboxes
      .filter(one => !one.isSuspended && (one.state === 'needs_you' || one.state === 'waiting'))
      .map(({ id, domain, problem, downSince, state: at }) => ({
        ...{ kind: 'mailbox' as const, id, domain, needsUser: at === 'needs_you', why: problem, since: downSince },
      })),
    ...phones.flatMap(({ id, number, state: at }) =>
      at === 'stopped' || at === 'unreachable' ? [{ kind: 'phone' as const, id, number, state: at }] : [],
    ),
    ...summarize('failed', deliveries, one => isOneOf(missedStates, one.state)),
    ...summarize('held', deliveries, one => one.state === 'held'),
  ]
}

function summarize(kind: 'held' | 'failed', deliveries: readonly AdminDelivery[], isMeant: (one: AdminDelivery) => boolean): UserProblem[] {
  const found = deliveries.filter(isMeant)
  const [most] = [...Map.groupBy(found, ({ reasonText, reason }) => reasonText ?? reason)].toSorted((a, b) => b[1].length - a[1].length)
  return found.length > 0 ? [{ kind, count: found.length, why: most?.[0] ?? null }] : []
}
