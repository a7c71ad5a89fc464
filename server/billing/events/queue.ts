// SQL for the provider's events: each is recorded once, and waits until the customer that it names has been read again.
import { sql } from 'kysely'
import type { Db } from '../../foundation/db/pool.ts'
import type { ProviderName } from '../provider.ts'

/** `customerRef` is null for events that are about no customer; they are only counted. */
export interface ProviderEvent {
  eventId: string
  kind: string
  customerRef: string | null
  /** By the provider's clock. */
  occurredAt: Date
}

const perInsert = 500

/** Returns how many were new. Events that name a customer are due at once. */
export async function recordEvents(db: Db, provider: ProviderName, events: ProviderEvent[], now: Date): Promise<number> {
  let added = 0
  for (let i = 0; i < events.length; i += perInsert) {
    const rows = events.slice(i, i + perInsert).map(({ eventId, kind, customerRef, occurredAt }) => ({
      ...{ provider, event_id: eventId, kind, customer_ref: customerRef, occurred_at: occurredAt, received_at: now },
      ...(customerRef === null ? { due_at: null, processed_at: now } : { due_at: now, processed_at: null }),
    }))
    const result = await db
      .insertInto('billing_events')
      .values(rows)
      .onConflict(c => c.columns(['provider', 'event_id']).doNothing())
      .executeTakeFirst()
    added += Number(result.numInsertedOrUpdatedRows ?? 0)
  }
  return added
}

export interface ClaimedEvent {
  eventId: string
  customerRef: string
  attempts: number
}

/**
 * Claims all due events of up to `limit` customers, oldest first, so that one reading serves them. They are due again when the lease
 * ends, so that those of a host that died are not forgotten.
 */
export async function claimEvents(
  db: Db,
  provider: ProviderName,
  { limit, leaseMs, now }: { limit: number; leaseMs: number; now: Date },
): Promise<ClaimedEvent[]> {
  const rows = await db
    .updateTable('billing_events')
    .set({ due_at: new Date(now.getTime() + leaseMs) })
    .where('provider', '=', provider)
    .where('event_id', 'in', q =>
      q
        .selectFrom('billing_events')
        .select('event_id')
        .where('provider', '=', provider)
        .where('due_at', '<=', now)
        .where('customer_ref', 'in', customers =>
          customers
            .selectFrom('billing_events')
            .select('customer_ref')
            .where('provider', '=', provider)
            .where('due_at', '<=', now)
            .where('customer_ref', 'is not', null)
            .groupBy('customer_ref')
            .orderBy(e => e.fn.min('due_at'))
            .limit(limit),
        )
        .forUpdate()
        .skipLocked(),
    )
    .returning(['event_id', 'customer_ref', 'attempts'])
    .execute()
  return rows.map(row => ({ eventId: row.event_id, customerRef: row.customer_ref ?? '', attempts: row.attempts }))
}

export async function finishEvents(db: Db, provider: ProviderName, eventIds: string[], now: Date): Promise<void> {
  await db
    .updateTable('billing_events')
    .set({ due_at: null, processed_at: now, error: null })
    .where('provider', '=', provider)
    .where('event_id', 'in', eventIds)
    .where('processed_at', 'is', null)
    .execute()
}

/** They are tried again at `dueAt`. Without `error` nothing failed, so that it doesn't count as an attempt. */
export async function postponeEvents(
  db: Db,
  provider: ProviderName,
  eventIds: string[],
  { dueAt, error }: { dueAt: Date; error: string | null },
): Promise<void> {
  await db
    .updateTable('billing_events')
    .set({ due_at: dueAt, ...(error !== null && { attempts: sql`attempts + 1`, error: error.slice(0, 500) }) })
    .where('provider', '=', provider)
    .where('event_id', 'in', eventIds)
    .where('processed_at', 'is', null)
    .execute()
}

/** When the next event is due; null when none waits. */
export async function nextEventAt(db: Db, provider: ProviderName): Promise<Date | null> {
  const row = await db
    .selectFrom('billing_events')
    .select(e => e.fn.min('due_at').as('due'))
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.due ?? null
}

/** Erases processed events that were received before `before`. */
export async function sweepBillingEvents(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('billing_events')
    .where('received_at', '<', before)
    .where('processed_at', 'is not', null)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** How far the provider's list of events was read; null before the first time. */
export async function readEventsCursor(db: Db, provider: ProviderName): Promise<Date | null> {
  const row = await db.selectFrom('billing_syncs').select('events_read_to').where('provider', '=', provider).executeTakeFirst()
  return row?.events_read_to ?? null
}

/** It never moves back. */
export async function moveEventsCursor(db: Db, provider: ProviderName, to: Date): Promise<void> {
  await db
    .insertInto('billing_syncs')
    .values({ provider, events_read_to: to })
    .onConflict(c =>
      c.column('provider').doUpdateSet({ events_read_to: sql`greatest(billing_syncs.events_read_to, excluded.events_read_to)` }),
    )
    .execute()
}

export interface LastReconciliation {
  at: Date
  customers: number
  differences: number
}

/** Null before the first time. */
export async function readReconciliation(db: Db, provider: ProviderName): Promise<LastReconciliation | null> {
  const row = await db.selectFrom('billing_syncs').selectAll().where('provider', '=', provider).executeTakeFirst()
  if (!row?.reconciled_at) return null
  return { at: row.reconciled_at, customers: row.reconciled_customers, differences: row.reconciled_differences }
}

export async function saveReconciliation(
  db: Db,
  provider: ProviderName,
  { at, customers, differences }: LastReconciliation,
): Promise<void> {
  const columns = { reconciled_at: at, reconciled_customers: customers, reconciled_differences: differences }
  await db
    .insertInto('billing_syncs')
    .values({ provider, ...columns })
    .onConflict(c => c.column('provider').doUpdateSet(columns))
    .execute()
}
