// Claims owners to notify about usage and payments, each time once. Hosts that claim at the same time skip what another has locked.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod/mini'
import type { Money } from '../../core/plans/money.ts'
import { PlanTerms } from '../../core/plans/plans.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'

export interface ReachedUsage {
  ownerId: string
  month: string
  reserved: number
  delivered: number
  /** The warning that the owner had before. */
  notifiedPercent: number
}

/** Locks the counters of `month` that reached another warning; `markWarned` must follow for each in the same transaction. */
export async function claimReachedUsage(tx: Tx, month: string, limit: number): Promise<ReachedUsage[]> {
  const { rows } = await sql<Row<'usage'>>`
    select * from usage where month = ${month} and reached_percent > notified_percent
    order by owner_id limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ owner_id, reserved, delivered, notified_percent }) => ({
    ...{ ownerId: owner_id, month, reserved, delivered, notifiedPercent: notified_percent },
  }))
}

/** Usage that has fallen below the warning meanwhile, because the plan grew, can reach it again. */
export async function markWarned(tx: Tx, ownerId: string, month: string, percent: number): Promise<void> {
  await tx
    .updateTable('usage')
    .set({ reached_percent: percent, notified_percent: percent })
    .where('owner_id', '=', ownerId)
    .where('month', '=', month)
    .execute()
}

/**
 * `payment_failed`: a payment is missing, and its grace period runs. `payment_missing`: that period is over. `payment_received`: the
 * owner was notified of a missing payment, and it arrived. `resumed`: a cancellation was taken back, which needs no notice.
 */
export const DueNoticeKind = z.enum([
  'payment_failed',
  'payment_missing',
  'payment_received',
  'trial_ending',
  'cancellation',
  'resumed',
  'subscription_ended',
])
export type DueNoticeKind = z.infer<typeof DueNoticeKind>

export interface DueNotice {
  kind: DueNoticeKind
  ownerId: string
  provider: Row<'subscriptions'>['provider']
  planNames: { id: string; names: Record<string, string> }
  price: Money
  interval: Row<'subscriptions'>['interval']
  pastDueSince: Date | null
  trialEndsAt: Date | null
  cancelsAt: Date | null
  endedAt: Date | null
  /** What is left to pay of the oldest open invoice. */
  unpaid: Money | null
  /** Something was paid, or tried for free: it is not a first payment that was given up. */
  wasUsed: boolean
  /** The owner has another subscription, so that the end of this one changes nothing. */
  hasOther: boolean
}

// A subscription's, which is not a delivery's.
const unknownState = 'unknown'
const trialNoticeMs = 3 * 86_400_000

/**
 * Claims what owners are notified of next, at most one notice of a subscription, and marks it. `graceFrom`: a payment that is missing
 * since then or before has no grace left.
 */
export async function claimDueNotices(tx: Tx, now: Date, graceFrom: Date, limit: number): Promise<DueNotice[]> {
  const kind = dueKind(now, graceFrom)
  const { rows } = await sql<NoticeRow>`
    with due as (
      select owner_id, id, ${kind} as kind, ${missing} as missing from subscriptions
      where ${mayBeDue} and ${kind} is not null
      order by owner_id, id limit ${limit} for update skip locked
    ), marked as (
      update subscriptions s set
        payment_notified_for = case when kind in ('payment_failed', 'payment_missing') then missing
          when kind <> 'payment_received' then payment_notified_for end,
        grace_notified_for = case when kind = 'payment_missing' then missing when kind <> 'payment_received' then grace_notified_for end,
        cancel_notified_for = case when kind = 'cancellation' then cancels_at when kind <> 'resumed' then cancel_notified_for end,
        trial_notified_at = case when kind = 'trial_ending' then ${now} else trial_notified_at end,
        end_notified_at = case when kind = 'subscription_ended' then ${now} else end_notified_at end
      from due where s.owner_id = due.owner_id and s.id = due.id
      returning s.*, due.kind
    )
    select m.*, p.terms, i.unpaid, i.unpaid_currency,
      m.trial_ends_at is not null or exists (
        select from invoices where owner_id = m.owner_id and subscription_ref = m.subscription_ref and paid > 0) as was_used,
      exists (select from subscriptions where owner_id = m.owner_id and id <> m.id and state not in ('pending', 'ended')) as has_other
    from marked m join plans p on p.id = m.plan_id and p.version = m.plan_version
    left join lateral (
      select total - paid as unpaid, currency as unpaid_currency from invoices
      where owner_id = m.owner_id and subscription_ref = m.subscription_ref and state in ('open', 'uncollectible') and total > paid
      order by issued_at limit 1) i on true
    order by m.owner_id, m.id`.execute(tx)
  return rows.map(toNotice)
}

// Since when the payment is missing, also where the provider does not say it.
const missing = sql`coalesce(past_due_since, started_at)`

/** What an owner is notified of next; null for nothing. */
function dueKind(now: Date, graceFrom: Date): RawBuilder<string | null> {
  const trialUntil = new Date(now.getTime() + trialNoticeMs)
  const isMissing = sql`(state in ('past_due', 'suspended') or (state = ${unknownState} and past_due_since is not null))`
  const isOver = sql`(state = 'suspended' or coalesce(past_due_since <= ${graceFrom}, false))`
  return sql`case
    when state = 'ended' then case when end_notified_at is null then 'subscription_ended' end
    when ${isMissing} and ${isOver} and grace_notified_for is distinct from ${missing} then 'payment_missing'
    when ${isMissing} and not ${isOver} and payment_notified_for is distinct from ${missing} then 'payment_failed'
    when state in ('active', 'trialing') and past_due_since is null and payment_notified_for is not null then 'payment_received'
    when state <> 'pending' and cancels_at is not null and cancel_notified_for is distinct from cancels_at then 'cancellation'
    when cancels_at is null and cancel_notified_for is not null then 'resumed'
    when state = 'trialing' and trial_notified_at is null and cancels_at is null
      and trial_ends_at > ${now} and trial_ends_at <= ${trialUntil} then 'trial_ending' end`
}

/** The condition of the index `subscriptions_to_notify`: the few of all subscriptions that can be due. */
const mayBeDue = sql`(state <> 'ended' or end_notified_at is null)
  and (state in ('trialing', 'past_due', 'suspended', 'ended') or past_due_since is not null or payment_notified_for is not null
    or cancels_at is not null or cancel_notified_for is not null)`

type NoticeRow = Row<'subscriptions'> & {
  kind: string
  terms: unknown
  unpaid: number | null
  unpaid_currency: string | null
  was_used: boolean
  has_other: boolean
}

function toNotice(row: NoticeRow): DueNotice {
  const { names } = z.pick(PlanTerms, { names: true }).parse(row.terms)
  const { unpaid, unpaid_currency: currency } = row
  return {
    kind: DueNoticeKind.parse(row.kind),
    ownerId: row.owner_id,
    provider: row.provider,
    planNames: { id: row.plan_id, names },
    price: { amount: row.amount, currency: row.currency },
    interval: row.interval,
    pastDueSince: row.past_due_since,
    trialEndsAt: row.trial_ends_at,
    cancelsAt: row.cancels_at,
    endedAt: row.ended_at,
    unpaid: unpaid !== null && currency !== null ? { amount: unpaid, currency } : null,
    wasUsed: row.was_used,
    hasOther: row.has_other,
  }
}

export interface OpenInvoice {
  ownerId: string
  number: string | null
  unpaid: Money
  dueAt: Date | null
}

/** Claims new invoices that the owner pays by hand, and marks them. */
export async function claimOpenInvoices(tx: Tx, now: Date, limit: number): Promise<OpenInvoice[]> {
  const { rows } = await sql<Row<'invoices'>>`
    update invoices set notified_at = ${now} where (owner_id, id) in (
      select owner_id, id from invoices where provider = 'invoice' and state = 'open' and notified_at is null
      order by owner_id, id limit ${limit} for update skip locked)
    returning *`.execute(tx)
  return rows.map(row => ({
    ownerId: row.owner_id,
    number: row.number,
    unpaid: { amount: row.total - row.paid, currency: row.currency },
    dueAt: row.due_at,
  }))
}
