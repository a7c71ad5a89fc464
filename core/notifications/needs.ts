// What needs a person, told from how their things stand: each with its hour, so that what is new can be told from what they have seen.

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
  /** The same as long as it is the same need. */
  id: string
  kind: NeedKind
  subject: { id: string; name: string } | null
  /** Mails, or the percentage of the allowance that is used. */
  count: number | null
  at: Date
}

/** So many mails, and when the first or the last of them came to be so. */
export interface MessageCount {
  count: number
  at: Date
}

export interface NeedFacts {
  mailboxes: readonly { id: string; name: string; state: 'needs_you' | 'waiting'; since: Date }[]
  phones: readonly { id: string; name: string; state: 'pending' | 'stopped' | 'unreachable'; since: Date }[]
  /** Mails that wait for a notice which the messenger has not approved or has paused. */
  withoutTemplate: MessageCount | null
  failed: MessageCount | null
  /** Mails that wait for the next month. */
  overAllowance: MessageCount | null
  usage: { month: string; used: number; allowance: number | null }
}

/** A connection that is lost comes back by itself as a rule, and a phone is linked within the life of its code. */
const patienceMs = { waiting: 30 * 60_000, pending: 15 * 60_000 }
const nearlyPercent = 80

/** The newest first. */
export function needsOf(facts: NeedFacts, now: Date): Need[] {
  const isDue = (since: Date, waitMs: number) => now.getTime() - since.getTime() >= waitMs
  const needs = [
    ...facts.mailboxes
      .filter(({ state, since }) => state === 'needs_you' || isDue(since, patienceMs.waiting))
      .map(({ state, ...mailbox }) => about(`mailbox_${state}`, mailbox)),
    ...facts.phones
      .filter(({ state, since }) => state !== 'pending' || isDue(since, patienceMs.pending))
      .map(({ state, ...phone }) => about(`phone_${state}`, phone)),
    ...counted('template_paused', facts.withoutTemplate),
    ...counted('deliveries_failed', facts.failed),
    ...allowance(facts),
  ]
  return needs.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
}

const about = (kind: NeedKind, { id, name, since }: { id: string; name: string; since: Date }): Need => ({
  id: `${kind}:${id}`,
  kind,
  subject: { id, name },
  count: null,
  at: since,
})

const counted = (kind: NeedKind, mails: MessageCount | null): Need[] =>
  mails && mails.count > 0 ? [{ id: kind, kind, subject: null, count: mails.count, at: mails.at }] : []

function allowance({ overAllowance, usage: { month, used, allowance: most } }: NeedFacts): Need[] {
  if (overAllowance && overAllowance.count > 0) return counted('allowance_used', overAllowance)
  const percent = most ? Math.floor((used / most) * 100) : 0
  if (percent < nearlyPercent) return []
  // Nobody keeps the hour at which a share was used: it is told once a month.
  return [
    { id: `allowance_nearly:${month}`, kind: 'allowance_nearly', subject: null, count: percent, at: new Date(`${month}-01T00:00:00Z`) },
  ]
}

/** By the id of a need, its hour when it was seen. */
export type SeenNeeds = ReadonlyMap<string, Date>

/** Not seen as itself, or it happened again since. Hours do not tell: what was listed late is older than what was seen before it. */
export const isNew = ({ id, at }: Need, seen: SeenNeeds): boolean => seen.get(id)?.getTime() !== at.getTime()

export interface NeedPage {
  items: Need[]
  /** The id of the last of them, where there are more. */
  next: string | null
}

/** What stands behind `after`; from the first again where that one has been put right meanwhile. */
export function pageOfNeeds(needs: readonly Need[], after: string | null, limit: number): NeedPage {
  const from = needs.findIndex(({ id }) => id === after) + 1
  const items = needs.slice(from, from + limit)
  return { items, next: from + limit < needs.length ? (items.at(-1)?.id ?? null) : null }
}
