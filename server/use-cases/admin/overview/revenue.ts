// Sums up the monthly revenue of all subscriptions.
import { sql } from 'kysely'
import type { Revenue } from '../../../../core/api/admin/overview.ts'
import type { Db } from '../../../foundation/db/pool.ts'

interface RevenueRow {
  state: 'active' | 'trialing' | 'past_due'
  currency: string
  count: number
  monthly: number
}

/** Overdue subscriptions count until they end; trials do not count. */
export async function readRevenue(db: Db): Promise<Revenue> {
  const { rows } = await sql<RevenueRow>`
    select state, currency, count(*)::int as count,
      round(sum(case interval when 'year' then amount / 12.0 else amount end))::float8 as monthly
    from subscriptions where state in ('active', 'trialing', 'past_due') group by state, currency`.execute(db)
  const countOf = (state: RevenueRow['state']) => rows.filter(row => row.state === state).reduce((sum, { count }) => sum + count, 0)
  const paying = rows.filter(({ state }) => state !== 'trialing')
  const byCurrency = Map.groupBy(paying, ({ currency }) => currency)
  const monthly = Array.from(byCurrency, ([currency, found]) => ({ currency, amount: found.reduce((sum, row) => sum + row.monthly, 0) }))
  return {
    ...{ active: countOf('active'), trialing: countOf('trialing'), pastDue: countOf('past_due') },
    monthly: monthly.toSorted((a, b) => b.amount - a.amount),
  }
}
