// SQL for the console's list of bought subscriptions and current gifts, a page at a time.
import { type RawBuilder, sql } from 'kysely'
import type { SubscriptionFilter, SubscriptionListState } from '../../../../core/api/admin/subscriptions.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import { beginsWith, parseSubscriptionSearch, type SubscriptionSearch } from './search.ts'

/** A bought subscription, or a gift, whose money columns are null. */
export interface SubscriptionListRow {
  id: string
  owner_id: string
  email: string | null
  plan_id: string
  plan_version: number
  plan_names: unknown
  at: Date
  sorted_at: Date
  renews_at: Date | null
  cancels_at: Date | null
  ended_at: Date | null
  state: Row<'subscriptions'>['state'] | 'gift'
  interval: Row<'subscriptions'>['interval'] | null
  provider: Row<'subscriptions'>['provider'] | null
  currency: string | null
  amount: number | null
  subscription_ref: string | null
}

export interface SubscriptionListPage extends Omit<SubscriptionFilter, 'search'> {
  search?: string | undefined
  /** Only of this owner. */
  ownerId?: string
  before: Position | null
  limit: number
  now: Date
}

interface Position {
  at: Date
  id: string
}

export interface SubscriptionPageRows {
  rows: SubscriptionListRow[]
  /** Where the next page begins; null at the end. In a broad search, a short page is not always the last. */
  next: Position | null
}

export async function listSubscriptionPage(db: Db, page: SubscriptionListPage): Promise<SubscriptionPageRows> {
  const { condition, probe } = await ownersOf(db, page)
  const parts = [
    ...(page.state === 'gift' ? [] : [boughtQuery(page, condition)]),
    ...(showsGifts(page) ? [giftQuery(page, condition)] : []),
  ]
  const read: Awaited<ReturnType<typeof readListPage>>[] = []
  for (const part of parts) read.push(await readListPage(db, page, part, probe))
  const order = (a: Position, b: Position) => (isByRenewal(page) ? 1 : -1) * compare(a, b)
  // Rows after the first one that was not examined belong to a later page.
  const [limit] = read.flatMap(({ scannedTo }) => (scannedTo ? [scannedTo] : [])).toSorted(order)
  const rows = read
    .flatMap(one => one.rows)
    .filter(row => !limit || order(positionOf(row), limit) <= 0)
    .toSorted((x, y) => order(positionOf(x), positionOf(y)))
  const last = rows[page.limit - 1]
  if (rows.length > page.limit && last) return { rows: rows.slice(0, page.limit), next: positionOf(last) }
  return { rows, next: limit ?? null }
}

const positionOf = ({ sorted_at: at, id }: SubscriptionListRow): Position => ({ at, id })

const compare = (a: Position, b: Position): number => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const showsGifts = ({ state, provider }: SubscriptionListPage): boolean =>
  (state === undefined || state === 'gift') && provider === undefined

/** Filters by renewal date sort by the next renewal. */
export const isByRenewal = ({ renewsFrom, renewsTo }: Pick<SubscriptionFilter, 'renewsFrom' | 'renewsTo'>): boolean =>
  renewsFrom !== undefined || renewsTo !== undefined

/** A condition on the owner; null for all owners. */
type OwnerCondition = RawBuilder<unknown> | null

const ownerColumn = sql.ref('t.owner_id')
/** If more owners match, the search reads rows and checks their owners instead of reading rows by owner. */
const fewOwners = 2000

interface OwnerSearch {
  /** A condition on the rows to read; null for all rows. */
  condition: OwnerCondition
  /** Of the rows read, keeps those whose owner's email begins with this. */
  probe: string | null
}

async function ownersOf(db: Db, { search, ownerId }: SubscriptionListPage): Promise<OwnerSearch> {
  const only = (condition: OwnerCondition): OwnerSearch => ({ condition, probe: null })
  if (ownerId !== undefined) return only(sql`${ownerColumn} = ${ownerId}`)
  const parsed = parseSubscriptionSearch(search)
  if (parsed === null) return only(null)
  if (parsed.kind === 'owner') return only(sql`${ownerColumn} = ${parsed.id}`)
  const ids = parsed.kind === 'ref' ? await ownersOfRef(db, parsed.ref) : await ownersOfEmail(db, parsed)
  if (ids.length <= fewOwners || parsed.kind === 'ref') return only(sql`${ownerColumn} = any(${ids}::uuid[])`)
  return { condition: null, probe: parsed.start }
}

async function ownersOfRef(db: Db, ref: string): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from subscriptions where provider in ('stripe', 'invoice') and subscription_ref = ${ref}
    union select owner_id from billing_customers where provider in ('stripe', 'invoice') and customer_ref = ${ref}
    union select owner_id from invoices where provider in ('stripe', 'invoice') and invoice_ref = ${ref}`.execute(db)
  return rows.map(row => row.owner_id)
}

async function ownersOfEmail(db: Db, { start }: Extract<SubscriptionSearch, { kind: 'email' }>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email like ${beginsWith(start)} limit ${fewOwners + 1}`.execute(db)
  return rows.map(row => row.id)
}

interface PageQueryParts {
  /** All conditions except the keyset, which needs the sort column. */
  columns: RawBuilder<unknown>
  table: RawBuilder<unknown>
  sortedBy: RawBuilder<unknown>
  where: RawBuilder<unknown>[]
}

