// Lists what needs the user's attention, each with its time, so that new items differ from seen ones.
import { type Allowance, monthOf, nextMonthOf } from '../plans/allowance.ts'
import type { Money } from '../plans/money.ts'
import { usageWarning, usedPercent } from './usage.ts'

export const needKinds = [
  'whatsapp_trouble',
  'whatsapp_works',
  'mailbox_needs_you',
  'mailbox_waiting',
  'phone_unreachable',
  'phone_stopped',
  'phone_pending',
  'template_paused',
  'deliveries_failed',
  'allowance_used',
  'allowance_nearly',
  'payment_failed',
  'payment_missing',
  'invoice_open',
  'trial_ending',
] as const
export type NeedKind = (typeof needKinds)[number]

export interface Need {
  /** Stable while the need exists. */
  id: string
  kind: NeedKind
  subject: { id: string; name: string } | null
  /** Emails, or the percentage of the allowance that is used. */
  count: number | null
  /** What is to be paid. */
  amount: Money | null
  /** When it changes or is due. */
  until: Date | null
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
  /** Since when WhatsApp has had trouble, and when such trouble last ended; only for people with a linked phone. */
  whatsapp: { since: Date | null; endedAt: Date | null }
  billing: BillingFacts
}

/** Where nothing is sold, `allowance` is unlimited and the others are null. */
export interface BillingFacts {
  allowance: Pick<Allowance, 'limits' | 'delivery' | 'reason' | 'until'>
  usage: { reserved: number; delivered: number }
  /** Since when a payment is missing. */
  pastDueSince: Date | null
  /** The oldest open invoice that the owner pays by hand. */
  invoice: { id: string; unpaid: Money; issuedAt: Date; dueAt: Date | null } | null
  /** A trial that nobody has cancelled. */
  trial: { endsAt: Date; price: Money } | null
}

/** A lost connection usually recovers on its own, and a phone is usually linked before its code expires. */
const graceMs = { waiting: 30 * 60_000, pending: 15 * 60_000 }
const trialNoticeMs = 3 * 86_400_000

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
    ...whatsappNeeds(facts.whatsapp, now),
    ...billingNeeds(facts.billing, now),
  ]
  return needs.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
}

const toNeed = (kind: NeedKind, { id, name, since }: { id: string; name: string; since: Date }): Need => ({
  id: `${kind}:${id}`,
  kind,
  subject: { id, name },
  ...{ count: null, amount: null, until: null },
  at: since,
})

const countedNeed = (kind: NeedKind, emails: MessageCount | null): Need[] =>
  emails && emails.count > 0 ? [{ ...ofOwner(kind, emails.at), count: emails.count }] : []

const ofOwner = (kind: NeedKind, at: Date): Need => ({ id: kind, kind, subject: null, count: null, amount: null, until: null, at })

/** The end of an outage is news for half a day. */
const worksNoticeMs = 12 * 3_600_000

/** One at a time: that it is over ends with the next trouble. */
function whatsappNeeds({ since, endedAt }: NeedFacts['whatsapp'], now: Date): Need[] {
  if (since) return [ofOwner('whatsapp_trouble', since)]
  return endedAt && now.getTime() - endedAt.getTime() < worksNoticeMs ? [ofOwner('whatsapp_works', endedAt)] : []
}

function billingNeeds({ allowance, usage, pastDueSince, invoice, trial }: BillingFacts, now: Date): Need[] {
  const payment = paymentNeed(allowance, pastDueSince, now)
  return [
    ...(payment ? [payment] : []),
    ...(payment?.kind === 'payment_failed' ? [] : usageNeeds(allowance, usage, now)),
    ...(invoice && !payment
      ? [{ ...ofOwner('invoice_open', invoice.issuedAt), id: `invoice_open:${invoice.id}`, amount: invoice.unpaid, until: invoice.dueAt }]
      : []),
    ...(trial && isTrialEnding(trial.endsAt, now)
      ? [{ ...ofOwner('trial_ending', new Date(trial.endsAt.getTime() - trialNoticeMs)), amount: trial.price, until: trial.endsAt }]
      : []),
  ]
}

function paymentNeed({ reason, until }: BillingFacts['allowance'], pastDueSince: Date | null, now: Date): Need | null {
  const at = pastDueSince ?? monthStart(now)
  if (reason === 'payment_failed') return { ...ofOwner(reason, at), until }
  // The allowance names one reason: where it is used up, a missing payment stands behind.
  return reason === 'payment_missing' || (reason === 'allowance_used' && pastDueSince) ? ofOwner('payment_missing', at) : null
}

const monthStart = (now: Date): Date => new Date(`${monthOf(now)}-01T00:00:00Z`)

const isTrialEnding = (endsAt: Date, now: Date): boolean => endsAt > now && endsAt.getTime() - now.getTime() <= trialNoticeMs

function usageNeeds({ limits, reason, until }: BillingFacts['allowance'], usage: BillingFacts['usage'], now: Date): Need[] {
  const limit = limits.deliveriesPerMonth
  const isUsedUp = reason === 'allowance_used'
  if (!isUsedUp && (limit === null || usageWarning(usage, limit) === 0)) return []
  const kind = isUsedUp ? 'allowance_used' : 'allowance_nearly'
  // We do not store when the threshold was reached, so it is reported once a month.
  const count = limit ? usedPercent(usage.reserved + usage.delivered, limit) : null
  return [{ ...ofOwner(kind, monthStart(now)), id: `${kind}:${monthOf(now)}`, count, until: until ?? nextMonthOf(now) }]
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
