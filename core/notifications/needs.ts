// Lists what needs the user's attention, each with its time, so that new items differ from seen ones.

export const needKinds = [
  'mailbox_needs_you',
  'mailbox_waiting',
  'phone_unreachable',
  'phone_stopped',
  'phone_pending',
  'template_paused',
  'deliveries_failed',
  'allowance_used',
  'allowance_nearly',
] as const
export type NeedKind = (typeof needKinds)[number]

export interface Need {
  /** Stable while the need exists. */
  id: string
  kind: NeedKind
  subject: { id: string; name: string } | null
  /** Emails, or the percentage of the allowance that is used. */
  count: number | null
  at: Date
}

/** `at`: when the first or the last of these emails entered that state. */
export interface MessageCount {
  count: number
  at: Date
}

export interface NeedFacts {
  mailboxes: readonly { id: string; name: string; state: 'needs_you' | 'waiting'; since: Date }[]
  phones: readonly { id: string; name: string; state: 'pending' | 'stopped' | 'unreachable'; since: Date }[]
  /** Emails waiting for an announcement whose template is not approved or is paused. */
  withoutTemplate: MessageCount | null
  failed: MessageCount | null
  /** Emails waiting for the next month's allowance. */
  overAllowance: MessageCount | null
  usage: { month: string; used: number; allowance: number | null }
}

/** A lost connection usually recovers on its own, and a phone is usually linked before its code expires. */
const graceMs = { waiting: 30 * 60_000, pending: 15 * 60_000 }
const warningPercent = 80

/** Newest first. */
export function listNeeds(facts: NeedFacts, now: Date): Need[] {
  const isDue = (since: Date, waitMs: number) => now.getTime() - since.getTime() >= waitMs
  const needs = [
    ...facts.mailboxes
      .filter(({ state, since }) => state === 'needs_you' || isDue(since, graceMs.waiting))
      .map(({ state, ...mailbox }) => toNeed(`mailbox_${state}`, mailbox)),
    ...facts.phones
      .filter(({ state, since }) => state !== 'pending' || isDue(since, graceMs.pending))
      .map(({ state, ...phone }) => toNeed(`phone_${state}`, phone)),
    ...countedNeed('template_paused', facts.withoutTemplate),
    ...countedNeed('deliveries_failed', facts.failed),
    ...allowance(facts),
  ]
  return needs.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
}

const toNeed = (kind: NeedKind, { id, name, since }: { id: string; name: string; since: Date }): Need => ({
  id: `${kind}:${id}`,
  kind,
  subject: { id, name },
  count: null,
  at: since,
})

const countedNeed = (kind: NeedKind, emails: MessageCount | null): Need[] =>
  emails && emails.count > 0 ? [{ id: kind, kind, subject: null, count: emails.count, at: emails.at }] : []

function allowance({ overAllowance, usage: { month, used, allowance: limit } }: NeedFacts): Need[] {
  if (overAllowance && overAllowance.count > 0) return countedNeed('allowance_used', overAllowance)
  const percent = limit ? Math.floor((used / limit) * 100) : 0
  if (percent < warningPercent) return []
  // We do not store when the threshold was reached, so it is reported once a month.
  return [
    { id: `allowance_nearly:${month}`, kind: 'allowance_nearly', subject: null, count: percent, at: new Date(`${month}-01T00:00:00Z`) },
  ]
}

/** By need id: the need's time when it was seen. */
export type SeenNeeds = ReadonlyMap<string, Date>

/** Never seen, or happened again since. Comparing times would miss needs that were listed late. */
export const isNew = ({ id, at }: Need, seen: SeenNeeds): boolean => seen.get(id)?.getTime() !== at.getTime()

export interface NeedPage {
  items: Need[]
  /** The id of the last item if there are more. */
  next: string | null
}

/** The needs after `after`, or from the start if that one was resolved meanwhile. */
export function pageNeeds(needs: readonly Need[], after: string | null, limit: number): NeedPage {
  const from = needs.findIndex(({ id }) => id === after) + 1
  const items = needs.slice(from, from + limit)
  return { items, next: from + limit < needs.length ? (items.at(-1)?.id ?? null) : null }
}
