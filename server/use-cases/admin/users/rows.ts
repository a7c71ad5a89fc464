// Reads a page of users that match the console's filters, newest first, with the help of the indexes for each filter.
import { type RawBuilder, sql } from 'kysely'
import type { AdminUserFilters } from '../../../../core/api/admin/users.ts'
import { type Db, unpreparedMarker } from '../../../foundation/db/pool.ts'
import { parseUserSearch, startsWith, type UserSearch } from './search.ts'

export interface UserRow {
  id: string
  email: string | null
  phone: string | null
  name: string | null
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  banned_until: Date | null
  deleted_at: Date | null
  created_at: Date
  last_sign_in_at: Date | null
}

export interface UsersPage {
  filters: AdminUserFilters
  /** The last user of the page before. */
  after: readonly [createdAt: string, id: string] | null
  limit: number
  now: Date
  /** Masked numbers stay masked: a phone is found by its whole number alone. */
  onlyWholeNumbers?: boolean
  /** For billing: only users who have or had a subscription. */
  onlyPayers?: boolean
}

/** Planned again for each search: a generic plan would read all users. */
const planned = sql.raw(unpreparedMarker)

/** As the user wrote it. */
export const displayName = sql<string | null>`coalesce(user_metadata ->> 'name', user_metadata ->> 'full_name')`
/** Exactly as in the index users_by_name_start. */
const nameStart = sql`lower(left(coalesce(user_metadata ->> 'name', user_metadata ->> 'full_name'), 100))`

export async function readUserRows(db: Db, page: UsersPage): Promise<UserRow[]> {
  const search = parseSearch(page)
  const conditions = conditionsOf(page)
  const read = (condition: RawBuilder<unknown> | null, from = sql`users`) =>
    selectRows(db, from, condition ? [...conditions, condition] : conditions, page.limit)
  if (search === null) return read(null)
  if (search.kind === 'id') return read(sql`id = ${search.id}::uuid`)
  if (await isRare(db, search)) return read(isFound(search))
  const { q: _q, ...others } = page.filters
  if (page.onlyPayers || Object.values(others).some(value => value !== undefined)) return read(matches(search))
  const newest = await read(
    matches(search),
    sql`(select * from users where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${maxWalked}) users`,
  )
  // If all matches are old, for example after an import, sorting them is faster than scanning from the newest.
  return newest.length === page.limit ? newest : read(isFound(search))
}

/** Billing finds nobody by a number, because it may not learn one. */
function parseSearch({ filters: { q }, onlyPayers, onlyWholeNumbers }: UsersPage): UserSearch | null {
  const search = parseUserSearch(q, onlyWholeNumbers)
  return onlyPayers && search?.kind === 'digits' ? { kind: 'text', text: search.text } : search
}

async function selectRows(db: Db, from: RawBuilder<unknown>, conditions: RawBuilder<unknown>[], limit: number): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`${planned} select id, email, phone, ${displayName} as name, email_confirmed_at, phone_confirmed_at,
      banned_until, deleted_at, created_at, last_sign_in_at
    from ${from} where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

function conditionsOf({ filters: { state, role, factor, from, to }, after, now, onlyPayers }: UsersPage): RawBuilder<unknown>[] {
  const hasFactor = sql`exists (select from factors f where f.user_id = users.id and f.status = 'verified')`
  return [
    sql`deleted_at is null`,
    ...(onlyPayers ? [isPayer] : []),
    ...(after ? [sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
    ...(from ? [sql`created_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql`created_at < ${to}::timestamptz`] : []),
    ...(state === 'suspended' ? [sql`banned_until is not null and banned_until > ${now}::timestamptz`] : []),
    ...(state === 'unconfirmed' ? [sql`email_confirmed_at is null and phone_confirmed_at is null`, notSuspended(now)] : []),
    ...(state === 'active' ? [sql`(email_confirmed_at is not null or phone_confirmed_at is not null)`, notSuspended(now)] : []),
    ...(role ? [sql`id = any(array(select user_id from user_roles where role = ${role}))`] : []),
    ...(factor === 'yes' ? [hasFactor] : []),
    ...(factor === 'no' ? [sql`not ${hasFactor}`] : []),
  ]
}

const isPayer = sql`exists (select from subscriptions s where s.owner_id = users.id)`

const notSuspended = (now: Date) => sql`(banned_until is null or banned_until <= ${now}::timestamptz)`

type PrefixSearch = Exclude<UserSearch, { kind: 'id' }>

/** Up to this many matches are sorted. More are so frequent that a scan from the newest user soon fills the page. */
const maxSorted = 2000
const maxWalked = 30_000

async function isRare(db: Db, search: PrefixSearch): Promise<boolean> {
  const counts = branches(search).map(branch => sql`(select count(*) from (${branch} limit ${maxSorted + 1}) found)`)
  const { rows } = await sql<{ count: string }>`${planned} select ${sql.join(counts, sql` + `)} as count`.execute(db)
  return Number(rows[0]?.count ?? 0) <= maxSorted
}

/** An array keeps the planner from scanning all users. */
const isFound = (search: PrefixSearch): RawBuilder<unknown> => sql`id = any(array(${sql.join(branches(search), sql` union `)}))`

const emailStarts = (text: string) => sql`email like ${startsWith(text)}`
const nameStarts = (text: string) => sql`${nameStart} like ${startsWith(text)}`
const isPhone = ({ digits, isWhole }: UserSearch & { kind: 'digits' }) =>
  isWhole ? sql`phone = ${digits}` : sql`phone like ${startsWith(digits)}`

/** The ids of the users that match, each branch by its own index. */
const branches = (search: PrefixSearch): RawBuilder<unknown>[] =>
  search.kind === 'text'
    ? [sql`select id from users where ${emailStarts(search.text)}`, sql`select id from users where ${nameStarts(search.text)}`]
    : [
        sql`select id from users where ${emailStarts(search.text)}`,
        sql`select id from users where ${isPhone(search)}`,
        sql`select user_id from destinations where wa_id = ${search.digits}`,
      ]

const matches = (search: PrefixSearch): RawBuilder<unknown> =>
  search.kind === 'text'
    ? sql`(${emailStarts(search.text)} or ${nameStarts(search.text)})`
    : sql`(${emailStarts(search.text)} or ${isPhone(search)})`
