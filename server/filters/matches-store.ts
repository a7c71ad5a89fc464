// SQL that counts how often each of a user's filters matched, by day.
import { sql } from 'kysely'
import type { Db, Tx } from '../foundation/db/pool.ts'

const dayCount = 30
const dayMs = 86_400_000

export interface MatchStatistics {
  lastAt: Date | null
  /** Matches per day over the last 30 days (UTC), oldest first. */
  daily: number[]
}

/** Adds to today's counts, with `matches` by filter. A filter that was removed meanwhile is left out. */
export async function countMatches(tx: Tx, userId: string, matches: ReadonlyMap<string, number>, now: Date): Promise<void> {
  if (matches.size === 0) return
  // Sorted by id, so that two hosts counting for the same user cannot deadlock.
  await sql`
    insert into filter_days (user_id, filter_id, day, matched, last_at)
    select filters.user_id, filters.id, ${formatDay(now)}::date, counted.n, ${now}::timestamptz
    from filters
    join unnest(${[...matches.keys()]}::uuid[], ${[...matches.values()]}::int[]) as counted (id, n) on counted.id = filters.id
    where filters.user_id = ${userId} and filters.removed_at is null
    order by filters.id
    for key share of filters
    on conflict (user_id, filter_id, day) do update
    set matched = filter_days.matched + excluded.matched, last_at = greatest(filter_days.last_at, excluded.last_at)`.execute(tx)
}

/** For each filter. */
export async function readMatched(db: Db, userId: string, now: Date): Promise<Map<string, MatchStatistics>> {
  const from = new Date(now.getTime() - (dayCount - 1) * dayMs)
  const readDays = db
    .selectFrom('filter_days')
    .select(['filter_id', 'matched', sql<number>`day - ${formatDay(from)}::date`.as('index')])
    .where('user_id', '=', userId)
    .where(sql<boolean>`day between ${formatDay(from)}::date and ${formatDay(now)}::date`)
  const readLastMatches = db
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
  const [days, lastMatches] = await Promise.all([readDays.execute(), readLastMatches.execute()])
  const statistics = new Map(lastMatches.map(row => [row.id, { lastAt: row.last_at, daily: emptyDays() }]))
  for (const row of days) statistics.get(row.filter_id)?.daily.splice(row.index, 1, row.matched)
  return statistics
}

const emptyDays = (): number[] => Array.from({ length: dayCount }, () => 0)

const formatDay = (at: Date): string => at.toISOString().slice(0, 10)
