// Lists mailboxes that are down, and deliveries that failed or wait: pages, and all of them as CSV.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod/mini'
import type * as api from '../../../../core/api/admin/overview.ts'
import { missedStates, type State } from '../../../../core/delivery/states.ts'
import { decodeCursor, encodeCursor, TimeCursor } from '../../../foundation/db/cursor.ts'
import { state, stateList } from '../../../foundation/db/delivery-states.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { CsvFile } from '../../../foundation/http/csv.ts'
import type { AuthenticatedRequest, UserHandler } from '../../../foundation/http/route.ts'
import { readable } from './handlers.ts'

export interface OverviewListDeps {
  db: Db
  explain(reason: string): string | null
}

export interface OverviewListHandlers {
  mailboxes: UserHandler<typeof api.listMailboxesDownApi>
  deliveries: UserHandler<typeof api.listDeliveryRowsApi>
  mailboxesCsv(request: AuthenticatedRequest<typeof api.mailboxesDownCsvApi>): Promise<CsvFile>
  deliveriesCsv(request: AuthenticatedRequest<typeof api.deliveryRowsCsvApi>): Promise<CsvFile>
}

type MailboxFilter = Pick<z.output<typeof api.listMailboxesDownApi.query>, 'state' | 'reason'>
type DeliveryFilter = Pick<z.output<typeof api.listDeliveryRowsApi.query>, 'state' | 'reason'>
interface Page<T> {
  items: T[]
  next: string | null
}
type ReadPage<T> = (cursor: string | undefined, limit: number) => Promise<Page<T>>

const csvPage = 1000

export function overviewListHandlers({ db, explain }: OverviewListDeps): OverviewListHandlers {
  const mailboxes =
    (filter: MailboxFilter): ReadPage<api.MailboxDown> =>
    (cursor, limit) =>
      readMailboxes(db, filter, cursor, limit)
  const deliveries =
    (filter: DeliveryFilter): ReadPage<api.ListedDelivery> =>
    (cursor, limit) =>
      readDeliveries(db, filter, explain, cursor, limit)
  return {
    mailboxes: ({ query }) => mailboxes(query)(query.cursor, query.limit),
    deliveries: ({ query }) => deliveries(query)(query.cursor, query.limit),
    mailboxesCsv: async ({ query }) => ({
      name: 'email-accounts-down',
      head: ['id', 'user_id', 'domain', 'state', 'reason', 'since'],
      rows: allRows(mailboxes(query), row => [row.id, row.userId, row.domain, row.state, row.reason, row.since]),
    }),
    deliveriesCsv: async ({ query }) => ({
      name: 'deliveries',
      head: ['id', 'user_id', 'message_id', 'destination_id', 'state', 'reason', 'attempts', 'since'],
      rows: allRows(deliveries(query), row => [
        ...[row.id, row.userId, row.messageId, row.destinationId],
        ...[row.state, row.reason, row.attempts, row.since],
      ]),
    }),
  }
}

async function* allRows<T>(read: ReadPage<T>, toCells: (row: T) => (string | number | null)[]): AsyncGenerator<(string | number | null)[]> {
  let cursor: string | undefined
  do {
    const page = await read(cursor, csvPage)
    yield* page.items.map(toCells)
    cursor = page.next ?? undefined
  } while (cursor)
}

async function readMailboxes(db: Db, filter: MailboxFilter, cursor: string | undefined, limit: number): Promise<Page<api.MailboxDown>> {
  const last = decodeCursor(cursor, TimeCursor)
  const since = sql`coalesce(down_since, created_at)`
  const { rows } = await sql<Omit<api.MailboxDown, 'label'>>`
    select id, user_id as "userId", split_part(address, '@', 2) as domain, state, reason, ${isoTime(since)} as since
    from mailboxes where state in ('waiting', 'needs_you')
      ${filter.state ? sql`and state = ${filter.state}` : sql``}
      ${filter.reason ? sql`and reason = ${filter.reason}` : sql``}
      ${last ? sql`and (${since}, id) > (${last[0]}::timestamptz, ${last[1]}::uuid)` : sql``}
    order by ${since}, id limit ${limit + 1}`.execute(db)
  return toPage(
    rows.map(row => ({ ...row, label: readable(row.reason) })),
    limit,
  )
}

async function readDeliveries(
  db: Db,
  { state: wanted, reason }: DeliveryFilter,
  explain: OverviewListDeps['explain'],
  cursor: string | undefined,
  limit: number,
): Promise<Page<api.ListedDelivery>> {
  const last = decodeCursor(cursor, TimeCursor)
  const isMissed = wanted === 'failed'
  const since = isMissed ? sql`failed_at` : sql`created_at`
  const { rows } = await sql<Omit<api.ListedDelivery, 'label'>>`
    select id, user_id as "userId", message_id as "messageId", destination_id as "destinationId", state, reason, attempts,
      ${isoTime(since)} as since
    from deliveries where ${inState(wanted)}
      ${isMissed ? sql`and failed_at is not null` : sql``}
      ${isMissed && reason ? sql`and reason = ${reason}` : sql``}
      ${last ? sql`and (${since}, id) ${isMissed ? sql`<` : sql`>`} (${last[0]}::timestamptz, ${last[1]}::uuid)` : sql``}
    order by ${since} ${isMissed ? sql`desc` : sql``}, id ${isMissed ? sql`desc` : sql``} limit ${limit + 1}`.execute(db)
  return toPage(
    rows.map(row => ({ ...row, label: row.reason === null ? '–' : (explain(row.reason) ?? readable(row.reason)) })),
    limit,
  )
}

/** `failed` lists expired ones too: neither reached its phone. */
const inState = (wanted: State): RawBuilder<unknown> =>
  wanted === 'failed' ? sql`state in ${stateList(missedStates)}` : sql`state = ${state(wanted)}`

/** Includes microseconds, so that cursors are exact. */
const isoTime = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

function toPage<T extends { id: string; since: string }>(rows: T[], limit: number): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? encodeCursor([last.since, last.id]) : null }
}