function boughtQuery(page: SubscriptionListPage, who: OwnerCondition): PageQueryParts {
  const { state, plan, provider } = page
  return {
    columns: sql`t.id, t.owner_id, t.plan_id, t.plan_version, t.started_at as at, t.current_period_end as renews_at, t.cancels_at, t.ended_at,
      t.state, t.interval, t.provider, t.currency, t.amount, t.subscription_ref`,
    table: sql`subscriptions t`,
    sortedBy: isByRenewal(page) ? sql`t.current_period_end` : sql`t.started_at`,
    where: [
      ...(who ? [who] : []),
      ...(state && state !== 'gift' ? [stateCondition(state)] : []),
      ...(plan ? [sql`t.plan_id = ${plan}`] : []),
      ...(provider ? [sql`t.provider = ${provider}`] : []),
      ...between(sql`t.started_at`, page.startedFrom, page.startedTo),
      ...(isByRenewal(page) ? [sql`t.current_period_end is not null`, sql`t.state <> 'ended'`] : []),
      ...between(sql`t.current_period_end`, page.renewsFrom, page.renewsTo),
    ],
  }
}

/** Maps each subscription to one of the states of the filter. */
function stateCondition(state: Exclude<SubscriptionListState, 'gift'>): RawBuilder<unknown> {
  if (state === 'canceled') return sql`t.cancels_at is not null and t.state <> 'ended'`
  if (state === 'ended') return sql`t.state = 'ended'`
  return sql`t.state = ${state === 'unpaid' ? 'suspended' : state} and t.cancels_at is null`
}

function giftQuery(page: SubscriptionListPage, who: OwnerCondition): PageQueryParts {
  return {
    columns: sql`t.id, t.owner_id, t.plan_id, t.plan_version, t.given_at as at, t.ends_at as renews_at, null::timestamptz as cancels_at,
      null::timestamptz as ended_at, 'gift' as state, null as interval, null as provider, null as currency, null::int as amount,
      null as subscription_ref`,
    table: sql`plan_grants t`,
    sortedBy: isByRenewal(page) ? sql`t.ends_at` : sql`t.given_at`,
    where: [
      sql`t.ended_at is null`,
      sql`(t.ends_at is null or t.ends_at > ${page.now})`,
      ...(who ? [who] : []),
      ...(page.plan ? [sql`t.plan_id = ${page.plan}`] : []),
      ...between(sql`t.given_at`, page.startedFrom, page.startedTo),
      ...(isByRenewal(page) ? [sql`t.ends_at is not null`] : []),
      ...between(sql`t.ends_at`, page.renewsFrom, page.renewsTo),
    ],
  }
}

const dayMs = 86_400_000

function between(column: RawBuilder<unknown>, from: string | undefined, to: string | undefined): RawBuilder<unknown>[] {
  const start = (day: string) => new Date(`${day}T00:00:00Z`)
  return [...(from ? [sql`${column} >= ${start(from)}`] : []), ...(to ? [sql`${column} < ${new Date(start(to).getTime() + dayMs)}`] : [])]
}

/** How many rows a search examines per page when too many owners match to start from the owners. */
const mostScanned = 1000

interface ReadRows {
  rows: SubscriptionListRow[]
  /** The last row examined, if there may be more after it. */
  scannedTo: Position | null
}

/** Looks up emails and names only for the rows of the page: a join might read every user. */
async function readListPage(db: Db, page: SubscriptionListPage, parts: PageQueryParts, probe: string | null): Promise<ReadRows> {
  const { columns, sortedBy } = parts
  const { limit } = page
  const order = (of: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`order by ${of} ${directionOf(page)}, ${id} ${directionOf(page)}`
  const scanned = sql`select ${columns}, ${sortedBy} as sorted_at ${rowsOf(page, parts)} ${order(sortedBy, sql`t.id`)}`
  const found =
    probe === null
      ? sql`${scanned} limit ${limit + 1}`
      : sql`select * from (${scanned} limit ${mostScanned}) s
          where (select email from users where id = s.owner_id) like ${beginsWith(probe)}
          ${order(sql`s.sorted_at`, sql`s.id`)} limit ${limit + 1}`
  const { rows } = await sql<SubscriptionListRow>`
    with page as materialized (${found})
    select page.*, (select email from users where id = page.owner_id) as email,
      (select terms -> 'names' from plans p where p.id = page.plan_id and p.version = page.plan_version) as plan_names
    from page ${order(sql`page.sorted_at`, sql`page.id`)}`.execute(db)
  if (probe === null || rows.length > limit) return { rows, scannedTo: null }
  const { rows: ends } = await sql<Position>`
    select ${sortedBy} as at, t.id ${rowsOf(page, parts)} ${order(sortedBy, sql`t.id`)} offset ${mostScanned - 1} limit 1`.execute(db)
  return { rows, scannedTo: ends[0] ?? null }
}

const directionOf = (page: SubscriptionListPage): RawBuilder<unknown> => (isByRenewal(page) ? sql`asc` : sql`desc`)

function rowsOf(page: SubscriptionListPage, { table, sortedBy, where }: PageQueryParts): RawBuilder<unknown> {
  const { before } = page
  const operator = isByRenewal(page) ? sql`>` : sql`<`
  const keyset = before ? [sql`(${sortedBy}, t.id) ${operator} (${before.at}, ${before.id}::uuid)`] : []
  const all = [...where, ...keyset]
  return sql`from ${table} ${all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``}`
}
