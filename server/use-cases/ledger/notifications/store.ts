// Reads the facts that decide a user's notifications.

import { sql } from 'kysely'
import { missedStates } from '../../../../core/delivery/states.ts'
import type { BillingFacts, MessageCount, NeedFacts } from '../../../../core/notifications/needs.ts'
import { ownerOf } from '../../../../core/plans/subscription.ts'
import { state, stateList } from '../../../foundation/db/delivery-states.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'

export type UserFacts = Omit<NeedFacts, 'billing' | 'whatsapp'>

/** `missedSince`: earlier failures are left out. */
export async function readUserFacts(db: Db, userId: string, missedSince: Date): Promise<UserFacts> {
  const [mailboxes, phones, counts] = await Promise.all([
    readMailboxes(db, userId),
    readPhones(db, userId),
    countMessages(db, userId, missedSince),
  ])
  return { mailboxes, phones, ...counts }
}

async function readMailboxes(db: Db, userId: string): Promise<NeedFacts['mailboxes']> {
  const { rows } = await sql<NeedFacts['mailboxes'][number]>`
    select id, address as name, state, coalesce(down_since, last_alive_at, created_at) as since from mailboxes
    where user_id = ${userId} and (state = 'needs_you' or (state = 'waiting' and down_since is not null))`.execute(db)
  return rows
}

/** The time of a STOP is not stored; the last inbound message comes closest. */
async function readPhones(db: Db, userId: string): Promise<NeedFacts['phones']> {
  const { rows } = await sql<NeedFacts['phones'][number]>`
    select id, name, state, coalesce(case when state = 'unreachable' then unreachable_since end, last_inbound_at, created_at) as since
    from destinations where user_id = ${userId} and state <> 'linked'`.execute(db)
  return rows
}

async function countMessages(db: Db, userId: string, missedSince: Date): Promise<Pick<NeedFacts, 'withoutTemplate' | 'failed'>> {
  const { rows } = await sql<{ what: string; count: number; at: Date }>`
    select 'withoutTemplate' as what, count(distinct message_id)::int as count, min(created_at) as at
    from deliveries
    where user_id = ${userId} and state = ${state('held')} and kind = 'mail' and reason = 'no_template'
    having count(*) > 0
    union all
    -- a delivery that used its fallback is not lost
    select 'missed', count(distinct message_id)::int, max(coalesce(failed_at, updated_at)) from deliveries
    where user_id = ${userId} and state in ${stateList(missedStates)} and kind = 'mail' and updated_at >= ${missedSince}
      and coalesce(fell_back_to, 'nowhere') = 'nowhere'
    having count(*) > 0`.execute(db)
  const countOf = (what: string): MessageCount | null => rows.find(row => row.what === what) ?? null
  return { withoutTemplate: countOf('withoutTemplate'), failed: countOf('missed') }
}

type PaymentFacts = Pick<BillingFacts, 'pastDueSince' | 'invoice' | 'trial'>

export const nothingToPay: PaymentFacts = { pastDueSince: null, invoice: null, trial: null }

export async function readPayments(db: Db, userId: string): Promise<PaymentFacts> {
  const owner = ownerOf(userId)
  const [subscription, invoice] = await Promise.all([
    db
      .selectFrom('subscriptions')
      .select(['state', 'past_due_since', 'trial_ends_at', 'cancels_at', 'amount', 'currency'])
      .where('owner_id', '=', owner)
      .where(sql<boolean>`state not in ('pending', 'ended')`)
      .orderBy('started_at', 'desc')
      .executeTakeFirst(),
    db
      .selectFrom('invoices')
      .select(['id', 'total', 'paid', 'currency', 'issued_at', 'due_at'])
      .where('owner_id', '=', owner)
      .where(sql<boolean>`provider = 'invoice' and state = 'open'`)
      .orderBy('issued_at')
      .executeTakeFirst(),
  ])
  return {
    pastDueSince: subscription?.past_due_since ?? null,
    invoice: invoice ? toInvoiceFact(invoice) : null,
    trial: subscription ? toTrialFact(subscription) : null,
  }
}

type InvoiceRow = Pick<Row<'invoices'>, 'id' | 'total' | 'paid' | 'currency' | 'issued_at' | 'due_at'>
const toInvoiceFact = ({ id, total, paid, currency, issued_at, due_at }: InvoiceRow): PaymentFacts['invoice'] => ({
  ...{ id, unpaid: { amount: total - paid, currency }, issuedAt: issued_at, dueAt: due_at },
})

type TrialRow = Pick<Row<'subscriptions'>, 'state' | 'trial_ends_at' | 'cancels_at' | 'amount' | 'currency'>
const toTrialFact = ({ state, trial_ends_at: endsAt, cancels_at, amount, currency }: TrialRow): PaymentFacts['trial'] =>
  state === 'trialing' && endsAt && !cancels_at ? { endsAt, price: { amount, currency } } : null

export async function listLinkedPhones(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('destinations').select('id').where('user_id', '=', userId).where('state', '=', 'linked').execute()
  return rows.map(({ id }) => id)
}
