// SQL that counts how often each of a user's filters matched, by day.
import { sql } from 'kysely'
import type { Db, Tx } from '../foundation/db/pool.ts'

const daysShown = 30
const dayMs = 86_400_000

export interface Matched {
  lastAt: Date | null
  /** The last 30 days (UTC), the oldest first. */
  daily: number[]
}

/** Adds to today's counts, `matches` by filter. A filter that was removed meanwhile is left out. */
export async function countMatches(tx: Tx, userId: string, matches: ReadonlyMap<string, number>, now: Date): Promise<void> {
  if (matches.size === 0) return
  // In the order of their ids, so that two hosts that count for one person never wait for each other in a circle.
  await sql`
    insert into filter_days (user_id, filter_id, day, matched, last_at)
    select filters.user_id, filters.id, ${dayOf(now)}::date, counted.n, ${now}::timestamptz
    from filters
    join unnest(${[...matches.keys()]}::uuid[], ${[...matches.values()]}::int[]) as counted (id, n) on counted.id = filters.id
    where filters.user_id = ${userId} and filters.removed_at is null
    order by filters.id
    for key share of filters
    on conflict (user_id, filter_id, day) do update
    set matched = filter_days.matched + excluded.matched, last_at = greatest(filter_days.last_at, excluded.last_at)`.execute(tx)
}

/** Of each filter. */
export async function readMatched(db: Db, userId: string, now: Date): Promise<Map<string, Matched>> {
  const from = new Date(now.getTime() - (daysShown - 1) * dayMs)
  const days = db
    .selectFrom('filter_days')
    .select(['filter_id', 'matched', sql<number>`day - ${dayOf(from)}::date`.as('index')])
    .where('user_id', '=', userId)
    .where(sql<boolean>`day between ${dayOf(from)}::date and ${dayOf(now)}::date`)
    .execute()
  const lasts = db
    .selectFrom('filters')
    .select(e => [
      'id',
      e
        .selectFrom('filter_days')
        .select('last_at')
        .whereRef('filter_days.user_id', '=', 'filters.user_id')
        .whereRef('filter_id', '=', 'filters.id')
        .orderBy('day', 'desc')
        .limit(1)
        .as('last_at'),
    ])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
  const found = new Map((await lasts).map(row => [row.id, { lastAt: row.last_at, daily: noDays() }]))
  for (const row of await days) found.get(row.filter_id)?.daily.splice(row.index, 1, row.matched)
  return found
}

const noDays = (): number[] => Array.from({ length: daysShown }, () => 0)

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
