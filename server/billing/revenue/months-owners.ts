// SQL that rolls the revenue of all owners up into months, and reads the months.
import { type RawBuilder, sql } from 'kysely'
import { lastMonths, payingStates } from '../../../core/plans/revenue.ts'
import { type CurrentRevenue, type MonthChanges, type RevenueMonth, rollUpMonths } from '../../../core/plans/revenue-months.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'

export const revenueMonthsShown = 12

/** The same as `monthlyRevenue` of core/plans/revenue.ts. */
export const monthlyRevenueSql = sql<number>`case when state = any(${[...payingStates]}::text[]) then
  case when interval = 'year' then round(amount / 12.0)::int else amount end else 0 end`

/** Reads every subscription once; run it at night, and when staff ask for it. */
export async function rollUpRevenue(db: Db, now: Date): Promise<void> {
  const months = lastMonths(now, revenueMonthsShown)
  const [first = ''] = months
  const rolled = rollUpMonths(months, await readCurrent(db), await readChanges(db, new Date(`${first}-01T00:00:00Z`)))
  if (rolled.length === 0) return
  const rows = rolled.map(month => toRow(month, now))
  await db
    .insertInto('revenue_months')
    .values(rows)
    .onConflict(c =>
      c.columns(['month', 'currency']).doUpdateSet(e => ({
        ...{ revenue: e.ref('excluded.revenue'), paying: e.ref('excluded.paying'), new_revenue: e.ref('excluded.new_revenue') },
        ...{ expansion: e.ref('excluded.expansion'), contraction: e.ref('excluded.contraction'), churned: e.ref('excluded.churned') },
        ...{ new_paying: e.ref('excluded.new_paying'), churned_paying: e.ref('excluded.churned_paying') },
        ...{ trials_converted: e.ref('excluded.trials_converted'), trials_lost: e.ref('excluded.trials_lost') },
        ...{ payments_failed: e.ref('excluded.payments_failed'), payments_recovered: e.ref('excluded.payments_recovered') },
        updated_at: e.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

async function readCurrent(db: Db): Promise<CurrentRevenue[]> {
  const { rows } = await sql<{ currency: string; revenue: string; paying: string }>`
    select currency, sum(revenue) as revenue, count(*) filter (where revenue > 0) as paying
    from (select currency, ${monthlyRevenueSql} as revenue from subscriptions) s group by currency`.execute(db)
  return rows.map(row => ({ currency: row.currency, revenue: Number(row.revenue), paying: Number(row.paying) }))
}

type Sums = Record<'new' | 'expansion' | 'contraction' | 'churn' | 'started' | 'stopped', string> &
  Record<'trial_converted' | 'trial_lost' | 'payment_failed' | 'payment_recovered', string> & { month: string; currency: string }

async function readChanges(db: Db, since: Date): Promise<MonthChanges[]> {
  const sumOf = (kind: string): RawBuilder<string> => sql`coalesce(sum(revenue_change) filter (where movement = ${kind}), 0)`
  const countOf = (event: string): RawBuilder<string> => sql`count(*) filter (where event = ${event})`
  const { rows } = await sql<Sums>`
    select to_char(changed_at at time zone 'UTC', 'YYYY-MM') as month, currency,
      ${sumOf('new')} as new, ${sumOf('expansion')} as expansion, ${sumOf('contraction')} as contraction, ${sumOf('churn')} as churn,
      count(*) filter (where movement = 'new') as started, count(*) filter (where movement = 'churn') as stopped,
      ${countOf('trial_converted')} as trial_converted, ${countOf('trial_lost')} as trial_lost,
      ${countOf('payment_failed')} as payment_failed, ${countOf('payment_recovered')} as payment_recovered
    from subscription_changes where changed_at >= ${since} group by 1, 2`.execute(db)
  return rows.map(row => ({
    ...{ month: row.month, currency: row.currency, started: Number(row.started), stopped: Number(row.stopped) },
    revenue: { new: Number(row.new), expansion: Number(row.expansion), contraction: Number(row.contraction), churn: Number(row.churn) },
    events: {
      ...{ trial_converted: Number(row.trial_converted), trial_lost: Number(row.trial_lost) },
      ...{ payment_failed: Number(row.payment_failed), payment_recovered: Number(row.payment_recovered) },
    },
  }))
}

const toRow = (
  { month, currency, total, paying, started, stopped, revenue, events }: RevenueMonth,
  now: Date,
): NewRow<'revenue_months'> => ({
  ...{ month, currency, revenue: total, paying, new_revenue: revenue.new, expansion: revenue.expansion },
  ...{ contraction: revenue.contraction, churned: revenue.churn, new_paying: started, churned_paying: stopped },
  ...{ trials_converted: events.trial_converted, trials_lost: events.trial_lost },
  ...{ payments_failed: events.payment_failed, payments_recovered: events.payment_recovered, updated_at: now },
})

/** Oldest first, by currency. */
export async function readRevenueMonths(db: Db, now: Date): Promise<Row<'revenue_months'>[]> {
  const [first = ''] = lastMonths(now, revenueMonthsShown)
  return db.selectFrom('revenue_months').selectAll().where('month', '>=', first).orderBy('currency').orderBy('month').execute()
}
