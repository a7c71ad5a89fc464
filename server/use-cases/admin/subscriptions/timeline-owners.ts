// SQL for the history of an owner's subscriptions: each kind of entry a page at a time, newest first.
import { sql } from 'kysely'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'

export interface TimelinePage {
  ownerId: string
  /** Only entries before this time, or at this time with a smaller id. */
  before: { at: Date; id: string } | null
  limit: number
}

export interface TimedRow {
  id: string
  at: Date
}

export type ChangeRow = TimedRow &
  Pick<Row<'subscription_changes'>, 'state_before' | 'state_after' | 'plan_before' | 'plan_after' | 'event'>
export type EventRow = TimedRow & { kind: string; provider: string; is_processed: boolean }
export type RequestRow = TimedRow & Pick<Row<'billing_intents'>, 'kind' | 'state'>
export type StaffRow = TimedRow & { action: string; actor: string | null; details: unknown }
export type NoticeRow = TimedRow & { kind: string }

// Ids are compared byte by byte, as they are when entries of all kinds are merged.
const before = (column: string, { before: position }: TimelinePage, id = 'id') =>
  position
    ? sql`and ${sql.ref(column)} <= ${position.at}
        and (${sql.ref(column)} < ${position.at} or ${sql.ref(id)}::text collate "C" < ${position.id})`
    : sql``

export async function listChanges(db: Db, page: TimelinePage): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select id, changed_at as at, state_before, state_after, plan_before, plan_after, event from subscription_changes
    where owner_id = ${page.ownerId} ${before('changed_at', page)} order by changed_at desc, id desc limit ${page.limit}`.execute(db)
  return rows
}

export async function listEvents(db: Db, page: TimelinePage): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.event_id as id, e.occurred_at as at, e.kind, e.provider, e.processed_at is not null as is_processed
    from billing_customers c join billing_events e on e.provider = c.provider and e.customer_ref = c.customer_ref
    where c.owner_id = ${page.ownerId} ${before('e.occurred_at', page, 'e.event_id')}
    order by e.occurred_at desc, e.event_id collate "C" desc limit ${page.limit}`.execute(db)
  return rows
}

export async function listRequests(db: Db, page: TimelinePage): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select id, created_at as at, kind, state from billing_intents
    where owner_id = ${page.ownerId} ${before('created_at', page)} order by created_at desc, id desc limit ${page.limit}`.execute(db)
  return rows
}

export async function listStaffActions(db: Db, page: TimelinePage): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select id, created_at as at, action, email as actor, details from activity_logs
    where resource_type = 'subscription' and resource_id = ${page.ownerId} and actor_id is not null ${before('created_at', page)}
    order by created_at desc, id desc limit ${page.limit}`.execute(db)
  return rows
}

export async function listNotices(db: Db, page: TimelinePage): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select id, sent_at as at, kind from billing_notices
    where owner_id = ${page.ownerId} ${before('sent_at', page)} order by sent_at desc, id desc limit ${page.limit}`.execute(db)
  return rows
}
