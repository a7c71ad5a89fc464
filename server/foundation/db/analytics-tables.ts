// Kysely types of the rollups that the console's analytics are read from.
import type { ColumnType, Generated } from 'kysely'
import type { Big } from './columns.ts'

export interface AnalyticsTables {
  analytics_counts: { metric: string; tier: 'hour' | 'day'; at: Date; label: string; count: Big }
  analytics_durations: { metric: string; tier: 'hour' | 'day'; at: Date; counts: Buffer }
  analytics_retention: { signed_up_week: ColumnType<unknown, string, string>; week: ColumnType<unknown, string, string>; users: number }
  analytics_progress: { id: Generated<boolean>; counted_until: Date; changes_seen_until: Date }
}
