// Answers with recurring revenue by month from rollups, and updates them when staff ask.
import type * as api from '../../../../core/api/admin/revenue.ts'
import { shareOf } from '../../../../core/plans/revenue.ts'
import { decimalAmount } from '../../../../core/text/money.ts'
import { readRevenueMonths, rollUpRevenue } from '../../../billing/revenue/months-owners.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import type { CsvCell, CsvFile } from '../../../foundation/http/csv.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import type { AdminSubscriptionDeps } from './deps.ts'

export interface RevenueHandlers {
  get: UserHandler<typeof api.getRevenueApi>
  refresh: UserHandler<typeof api.refreshRevenueApi>
  csv(): Promise<CsvFile>
}

export const revenueHandlers = ({ billing }: AdminSubscriptionDeps): RevenueHandlers => {
  const read = async () => toRevenue(await readRevenueMonths(billing.db, billing.now()))
  return {
    get: read,
    async refresh() {
      await rollUpRevenue(billing.db, billing.now())
      return read()
    },
    csv: async () => ({ name: 'revenue', head, rows: toRows(await read()) }),
  }
}

function toRevenue(rows: Row<'revenue_months'>[]): api.RevenueByCurrency {
  const times = rows.map(row => row.updated_at.getTime())
  const currencies = Map.groupBy(rows, row => row.currency)
  return {
    updatedAt: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
    currencies: [...currencies].map(([currency, months]) => ({ currency, months: months.map(toMonth) })),
  }
}

function toMonth(row: Row<'revenue_months'>): api.RevenueOfMonth {
  const [revenue, won, expansion] = [Number(row.revenue), Number(row.new_revenue), Number(row.expansion)]
  const [contraction, churned] = [Number(row.contraction), Number(row.churned)]
  const atStart = revenue - won - expansion - contraction - churned
  const payingAtStart = row.paying - row.new_paying + row.churned_paying
  return {
    ...{ month: row.month, revenue, paying: row.paying, new: won, expansion, contraction, churned },
    ...{ newPaying: row.new_paying, churnedPaying: row.churned_paying },
    revenueChurn: shareOf(-churned, atStart),
    customerChurn: shareOf(row.churned_paying, payingAtStart),
    ...{ trialsConverted: row.trials_converted, trialsLost: row.trials_lost },
    ...{ paymentsFailed: row.payments_failed, paymentsRecovered: row.payments_recovered },
  }
}

const amounts = ['revenue', 'new', 'expansion', 'contraction', 'churned'] as const
const counts = ['paying', 'newPaying', 'churnedPaying', 'trialsConverted', 'trialsLost', 'paymentsFailed', 'paymentsRecovered'] as const
const shares = ['revenueChurn', 'customerChurn'] as const
const head = ['currency', 'month', ...amounts, ...counts, ...shares]

async function* toRows({ currencies }: api.RevenueByCurrency): AsyncGenerator<CsvCell[]> {
  for (const { currency, months } of currencies)
    for (const month of months)
      yield [
        ...[currency, month.month],
        ...amounts.map(name => decimalAmount({ amount: month[name], currency })),
        ...counts.map(name => month[name]),
        ...shares.map(name => month[name]),
      ]
}
