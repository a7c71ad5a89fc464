// Measures how long emails took in a span of hours, from their arrival until WhatsApp accepted them and until a phone had them.
import { type RawBuilder, sql } from 'kysely'
import { borderSlack, growth, lastBucket, smallestSeconds } from '../../../../../core/analytics/histogram.ts'
import { type HistogramRow, latencyMetrics } from '../../../../../core/analytics/metrics.ts'
import type { HourSpan } from '../../../../analytics/rollups-owners.ts'
import type { Db } from '../../../../foundation/db/pool.ts'

/** The SQL equivalent of `bucketOf` in core/analytics/histogram.ts, for an interval. */
export const bucketOfInterval = (interval: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  greatest(0, least(${sql.lit(lastBucket)}, ceil(
    ln(greatest(extract(epoch from ${interval})::float8, ${sql.lit(smallestSeconds)}) / ${sql.lit(smallestSeconds)}::float8)
      / ln(${sql.lit(growth)}::float8) - ${sql.lit(borderSlack)}::float8)))::int`

/** Excludes deliveries that waited on purpose: for quiet hours, a digest, a reply from the person, or a second send. */
export async function countDurations(db: Db, { from, to }: HourSpan): Promise<HistogramRow[]> {
  const found: HistogramRow[] = []
  for (const metric of latencyMetrics) {
    const time = metric === 'until_accepted' ? sql.ref('d.accepted_at') : sql.ref('d.delivered_at')
    const { rows } = await sql<Omit<HistogramRow, 'metric'>>`
      select date_trunc('hour', ${time}, 'UTC') as at, ${bucketOfInterval(sql`${time} - m.arrived_at`)} as bucket, count(*)::int as count
      from deliveries d join messages m on m.user_id = d.user_id and m.id = d.message_id
      where d.kind = 'mail' and ${time} >= ${from} and ${time} < ${to}
        and d.wait_until is null and d.digest_id is null and d.announced_by is null and d.resent_at is null
      group by 1, 2`.execute(db)
    found.push(...rows.map(row => ({ ...row, metric })))
  }
  return found
}
